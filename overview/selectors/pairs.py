"""The table of pairs: filters, search, and paging by key, which stays stable while pairs arrive."""

import json
import re
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Prefetch, Q

from adjudication.models import Decision
from annotation.logic import states
from annotation.models import Assignment
from corpus.models import Pair, PairSource
from corpus.selectors.chapters import chapters_of, of_chapter
from foundation.logic.words import is_storable
from foundation.models import Project
from overview.selectors.stages import STAGES, pairs_in

PAGE = 50
# every word is three comparisons, and databases take only so many
MOST_WORDS = 20
# every order ends with the key of a pair, so no two pairs stand at the same place
ORDERS = {
    "task": ("task_id", "code"),
    "code": ("code", "task_id"),
    "description": ("description", "code", "task_id"),
}


@dataclass(frozen=True)
class Heading:
    """A column that sorts: its direction now, "" in another order, and the query of a click on it."""

    direction: str
    query: str


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
    chapters: dict[str, str]
    headings: dict[str, Heading]


def pairs_page(project: Project, given: dict[str, str]) -> PairsPage:
    """A page of at most 50 pairs. `given` may hold stage, source, q, chapter, kind, sort (a name of ORDERS,
    with `-` before it descending) and after or before, the sort key of a pair as a JSON list."""
    filters = {
        name: given.get(name, "").replace("\0", "").strip()
        for name in ("stage", "source", "q", "chapter", "kind")
    }
    sort = given.get("sort", "") if given.get("sort", "").removeprefix("-") in ORDERS else "task"
    columns, descending = ORDERS[sort.removeprefix("-")], sort.startswith("-")
    pairs = _filtered(project, filters)
    total = pairs.count()
    key = _read_key(given.get("before") or given.get("after"), len(columns))
    backwards = key is not None and bool(given.get("before"))
    if key is not None:
        pairs = pairs.filter(_beyond(columns, key, downwards=descending != backwards))
    order = [f"-{column}" if descending != backwards else column for column in columns]
    found = list(_loaded(pairs).order_by(*order)[: PAGE + 1])
    more, found = len(found) > PAGE, found[:PAGE]
    if backwards:
        found.reverse()
    kept = {name: value for name, value in (filters | {"sort": sort}).items() if value and value != "task"}
    has_next, has_previous = (True, more) if backwards else (more, key is not None)
    return PairsPage(
        [_row(pair) for pair in found],
        total,
        filters,
        urlencode(kept | {"after": _key(columns, found[-1])}) if found and has_next else "",
        urlencode(kept | {"before": _key(columns, found[0])}) if found and has_previous else "",
        STAGES,
        list(PairSource.Source.values),
        chapters_of(project),
        _headings(sort, kept),
    )


def _beyond(columns: tuple[str, ...], key: list[str], *, downwards: bool) -> Q:
    """Rows after the key in the order of the columns, or before it."""
    side, condition = ("lt" if downwards else "gt"), Q(pk__in=[])
    for place, column in enumerate(columns):
        equal = dict(zip(columns[:place], key[:place], strict=True))
        condition |= Q(**equal, **{f"{column}__{side}": key[place]})
    return condition


def _read_key(text: str | None, length: int) -> list[str] | None:
    """The key that a link carries; what is none is as if it were not there."""
    try:
        key = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    fits = (
        isinstance(key, list)
        and len(key) == length
        and all(isinstance(part, str) and is_storable(part) for part in key)
    )
    return key if fits else None


def _key(columns: tuple[str, ...], pair: Pair) -> str:
    return json.dumps([getattr(pair, column) for column in columns])


def _headings(sort: str, kept: dict[str, str]) -> dict[str, Heading]:
    """What a click on each heading asks for: its order, or the other way round where it is in it."""
    return {
        name: Heading(
            "" if sort.removeprefix("-") != name else "descending" if sort.startswith("-") else "ascending",
            urlencode(kept | {"sort": f"-{name}" if sort == name else name}),
        )
        for name in ORDERS
    }


def _filtered(project: Project, filters: dict[str, str]):
    pairs = pairs_in(project, filters["stage"])
    if filters["source"]:
        pairs = pairs.filter(sources__source=filters["source"])
    if filters["chapter"]:
        pairs = pairs.filter(of_chapter(filters["chapter"]))
    if filters["kind"]:
        pairs = pairs.filter(comparison__kind=filters["kind"])
    for word in filters["q"].split()[:MOST_WORDS]:
        pairs = pairs.filter(Q(code__istartswith=word) | Q(task_id__istartswith=word) | _described(word))
    return pairs


def _described(word: str) -> Q:
    """Pairs whose description holds the word in any case. SQLite's LIKE knows the cases of ASCII alone."""
    return Q(description__icontains=word) if word.isascii() else Q(description__iregex=re.escape(word))


def _loaded(pairs):
    return pairs.select_related("comparison", "review_case", "concept").prefetch_related(
        "sources",
        Prefetch("assignments", Assignment.objects.filter(purpose=states.WORK), to_attr="work"),
        Prefetch("review_case__decisions", Decision.objects.defer("rationale"), to_attr="all_decisions"),
    )


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
