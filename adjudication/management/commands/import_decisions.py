from pathlib import Path

from adjudication.services.importing import import_decisions
from foundation.logic.errors import Refusal
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Import an SME's decisions made elsewhere (JSON Lines)."
    example = "import_decisions ward decisions.jsonl"

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("file", type=Path)

    def handle_options(self, options):
        project, path = project_named(options["project"]), options["file"]
        progress = self.progress("Decisions")
        try:
            with path.open("rb") as stream:
                result = import_decisions(
                    actor=self.actor, project=project, stream=stream, name=path.name, progress=progress
                )
        except OSError as error:
            raise Refusal("no_file", f"{path}: {error.strerror}") from error
        progress.end()
        return result
