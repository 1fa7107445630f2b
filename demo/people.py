"""The demo's people. Passwords are drawn once for each installation and kept in its data folder."""

import datetime
import json
import secrets
from pathlib import Path

from django.conf import settings

from foundation.models import Project, User
from foundation.services.people import add_person, attest, make_administrator

ROLES = {"anna": "annotator", "ben": "annotator", "sofia": "sme", "lena": "lead"}
AGREEMENT = "Demo texts, CC BY 4.0: no agreement needed"


def passwords() -> dict[str, str]:
    """User name -> password, the same at every call in one installation."""
    path = Path(settings.DATA_DIR) / "demo_people.json"
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))
    drawn = {name: secrets.token_urlsafe(9) for name in ROLES}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(drawn, indent=1), encoding="utf-8")
    path.chmod(0o600)
    return drawn


def join(project: Project, known: dict[str, str]) -> dict[str, User]:
    """Afterwards all four are in the project and may read its notes."""
    people = {}
    for name, role in ROLES.items():
        membership = add_person(actor=None, project=project, username=name, role=role, password=known[name])
        people[name] = membership.user
        bind(project, membership.user)
    make_administrator(actor=None, user=people["lena"])
    return people


def bind(project: Project, user: User) -> None:
    today = datetime.date.today()
    attest(
        actor=None,
        project=project,
        user=user,
        agreement=AGREEMENT,
        trained_on=today,
        expires_on=today + datetime.timedelta(days=365),
    )
