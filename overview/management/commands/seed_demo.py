from django.db import transaction

from corpus.models import Concept
from corpus.services.terminology import load_terminology
from demo import english, simulated, spanish
from demo.people import ROLES, passwords
from foundation.management.base import HouseCommand
from foundation.models import Project, User
from foundation.services.people import set_password


class Command(HouseCommand):
    help = "Load the demo projects (real texts, invented work) and print their people. Safe to run again."
    example = "seed_demo"

    def add_arguments(self, parser):
        parser.add_argument(
            "--size",
            choices=["small", "full"],
            default="small",
            help="full: also a simulated project of 823 pairs",
        )

    def handle_options(self, options):
        known = passwords()
        for system in ("icd10cm", "icd10pcs"):
            if not Concept.objects.filter(system__key=system, kind="chapter").exists():
                self.say(f"loading {system}")
                load_terminology(actor=None, key=system)
        builders = {english.SLUG: english.build, spanish.SLUG: spanish.build}
        if options["size"] == "full":
            builders[simulated.SLUG] = simulated.build_paper
        for slug, build in builders.items():
            if not Project.objects.filter(slug=slug).exists():
                self.say(f"making {slug}")
                with transaction.atomic():
                    build(known, self.say)
        _keep_passwords(known)
        return {
            "project": list(builders),
            "people": [{"username": name, "role": ROLES[name], "password": known[name]} for name in ROLES],
        }

    def words(self, result):
        rows = [f"  {row['username']:<8}{row['role']:<11}{row['password']}" for row in result["people"]]
        return "\n".join(["Demo people (user name, role, password):", *rows])


def _keep_passwords(known: dict[str, str]) -> None:
    """Whoever the data folder names can sign in, also after the database came from elsewhere."""
    for user in User.objects.filter(username__in=known):
        if not user.check_password(known[user.username]):
            set_password(user, known[user.username])
