from pathlib import Path

from corpus.management.importing import ImportCommand
from corpus.services.pairing import import_pairs


class Command(ImportCommand):
    help = "Bring pairs in from a CSV file with task_id and code, and where given desc and source."
    example = "import_pairs ward negatives.csv"

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, metavar="FILE")

    def run(self, project, options, report, progress):
        return import_pairs(
            actor=self.actor,
            project=project,
            path=options["file"],
            dry_run=options["dry_run"],
            report=report,
            progress=progress,
        )
