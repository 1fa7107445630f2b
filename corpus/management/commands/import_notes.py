from pathlib import Path

from corpus.management.importing import ImportCommand
from corpus.services.note_files import FORMATS
from corpus.services.notes import import_notes


class Command(ImportCommand):
    help = "Bring notes in: the whole of every file, or nothing."
    example = "import_notes ward discharge.csv.gz --dry-run"

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files, or folders of .txt")
        parser.add_argument("--format", choices=FORMATS, default="auto", help="default: from the name")

    def run(self, project, options, report, progress):
        return import_notes(
            actor=self.actor,
            project=project,
            paths=options["files"],
            layout=options["format"],
            dry_run=options["dry_run"],
            report=report,
            progress=progress,
        )
