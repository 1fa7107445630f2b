from adjudication.services.measuring import measure_agreement
from benchmark.services.kept import keep_people
from benchmark.services.releasing import freeze_release, freeze_result
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Freeze a version of a project: everything decided, checked, and never changed again."
    example = "freeze_release ward 1.0.0"

    def add_arguments(self, parser):
        parser.add_argument("project", metavar="PROJECT")
        parser.add_argument("release", metavar="VERSION", help="a semantic version")

    def handle_options(self, options):
        project = project_named(options["project"])
        measure_agreement(project=project)
        release = freeze_release(actor=self.actor, project=project, version=options["release"])
        keep_people(release)
        return freeze_result(release)
