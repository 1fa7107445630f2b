from pathlib import Path

from corpus.management.importing import ImportCommand
from triage.services.importing import READERS, import_triage


class Command(ImportCommand):
    help = "Bring in votes made elsewhere: JSON Lines, or the output file of a batch service."
    example = "import_triage ward votes.jsonl"

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--format", choices=list(READERS), default="votes", help="votes: our JSON Lines")

    def run(self, project, options, report, progress):
        return import_triage(
            actor=self.actor,
            project=project,
            path=options["file"],
            layout=options["format"],
            dry_run=options["dry_run"],
            report=report,
            progress=progress,
        )
