from corpus.services.negatives import SEEN, STRATEGIES, UNIVERSES, sample_negatives
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Draw negatives: concepts that were not billed for a stay, common ones or similar ones."
    example = "sample_negatives ward --strategy semantic --per-stay 2 --seed 7"

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("--strategy", choices=STRATEGIES, required=True, help="common or similar ones")
        parser.add_argument("--per-stay", type=int, required=True, metavar="K", help="how many a stay")
        parser.add_argument("--seed", type=int, required=True, metavar="S")
        parser.add_argument(
            "--universe",
            choices=UNIVERSES,
            default=SEEN,
            help="codes the corpus has seen, or all billable ones",
        )

    def handle_options(self, options):
        progress = self.progress("stays")
        result = sample_negatives(
            actor=self.actor,
            project=project_named(options["project"]),
            strategy=options["strategy"],
            per_stay=options["per_stay"],
            seed=options["seed"],
            universe=options["universe"],
            progress=progress,
        )
        progress.end()
        return result
