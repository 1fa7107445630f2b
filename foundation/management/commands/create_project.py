from foundation.management.base import HouseCommand
from foundation.models import Project
from foundation.services.projects import create_project


class Command(HouseCommand):
    help = "Open a project: one benchmark under construction."
    example = 'create_project ward --name "Winter ward benchmark"'

    def add_arguments(self, parser):
        parser.add_argument("slug")
        parser.add_argument("--name", required=True, help="the name on its pages")
        parser.add_argument("--annotators", type=int, default=2, help="people per pair (default 2)")
        parser.add_argument(
            "--unit", choices=Project.Unit.values, default="exact", help="what refined evidence is snapped to"
        )
        parser.add_argument(
            "--stage2-scope",
            choices=Project.Stage2Scope.values,
            default="billing_disagreement",
            help="which pairs stage 2 judges",
        )

    def handle_options(self, options):
        project = create_project(
            actor=self.actor,
            slug=options["slug"],
            name=options["name"],
            annotators=options["annotators"],
            unit=options["unit"],
            stage2_scope=options["stage2_scope"],
        )
        return {"slug": project.slug}
