"""Cases as an SME's queue shows them."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone

from adjudication.logic import states
from adjudication.models import ReviewCase
from annotation.models import Assignment
from corpus.selectors.chapters import chapters_of, of_chapter
from foundation.logic.roles import SME
from foundation.models import Membership, Project, User

# so long whoever put a case back is given every other case first
PUT_BACK = datetime.timedelta(minutes=30)


def annotated_by(user: User, pair_id: UUID) -> bool:
    """Whether the person ever answered, or holds, the pair."""
    return Assignment.objects.filter(
        Q(annotator=user) | Q(annotations__annotator=user), pair_id=pair_id
    ).exists()


def referrals() -> QuerySet[Membership]:
    """For a query of cases: the membership of whom a case was referred to, while they review. A case that was
    referred to somebody who left waits for everybody."""
    return Membership.objects.filter(
        project=OuterRef("project"), user=OuterRef("referred_to"), role=SME, active=True, user__is_active=True
    )


def waiting_for(sme: User, project: Project, now: datetime.datetime) -> QuerySet[ReviewCase]:
    """Cases the SME may take now: their own claim first, then referred to them, conflicts, then age; last
    what they just put back."""
    return (
        _visible(sme, project)
        .filter(status=states.WAITING)
        .filter(Q(claimed_by__isnull=True) | Q(claimed_by=sme) | Q(claimed_until__lte=now))
        .filter(Q(referred_to=sme) | ~Exists(referrals()))
        .annotate(
            # a plain condition is unknown for what nobody claimed, and databases sort that differently
            mine=Case(When(claimed_by=sme, claimed_until__gt=now, then=True), default=False),
            put_back=Case(When(put_back_by=sme, put_back_at__gt=now - PUT_BACK, then=True), default=False),
        )
        .order_by("-mine", "put_back", F("referred_to").asc(nulls_last=True), "-conflict", "created_at", "pk")
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


@dataclass(frozen=True)
class QueuePage:
    """The SME's start: the two lanes, what is mine, and a page of cases under the chosen filters."""

    lanes: Lanes
    mine: list[ReviewCase]
    page: Page
    kinds: list[str]
    chapters: dict[str, str]


def queue_page(sme: User, project: Project, filters: dict[str, str], number: str | None) -> QueuePage:
    """`filters` may name lane (conflict, verify), kind, chapter and status (waiting, decided, returned)."""
    now = timezone.now()
    if filters.get("status") in (states.DECIDED, states.RETURNED):
        cases = _visible(sme, project).filter(status=filters["status"]).order_by("-created_at", "pk")
    else:
        cases = waiting_for(sme, project, now)
    if filters.get("lane"):
        cases = cases.filter(conflict=filters["lane"] == "conflict")
    if filters.get("kind"):
        cases = cases.filter(pair__comparison__kind=filters["kind"])
    if filters.get("chapter"):
        cases = cases.filter(of_chapter(filters["chapter"], "pair__concept"))
    shown = cases.select_related("pair__comparison", "pair__concept", "referred_to")
    return QueuePage(
        lanes(sme, project, now),
        list(waiting_for(sme, project, now).filter(mine=True).select_related("pair")[:5]),
        Paginator(shown, 30).get_page(number),
        list(states.KINDS),
        chapters_of(project),
    )


def _visible(sme: User, project: Project) -> QuerySet[ReviewCase]:
    own = Assignment.objects.filter(pair=OuterRef("pair")).filter(
        Q(annotator=sme) | Q(annotations__annotator=sme)
    )
    return ReviewCase.objects.filter(~Exists(own), project=project)
