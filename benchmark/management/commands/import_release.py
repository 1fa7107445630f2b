from pathlib import Path

from benchmark.services.importing import import_release
from foundation.management.base import HouseCommand


class Command(HouseCommand):
    help = "Make a new project from a published release folder or a bare dataset_raw.csv, to review it again."
    example = "import_release ward-next ward-1.0.0 --notes discharge.csv.gz"

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("dir", metavar="DIR", type=Path, help="release folder or dataset_raw.csv")
        parser.add_argument("--notes", metavar="F", type=Path, required=True, help="your notes")

    def handle_options(self, options):
        return import_release(
            actor=self.actor, slug=options["slug"], place=options["dir"], notes=options["notes"]
        )
