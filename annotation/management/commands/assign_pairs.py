from annotation.services.assigning import assign_pairs
from foundation.logic.errors import Refusal
from foundation.management.base import HouseCommand
from foundation.selectors.access import person_named, project_named


class Command(HouseCommand):
    help = "Give the selected pairs to annotators: exactly N different people each, balanced."
    example = "assign_pairs ward --annotators anna,bela,chen --controls 0.05 --repeats 0.05 --seed 7"

    def add_arguments(self, parser):
        parser.add_argument("project")
        who = parser.add_mutually_exclusive_group()
        who.add_argument("--annotators", metavar="A,B,...", help="these people only (default: all)")
        who.add_argument("--pair", metavar="A,B", help="these named people on every pair")
        parser.add_argument(
            "--controls", type=float, default=0.0, metavar="RATE", help="share of pairs with a known answer"
        )
        parser.add_argument(
            "--repeats", type=float, default=0.0, metavar="RATE", help="share shown twice to a person"
        )
        parser.add_argument("--seed", type=int, default=0)

    def handle_options(self, options):
        project = project_named(options["project"])
        named = options["annotators"] or options["pair"]
        people = [person_named(name.strip()) for name in named.split(",")] if named else None
        if not (0 <= options["controls"] <= 1 and 0 <= options["repeats"] <= 1):
            raise Refusal("bad_rate", "A rate lies between 0 and 1.")
        return assign_pairs(
            actor=self.actor,
            project=project,
            annotators=people,
            bound=bool(options["pair"]),
            controls=options["controls"],
            repeats=options["repeats"],
            seed=options["seed"],
        )
