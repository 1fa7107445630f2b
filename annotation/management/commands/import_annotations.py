from pathlib import Path

from annotation.services.importing import import_annotations
from foundation.logic.errors import Refusal
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Import answers made elsewhere (JSON Lines); imported answers are submitted."
    example = "import_annotations ward annotations.jsonl"

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("file", type=Path)

    def handle_options(self, options):
        project, path = project_named(options["project"]), options["file"]
        progress = self.progress("Annotations")
        try:
            with path.open("rb") as stream:
                result = import_annotations(
                    actor=self.actor, project=project, stream=stream, name=path.name, progress=progress
                )
        except OSError as error:
            raise Refusal("no_file", f"{path}: {error.strerror}") from error
        progress.end()
        return result
