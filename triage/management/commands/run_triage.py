import json

from django.core.management.base import CommandError

from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named
from triage.services.running import Asking, allow_endpoint, run_triage


class Command(HouseCommand):
    help = (
        "Ask a model at an OpenAI-compatible endpoint; a key, if it wants one, is bound to it in TRIAGE_KEYS."
    )
    example = "run_triage ward --stage 1 --endpoint http://127.0.0.1:8080/v1 --model small-chat"

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("--stage", type=int, choices=(1, 2), required=True)
        parser.add_argument("--endpoint", required=True, metavar="URL", help="the base address of its API")
        parser.add_argument("--model", required=True)
        parser.add_argument("--votes", type=int, metavar="N", help="default: 3 in stage 1, 1 in stage 2")
        parser.add_argument("--concurrency", type=int, default=16, help="questions at once (16)")
        parser.add_argument(
            "--parameters", default="{}", metavar="JSON", help="such as '{\"temperature\": 1}'"
        )
        parser.add_argument(
            "--zero-retention",
            metavar="STATEMENT",
            help="put on record under which agreement an endpoint of another machine keeps nothing",
        )

    def handle_options(self, options):
        project = project_named(options["project"])
        address, statement = options["endpoint"], options["zero_retention"]
        if statement:
            allow_endpoint(actor=self.actor, project=project, address=address, statement=statement)
        asking = Asking(
            stage=options["stage"],
            endpoint=address,
            model=options["model"],
            votes=options["votes"],
            concurrency=options["concurrency"],
            parameters=_parameters(options["parameters"]),
        )
        progress = self.progress("votes")
        try:
            return run_triage(actor=self.actor, project=project, asking=asking, progress=progress)
        finally:
            progress.end()

    def failed(self, result):
        return result["failed"] > 0


def _parameters(text: str) -> dict:
    try:
        parameters = json.loads(text)
    except json.JSONDecodeError as error:
        raise CommandError(f"--parameters is not JSON: {error}", returncode=2) from error
    if not isinstance(parameters, dict):
        raise CommandError("--parameters is not a JSON object", returncode=2)
    return parameters
