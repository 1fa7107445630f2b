from foundation.management.base import HouseCommand
from foundation.management.worker import Worker


class Command(HouseCommand):
    help = "Work off what pages and programs put down, until told to stop: imports, models, releases, scores."
    example = "run_worker"
    writes = False

    def add_arguments(self, parser):
        parser.add_argument("--batch", action="store_true", help="end as soon as nothing waits")

    def handle_options(self, options):
        worker = Worker(batch=options["batch"])
        worker.listen()
        self.say("The worker is ready.")
        worker.run()
        return {"worked_off": worker.worked_off}

    def words(self, result):
        return f"The worker ends; it worked off {result['worked_off']:,}."
