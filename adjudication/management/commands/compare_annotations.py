from adjudication.services.comparing import compare_annotations
from adjudication.services.measuring import measure_agreement
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Close all submitted answers of a project and compare the complete pairs."
    example = "compare_annotations ward"

    def add_arguments(self, parser):
        parser.add_argument("project")

    def handle_options(self, options):
        progress = self.progress("Comparing")
        project = project_named(options["project"])
        result = compare_annotations(actor=self.actor, project=project, progress=progress)
        measure_agreement(project=project)
        progress.end()
        return result
