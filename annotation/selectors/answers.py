"""Answers as the rooms downstream read them: frozen, with names, without the drafts."""

import datetime
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from annotation.logic import states
from annotation.models import Annotation, Assignment, EvidenceSpan
from corpus.models import Pair
from foundation.models import Project, User


@dataclass(frozen=True)
class GivenAnswer:
    """One annotator's answer to one pair."""

    annotation_id: UUID
    annotator: str
    label: str
    spans: tuple[tuple[int, int], ...]
    rationale: str
    support: str
    unrelated_reason: str
    seconds: int
    submitted_at: datetime.datetime
    place: int


@dataclass(frozen=True)
class AnsweredPair:
    """A pair with its answers, by place."""

    pair_id: UUID
    task_id: str
    code: str
    subject_id: str
    answers: tuple[GivenAnswer, ...]


def complete(project: Project) -> QuerySet[Pair]:
    """Pairs whose N work answers are all in and closed."""
    return (
        Pair.objects.filter(project=project)
        .annotate(
            closed=Count(
                "assignments",
                filter=Q(assignments__purpose=states.WORK, assignments__status=states.CLOSED),
            )
        )
        .filter(closed=project.annotators)
    )


def answered_pairs(
    project: Project, pairs: QuerySet[Pair] | None = None, *, first_closed: bool = False
) -> list[AnsweredPair]:
    """The complete pairs (or those among `pairs`) with their answers, sorted by (task_id, code).

    With `first_closed`, each answer is the one that stood when answers were first closed: what agreement
    is measured on, before any SME touched the pair.
    """
    chosen = complete(project) if pairs is None else complete(project).filter(pk__in=pairs.values("pk"))
    if first_closed:
        chosen = ever_complete(project)
    revision = F("assignment__first_closed_revision") if first_closed else F("assignment__revision")
    rows = list(
        Annotation.objects.filter(
            assignment__project=project,
            assignment__purpose=states.WORK,
            assignment__pair__in=chosen.values("pk"),
            revision=revision,
        )
        .select_related("assignment__pair__note", "annotator")
        .defer("assignment__pair__note__text")
    )
    spans: dict[UUID, list[tuple[int, int]]] = {}
    marked = (
        EvidenceSpan.objects.filter(annotation__in=[row.pk for row in rows])
        if len(rows) < 500
        else (EvidenceSpan.objects.filter(annotation__assignment__project=project))
    )
    for annotation_id, start, end in marked.order_by("annotation_id", "position").values_list(
        "annotation_id", "start", "end"
    ):
        spans.setdefault(annotation_id, []).append((start, end))
    return _grouped(rows, spans)


class FirstAnswer(NamedTuple):
    """Who said what in the answer that stood when answers were first closed."""

    annotation: str
    annotator: str
    label: str


def as_text(field: str) -> Cast:
    """A UUID as the database writes it: made into objects, the keys of a large project take longest."""
    return Cast(field, TextField())


def first_answers(project: Project) -> dict[str, list[FirstAnswer]]:
    """For each pair whose N work answers were all closed at some time: those answers, by place.

    What `answered_pairs` with `first_closed` holds, without spans and words; keys are `as_text`.
    """
    rows = Annotation.objects.filter(
        assignment__project=project,
        assignment__purpose=states.WORK,
        revision=F("assignment__first_closed_revision"),
    ).order_by("assignment__place")
    names = dict(User.objects.filter(memberships__project=project).values_list("pk", "username"))
    found: dict[str, list[FirstAnswer]] = {}
    columns = (as_text("assignment__pair"), as_text("pk"), "annotator", "label")
    for pair, annotation, annotator, label in rows.values_list(*columns):
        found.setdefault(pair, []).append(FirstAnswer(annotation, names[annotator], label))
    return {pair: answers for pair, answers in found.items() if len(answers) == project.annotators}


def ever_complete(project: Project) -> QuerySet[Pair]:
    """Pairs whose N work answers were all closed at some time."""
    return (
        Pair.objects.filter(project=project)
        .annotate(
            closed=Count(
                "assignments",
                filter=Q(assignments__purpose=states.WORK, assignments__first_closed_revision__isnull=False),
            )
        )
        .filter(closed=project.annotators)
    )


def _grouped(rows: list[Annotation], spans: dict[UUID, list[tuple[int, int]]]) -> list[AnsweredPair]:
    by_pair: dict[UUID, list[Annotation]] = {}
    for row in rows:
        by_pair.setdefault(row.assignment.pair_id, []).append(row)
    found = []
    for group in by_pair.values():
        group.sort(key=lambda row: row.assignment.place)
        pair = group[0].assignment.pair
        found.append(
            AnsweredPair(
                pair.pk,
                pair.task_id,
                pair.code,
                pair.note.subject_id,
                tuple(given_answer(row, tuple(spans.get(row.pk, ()))) for row in group),
            )
        )
    return sorted(found, key=lambda pair: (pair.task_id, pair.code))


def given_answer(row: Annotation, spans: tuple[tuple[int, int], ...]) -> GivenAnswer:
    return GivenAnswer(
        row.pk,
        row.annotator.username,
        row.label,
        spans,
        row.rationale,
        row.support,
        row.unrelated_reason,
        row.seconds,
        row.submitted_at,
        row.assignment.place or 0,
    )


def answers_to(pair: Pair) -> list[GivenAnswer]:
    """The current answers of a pair's work places, by place, complete or not."""
    rows = (
        Annotation.objects.filter(
            assignment__pair=pair,
            assignment__purpose=states.WORK,
            assignment__status__in=(*states.ANSWERED, states.RETURNED),
            revision=F("assignment__revision"),
        )
        .select_related("assignment", "annotator")
        .prefetch_related("spans")
        .order_by("assignment__place")
    )
    return [given_answer(row, tuple((span.start, span.end) for span in row.spans.all())) for row in rows]


@dataclass(frozen=True)
class PairState:
    """How many of a pair's N places are held and answered."""

    places: int
    held: int
    answered: int
    closed: int


def state_of(pair: Pair) -> PairState:
    work = Assignment.objects.filter(pair=pair, purpose=states.WORK)
    counts = work.aggregate(
        places=Count("pk"),
        held=Count("pk", filter=~Q(status=states.FREE)),
        answered=Count("pk", filter=Q(status__in=states.ANSWERED)),
        closed=Count("pk", filter=Q(status=states.CLOSED)),
    )
    return PairState(**counts)
