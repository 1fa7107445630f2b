"""The lead's board: the project at a glance, every number with the pairs behind it."""

import datetime
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, F, Q
from django.utils import timezone

from adjudication.logic import states as review_states
from adjudication.models import Decision, ReviewCase
from adjudication.selectors.shown_agreement import NAME, ShownAgreement, shown_agreement
from annotation.logic import states
from annotation.models import Assignment
from benchmark.models import Release
from corpus.models import Note, Pair, PairSource
from foundation.models import Attestation, LedgerEntry, Membership, Project
from foundation.selectors.figures import kept_figures
from overview.selectors.funnel import Funnel, draw_funnel
from triage.models import Selection

PACE_DAYS = 7


@dataclass(frozen=True)
class Person:
    """One annotator's row; figures about controls and overturns are for leads alone."""

    username: str
    active: bool
    done: int
    left: int
    report: dict
    access_until: datetime.date | None
    expires_soon: bool


@dataclass(frozen=True)
class Board:
    notes: int
    pairs: int
    funnel: Funnel
    counts: dict[str, int]
    checks_hold: bool
    agreement: dict
    agreement_measured: bool
    waiting: dict[str, int]
    waiting_total: int
    conflicts: int
    done_by: datetime.date | None
    gold: dict[str, int]
    gold_sources: dict[str, int]
    people: list[Person]
    releases: list[Release]


def board(project: Project) -> Board:
    counts = stage_counts(project)
    shown = cached_agreement(project)
    waiting = dict(
        ReviewCase.objects.filter(project=project, status=review_states.WAITING)
        .values("pair__comparison__kind")
        .annotate(n=Count("pk"))
        .values_list("pair__comparison__kind", "n")
    )
    conflicts = sum(n for kind, n in waiting.items() if kind in review_states.CONFLICTS)
    gold, sources = _gold(project)
    return Board(
        notes=Note.objects.filter(project=project).count(),
        pairs=counts["all"],
        funnel=draw_funnel(counts),
        counts=counts,
        checks_hold=_checks_hold(counts),
        agreement=shown.report,
        agreement_measured=shown.measured,
        waiting=dict(sorted(waiting.items(), key=lambda row: -row[1])),
        waiting_total=sum(waiting.values()),
        conflicts=conflicts,
        done_by=_done_by(project, counts),
        gold=gold,
        gold_sources=sources,
        people=_people(project, shown.report),
        releases=list(Release.objects.filter(project=project).order_by("-frozen_at")[:3]),
    )


def stage_counts(project: Project) -> dict[str, int]:
    """Pairs in each stage of the picture; `selected` = true + false + excluded + open."""
    outcomes = _outcomes(project)
    selected = Selection.objects.filter(pair__project=project).count()
    answered = (
        Assignment.objects.filter(
            project=project, purpose=states.WORK, status__in=states.ANSWERED, place__gte=1
        )
        .values("pair")
        .annotate(n=Count("pk"))
        .filter(n__gte=project.annotators)
        .count()
    )
    reviewed = sum(outcomes.values())
    pairs = Pair.objects.filter(project=project).count()
    return {
        "all": pairs,
        "billed": PairSource.objects.filter(pair__project=project, source="billed").count(),
        "kept": Selection.objects.filter(pair__project=project, kind="positive").count(),
        "selected": selected,
        "not_selected": pairs - selected,
        "answered": answered,
        "reviewed": reviewed,
        "true": outcomes.get("True", 0),
        "false": outcomes.get("False", 0),
        "excluded": outcomes.get("excluded", 0),
        "open": selected - reviewed,
    }


def _current_decisions(project: Project):
    return Decision.objects.filter(
        case__project=project, case__status=review_states.DECIDED, revision=F("case__revision")
    )


def _outcomes(project: Project) -> dict[str, int]:
    rows = _current_decisions(project).order_by().values("outcome").annotate(n=Count("pk"))
    return {row["outcome"]: row["n"] for row in rows}


def _checks_hold(counts: dict[str, int]) -> bool:
    """Selected = released or releasable + excluded + open, and nothing is negative."""
    parts = counts["true"] + counts["false"] + counts["excluded"] + counts["open"]
    return parts == counts["selected"] and min(counts.values()) >= 0


def cached_agreement(project: Project) -> ShownAgreement:
    """The agreement as pages show it, made anew only when answers were closed, controls answered, cases
    decided or figures kept."""
    newest = (
        LedgerEntry.objects.filter(
            project=project,
            verb__in=["annotations_compared", "annotation_submitted", "case_decided", "answers_closed"],
        )
        .order_by("-pk")
        .values_list("pk", flat=True)
        .first()
    )
    kept = kept_figures(project, NAME)
    key = f"agreement-{project.pk}-{newest}-{kept and kept.made_at.timestamp()}"
    shown = cache.get(key)
    if shown is None:
        shown = shown_agreement(project)
        cache.set(key, shown, 3600)
    return shown


def _gold(project: Project) -> tuple[dict[str, int], dict[str, int]]:
    decided = _current_decisions(project).filter(outcome__in=["True", "False"])
    gold = decided.aggregate(
        true=Count("pk", filter=Q(outcome="True")),
        false=Count("pk", filter=Q(outcome="False")),
        implicit=Count("pk", filter=Q(support="implicit")),
        explicit=Count("pk", filter=Q(support="explicit")),
    )
    sources = (
        PairSource.objects.filter(pair__review_case__decisions__in=decided)
        .values("source")
        .annotate(n=Count("pair", distinct=True))
        .values_list("source", "n")
    )
    return gold, dict(sorted(sources, key=lambda row: -row[1]))


def _done_by(project: Project, counts: dict[str, int]) -> datetime.date | None:
    """The day the last selected pair would be decided at the pace of the last week; None without a pace."""
    since = timezone.now() - datetime.timedelta(days=PACE_DAYS)
    recent = Decision.objects.filter(case__project=project, decided_at__gte=since).count()
    if not recent or not counts["open"]:
        return None
    days = counts["open"] * PACE_DAYS / recent
    return timezone.localdate() + datetime.timedelta(days=round(days)) if days < 3650 else None


def _people(project: Project, report: dict) -> list[Person]:
    today = timezone.localdate()
    until = dict(
        Attestation.objects.filter(project=project)
        .order_by("expires_on")
        .values_list("user__username", "expires_on")
    )
    counts = {
        row["annotator__username"]: row
        for row in Assignment.objects.filter(project=project, purpose=states.WORK, annotator__isnull=False)
        .values("annotator__username")
        .annotate(
            done=Count("pk", filter=Q(status__in=states.ANSWERED)),
            left=Count("pk", filter=Q(status__in=states.TO_DO)),
        )
    }
    figures = {row["username"]: row for row in report["people"]}
    rows = []
    memberships = Membership.objects.filter(project=project, role="annotator").select_related("user")
    for membership in memberships:
        name = membership.user.username
        last = until.get(name)
        count = counts.get(name, {"done": 0, "left": 0})
        rows.append(
            Person(
                name,
                membership.active,
                count["done"],
                count["left"],
                figures.get(name, {}),
                last,
                last is None or last - today <= datetime.timedelta(days=14),
            )
        )
    return sorted(rows, key=lambda row: row.username)
