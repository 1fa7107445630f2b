import datetime
import sys

from django.core.management.base import CommandError
from django.db import transaction

from foundation.logic.roles import ROLES
from foundation.management.base import HouseCommand
from foundation.selectors.access import project_named
from foundation.services.people import add_person, attest, make_administrator


class Command(HouseCommand):
    help = "Give a person a role in a project; an unknown person gets an account."
    example = (
        'add_person anna --project ward --role annotator --attest "DUA 1.5.0"'
        " --trained 2026-01-10 --expires 2027-01-10"
    )

    def add_arguments(self, parser):
        parser.add_argument("username")
        parser.add_argument("--project", required=True, metavar="SLUG", help="the project's short name")
        parser.add_argument("--role", required=True, choices=ROLES, help="what the person does in it")
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the password from standard input"
        )
        parser.add_argument(
            "--administrator",
            action="store_true",
            help="also an administrator, who opens projects and loads what all projects share",
        )
        parser.add_argument("--attest", metavar="AGREEMENT", help="record the person's data-use attestation")
        parser.add_argument(
            "--trained", type=datetime.date.fromisoformat, metavar="DATE", help="day of the required training"
        )
        parser.add_argument(
            "--expires", type=datetime.date.fromisoformat, metavar="DATE", help="last day of the agreement"
        )

    def handle_options(self, options):
        if options["attest"] and not (options["trained"] and options["expires"]):
            raise CommandError("--attest needs --trained and --expires", returncode=2)
        password = sys.stdin.readline().rstrip("\r\n") if options["password_stdin"] else None
        with transaction.atomic():
            project = project_named(options["project"])
            membership = add_person(
                actor=self.actor,
                project=project,
                username=options["username"],
                role=options["role"],
                password=password,
            )
            if options["administrator"]:
                make_administrator(actor=self.actor, user=membership.user)
            if options["attest"]:
                attest(
                    actor=None,
                    project=project,
                    user=membership.user,
                    agreement=options["attest"],
                    trained_on=options["trained"],
                    expires_on=options["expires"],
                )
        if not membership.user.has_usable_password():
            self.say("This account has no password yet: the same line with --password-stdin sets one.")
        return {"username": membership.user.username, "role": membership.role}
