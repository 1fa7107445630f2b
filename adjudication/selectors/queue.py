"""Cases as an SME's queue shows them."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from adjudication.logic import states
from adjudication.models import ReviewCase
from annotation.models import Assignment
from foundation.models import Project, User


def annotated_by(user: User, pair_id: UUID) -> bool:
    """Whether the person ever answered, or holds, the pair."""
    return Assignment.objects.filter(
        Q(annotator=user) | Q(annotations__annotator=user), pair_id=pair_id
    ).exists()


def waiting_for(sme: User, project: Project, now: datetime.datetime) -> QuerySet[ReviewCase]:
    """Cases the SME may take now: their own claim first, then referred to them, conflicts, then age."""
    own = Assignment.objects.filter(pair=OuterRef("pair")).filter(
        Q(annotator=sme) | Q(annotations__annotator=sme)
    )
    return (
        ReviewCase.objects.filter(~Exists(own), project=project, status=states.WAITING)
        .filter(Q(claimed_by__isnull=True) | Q(claimed_by=sme) | Q(claimed_until__lte=now))
        .filter(Q(referred_to__isnull=True) | Q(referred_to=sme))
        .annotate(mine=Q(claimed_by=sme) & Q(claimed_until__gt=now))
        .order_by("-mine", F("referred_to").asc(nulls_last=True), "-conflict", "created_at", "pk")
    )


@dataclass(frozen=True)
class Lanes:
    """How many cases wait for this SME in each lane."""

    conflicts: int
    verify: int


def lanes(sme: User, project: Project, now: datetime.datetime) -> Lanes:
    waiting = waiting_for(sme, project, now)
    counts = waiting.order_by().aggregate(
        conflicts=Count("pk", filter=Q(conflict=True)), verify=Count("pk", filter=Q(conflict=False))
    )
    return Lanes(**counts)
