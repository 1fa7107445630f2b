from benchmark.services.releasing import withdraw_release
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Withdraw a version, with a reason. Its bytes stay."
    example = 'withdraw_release ward 1.0.0 --reason "a note was imported twice"'

    def add_arguments(self, parser):
        parser.add_argument("project", metavar="PROJECT")
        parser.add_argument("release", metavar="VERSION")
        parser.add_argument("--reason", required=True, metavar="TEXT", help="why; everybody sees it")

    def handle_options(self, options):
        release = withdraw_release(
            actor=self.actor,
            project=project_named(options["project"]),
            version=options["release"],
            reason=options["reason"],
        )
        return {"version": release.version, "withdrawn": True}
