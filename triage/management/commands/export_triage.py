from pathlib import Path

from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named
from triage.services.exporting import export_triage


class Command(HouseCommand):
    help = "Write the open questions of a stage as a file for a batch service."
    example = "export_triage ward --stage 1 --model small-chat -o requests.jsonl"

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("--stage", type=int, choices=(1, 2), required=True)
        parser.add_argument("--votes", type=int, metavar="N", help="default: 3 in stage 1, 1 in stage 2")
        parser.add_argument("--model", required=True)
        parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="file to write")

    def handle_options(self, options):
        progress = self.progress("requests")
        result = export_triage(
            actor=self.actor,
            project=project_named(options["project"]),
            stage=options["stage"],
            model=options["model"],
            path=options["output"],
            votes=options["votes"],
            progress=progress,
        )
        progress.end()
        return result
