"""People of a project with what binds them, and what they opened."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, Max
from django.utils import timezone

from corpus.models import Note
from foundation.models import Attestation, LedgerEntry, Membership, Project, User

SHOWN = 200


@dataclass(frozen=True)
class Member:
    username: str
    role: str
    active: bool
    agreement: str
    trained_on: datetime.date | None
    expires_on: datetime.date | None
    days_left: int | None
    notes_opened: int
    last_seen: datetime.datetime | None


def people_page(project: Project) -> list[Member]:
    """All members, active ones first, then by user name."""
    newest: dict[int, Attestation] = {}
    for attestation in Attestation.objects.filter(project=project).order_by("expires_on", "pk"):
        newest[attestation.user_id] = attestation
    seen = {
        row["actor"]: row
        for row in LedgerEntry.objects.filter(project=project, verb="note_viewed")
        .values("actor")
        .annotate(notes=Count("target_id", distinct=True), last=Max("at"))
    }
    today = timezone.localdate()
    members = []
    for membership in Membership.objects.filter(project=project).select_related("user"):
        attestation = newest.get(membership.user_id)
        views = seen.get(membership.user_id, {"notes": 0, "last": None})
        members.append(
            Member(
                membership.user.username,
                membership.role,
                membership.active,
                attestation.agreement if attestation else "",
                attestation.trained_on if attestation else None,
                attestation.expires_on if attestation else None,
                (attestation.expires_on - today).days if attestation else None,
                views["notes"],
                views["last"],
            )
        )
    return sorted(members, key=lambda row: (not row.active, row.username))


@dataclass(frozen=True)
class Opened:
    at: datetime.datetime
    note_id: str


def opened_notes(project: Project, user: User) -> list[Opened]:
    """The last 200 openings of notes by the person, newest first."""
    entries = list(
        LedgerEntry.objects.filter(project=project, actor=user, verb="note_viewed").order_by("-pk")[:SHOWN]
    )
    names = {
        str(pk): note_id
        for pk, note_id in Note.objects.filter(pk__in={entry.target_id for entry in entries}).values_list(
            "pk", "note_id"
        )
    }
    return [Opened(entry.at, names.get(entry.target_id, entry.target_id)) for entry in entries]
