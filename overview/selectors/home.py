"""The start page: one card for each project in which the person has a role."""

from dataclasses import dataclass

from django.utils import timezone

from adjudication.selectors.queue import lanes
from annotation.selectors.queue import queue_page
from foundation.logic.roles import ANNOTATOR, LEAD, SME
from foundation.models import Membership, Project, User
from foundation.selectors.access import attestation_of
from overview.selectors.board import stage_counts


@dataclass(frozen=True)
class Card:
    """A project, the person's role in it, and the few numbers that role wants first."""

    project: Project
    role: str
    attested: bool
    queue: object = None
    lanes: object = None
    counts: dict[str, int] | None = None


def home_page(user: User) -> list[Card]:
    """Cards sorted by project name."""
    memberships = Membership.objects.filter(user=user, active=True).select_related("project")
    return [
        _card(user, row.project, row.role) for row in sorted(memberships, key=lambda row: row.project.name)
    ]


def _card(user: User, project: Project, role: str) -> Card:
    attested = attestation_of(user, project) is not None
    if role == ANNOTATOR:
        return Card(project, role, attested, queue=queue_page(user, project))
    if role == SME:
        return Card(project, role, attested, lanes=lanes(user, project, timezone.now()))
    if role == LEAD:
        return Card(project, role, attested, counts=stage_counts(project))
    return Card(project, role, attested)
