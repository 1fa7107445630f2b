from adjudication.selectors.agreement import agreement_report
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Print the agreement between annotators before adjudication, and each person's reliability."
    example = "report_agreement ward --json"
    writes = False

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("--bootstrap", type=int, default=2000, metavar="N", help="replicates (2000)")
        parser.add_argument("--seed", type=int, default=0)

    def handle_options(self, options):
        return agreement_report(
            project_named(options["project"]), replicates=options["bootstrap"], seed=options["seed"]
        )
