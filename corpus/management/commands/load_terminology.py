from pathlib import Path

from corpus.services.terminology import SYSTEMS, load_terminology
from foundation.management.base import HouseCommand


class Command(HouseCommand):
    help = "Load a code system: descriptions, hierarchy, inclusion and exclusion terms."
    example = "load_terminology icd10cm"

    def add_arguments(self, parser):
        parser.add_argument("system", choices=SYSTEMS, help="which one")
        parser.add_argument(
            "--file",
            type=Path,
            metavar="F",
            help="one more release: CSV (code, description) or a CMS order file",
        )

    def handle_options(self, options):
        return load_terminology(actor=self.actor, key=options["system"], file=options["file"])
