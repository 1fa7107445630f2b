"""A pair's whole history, for leads: where it came from, what was said, what was decided."""

import datetime
from dataclasses import dataclass, field
from uuid import UUID

from adjudication.models import ReviewCase
from annotation.models import Assignment
from benchmark.models import ReleaseItem
from corpus.models import Pair
from foundation.logic.errors import Missing
from foundation.models import Project
from triage.models import Vote


@dataclass(frozen=True)
class Moment:
    """One thing that happened: `who` did or said `what`, a key of the protocol; `quotes` are evidence."""

    at: datetime.datetime
    kind: str
    what: str = ""
    who: str = ""
    text: str = ""
    quotes: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        return ": ".join(part for part in (self.who, self.what) if part)


@dataclass(frozen=True)
class Timeline:
    pair: Pair
    case: ReviewCase | None
    moments: list[Moment]


def timeline(project: Project, pair_id: UUID) -> Timeline:
    """The pair with everything that happened to it, oldest first."""
    pair = (
        Pair.objects.select_related("note", "concept", "comparison", "review_case")
        .defer("note__text")
        .filter(pk=pair_id, project=project)
        .first()
    )
    if pair is None:
        raise Missing()
    case = getattr(pair, "review_case", None)
    moments = [*_origin(pair), *_votes(pair), *_answers(pair)]
    comparison = getattr(pair, "comparison", None)
    if comparison is not None:
        moments.append(Moment(comparison.compared_at, "compared", comparison.kind))
    if case is not None:
        moments += _review(case)
    moments += [
        Moment(item.release.frozen_at, "released", "True" if item.gold else "False", who=item.release.version)
        for item in ReleaseItem.objects.filter(pair=pair).select_related("release")
    ]
    return Timeline(pair, case, sorted(moments, key=lambda moment: moment.at))


def _origin(pair: Pair) -> list[Moment]:
    found = []
    for source in pair.sources.select_related("nearest"):
        near = f"{source.nearest.code}, {source.hops} hops" if source.nearest else ""
        found.append(Moment(pair.created_at, "source", source.source, text=near))
    selection = getattr(pair, "selection", None)
    if selection is not None:
        found.append(Moment(selection.selected_at, "selected", selection.kind))
    return found


def _votes(pair: Pair) -> list[Moment]:
    return [
        Moment(
            vote.created_at,
            "vote",
            vote.label,
            f"{vote.stage}.{vote.vote} {vote.model}",
            vote.explanation,
            [evidence.quote for evidence in vote.evidence.all()],
        )
        for vote in Vote.objects.filter(pair=pair).prefetch_related("evidence").order_by("stage", "vote")
    ]


def _answers(pair: Pair) -> list[Moment]:
    found = []
    places = Assignment.objects.filter(pair=pair).select_related("annotator")
    for place in places.prefetch_related("annotations__spans", "annotations__annotator"):
        if place.taken_at and place.annotator:
            found.append(Moment(place.taken_at, "assigned", place.purpose, place.annotator.username))
        found += [
            Moment(
                answer.submitted_at,
                "answer",
                answer.label,
                answer.annotator.username,
                answer.rationale,
                [span.quote for span in answer.spans.all()],
            )
            for answer in place.annotations.all()
        ]
    return found


def _review(case: ReviewCase) -> list[Moment]:
    found = [
        Moment(
            decision.decided_at,
            "decision",
            decision.outcome,
            decision.sme.username if decision.sme else "system",
            decision.rationale or decision.excluded_reason,
            [span.quote for span in decision.spans.all()],
        )
        for decision in case.decisions.select_related("sme").prefetch_related("spans")
    ]
    found += [
        Moment(
            message.at,
            message.kind,
            who=message.author.username if message.author else "system",
            text=message.text,
        )
        for message in case.messages.select_related("author")
    ]
    return found
