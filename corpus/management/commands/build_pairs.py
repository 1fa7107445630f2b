from corpus.services.pairing import build_pairs
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Make a pair of every billed code with its stay's note."
    example = "build_pairs ward"

    def add_arguments(self, parser):
        parser.add_argument("project")

    def handle_options(self, options):
        progress = self.progress("notes")
        project = project_named(options["project"])
        result = build_pairs(actor=self.actor, project=project, progress=progress)
        progress.end()
        return result
