"""What the commands that read one JSON Lines file share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from foundation.logic.errors import Refusal
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class JsonLinesCommand(HouseCommand):
    """`service(actor, project, stream, name, progress)` takes the whole file or nothing."""

    service: Callable[..., dict]
    label = ""

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("file", type=Path)

    def handle_options(self, options: dict[str, Any]) -> dict[str, Any]:
        project, path = project_named(options["project"]), options["file"]
        progress = self.progress(self.label)
        try:
            with path.open("rb") as stream:
                return type(self).service(
                    actor=self.actor, project=project, stream=stream, name=path.name, progress=progress
                )
        except OSError as error:
            raise Refusal("no_file", f"{path}: {error.strerror}") from error
        finally:
            progress.end()
