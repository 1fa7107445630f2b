from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named
from triage.logic.selection import SCOPES
from triage.services.selecting import select_pairs


class Command(HouseCommand):
    help = "Choose the pairs to annotate: putative positives, negatives, and all that a file brought."
    example = "select_pairs ward --positives 352 --negatives 471 --seed 7"

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("--positives", type=int, metavar="N", help="default: all")
        parser.add_argument("--negatives", type=int, metavar="N", help="default: all")
        parser.add_argument("--seed", type=int, metavar="S", help="default: the project's")
        parser.add_argument("--stage2-scope", choices=SCOPES, help="which pairs stage 2 judges from now on")

    def handle_options(self, options):
        return select_pairs(
            actor=self.actor,
            project=project_named(options["project"]),
            positives=options["positives"],
            negatives=options["negatives"],
            seed=options["seed"],
            stage2_scope=options["stage2_scope"],
        )
