from pathlib import Path

from benchmark.selectors.releases import release_named
from benchmark.services.exporting import export_release
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named


class Command(HouseCommand):
    help = "Write a frozen version to DIR/<project>-<version>, byte for byte. It is restricted data."
    example = "export_release ward 1.0.0 releases"

    def add_arguments(self, parser):
        parser.add_argument("project", metavar="PROJECT")
        parser.add_argument("release", metavar="VERSION")
        parser.add_argument("dir", metavar="DIR", type=Path, help="where to write it")
        parser.add_argument("--zip", action="store_true", help="one archive in place of a folder")

    def handle_options(self, options):
        release = release_named(project_named(options["project"]), options["release"])
        self.say("A release is restricted data: rationales may quote notes.")
        return export_release(actor=self.actor, release=release, folder=options["dir"], packed=options["zip"])

    def words(self, result):
        return f"{result['path']}: {len(result['files'])} files"
