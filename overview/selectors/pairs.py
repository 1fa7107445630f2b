"""The table of pairs: filters, search, and paging by key, which stays stable while pairs arrive."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Prefetch, Q

from adjudication.models import Decision
from annotation.logic import states
from annotation.models import Assignment
from corpus.models import Pair, PairSource
from foundation.models import Project
from overview.selectors.stages import STAGES, pairs_in

PAGE = 50


@dataclass(frozen=True)
class PairRow:
    """One pair in the table; never its note's text."""

    pair: Pair
    sources: list[str]
    answers: int
    places: int
    kind: str
    outcome: str


@dataclass(frozen=True)
class PairsPage:
    rows: list[PairRow]
    total: int
    filters: dict[str, str]
    next_query: str
    previous_query: str
    stages: dict[str, str]
    sources: list[str]


def pairs_page(project: Project, given: dict[str, str]) -> PairsPage:
    """A page of at most 50 pairs sorted by (task_id, code). `given` may hold stage, source, q, chapter and
    after or before, a key `task_id code`."""
    filters = {name: given.get(name, "").strip() for name in ("stage", "source", "q", "chapter", "kind")}
    pairs = _filtered(project, filters)
    total = pairs.count()
    after, before = given.get("after", ""), given.get("before", "")
    if before:
        task_id, _, code = before.rpartition(" ")
        earlier = pairs.filter(Q(task_id__lt=task_id) | Q(task_id=task_id, code__lt=code))
        found = list(_loaded(earlier).order_by("-task_id", "-code")[: PAGE + 1])
        more_before, more_after = len(found) > PAGE, True
        found = found[:PAGE][::-1]
    else:
        if after:
            task_id, _, code = after.rpartition(" ")
            pairs = pairs.filter(Q(task_id__gt=task_id) | Q(task_id=task_id, code__gt=code))
        found = list(_loaded(pairs).order_by("task_id", "code")[: PAGE + 1])
        more_before, more_after = bool(after), len(found) > PAGE
        found = found[:PAGE]
    rows = [_row(pair) for pair in found]
    kept = {name: value for name, value in filters.items() if value}
    return PairsPage(
        rows,
        total,
        filters,
        urlencode(kept | {"after": _key(found[-1])}) if found and more_after else "",
        urlencode(kept | {"before": _key(found[0])}) if found and more_before else "",
        STAGES,
        list(PairSource.Source.values),
    )


def _filtered(project: Project, filters: dict[str, str]):
    pairs = pairs_in(project, filters["stage"])
    if filters["source"]:
        pairs = pairs.filter(sources__source=filters["source"])
    if filters["chapter"]:
        pairs = pairs.filter(concept__chapter=filters["chapter"])
    if filters["kind"]:
        pairs = pairs.filter(comparison__kind=filters["kind"])
    for word in filters["q"].split():
        pairs = pairs.filter(
            Q(code__istartswith=word) | Q(task_id__istartswith=word) | Q(description__icontains=word)
        )
    return pairs


def _loaded(pairs):
    return pairs.select_related("comparison", "review_case", "concept").prefetch_related(
        "sources",
        Prefetch("assignments", Assignment.objects.filter(purpose=states.WORK), to_attr="work"),
        Prefetch("review_case__decisions", Decision.objects.defer("rationale"), to_attr="all_decisions"),
    )


def _key(pair: Pair) -> str:
    return f"{pair.task_id} {pair.code}"


def _row(pair: Pair) -> PairRow:
    case = getattr(pair, "review_case", None)
    outcome = ""
    if case is not None:
        current = [row for row in case.all_decisions if row.revision == case.revision]
        outcome = current[0].outcome if current and case.status == "decided" else case.status
    comparison = getattr(pair, "comparison", None)
    return PairRow(
        pair,
        [source.source for source in pair.sources.all()],
        sum(place.status in states.ANSWERED for place in pair.work),
        len(pair.work),
        comparison.kind if comparison else "",
        outcome,
    )
