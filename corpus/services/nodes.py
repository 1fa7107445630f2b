"""Storing the nodes of a code system, whatever is there already."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from corpus.logic.codes import chapter_of
from corpus.models import CodeSystem, Concept
from corpus.services.concepts import CODED, nearest_ancestor
from corpus.services.files import Progress, no_progress

BATCH = 500
_FIELDS = ("kind", "description", "parent_id", "chapter", "billable", "releases", "inclusion", "exclusion")
Parent = tuple[str, str] | None
KEPT = ("", "")


@dataclass(frozen=True)
class NodeRow:
    """One node of a terminology; `parent` is (kind, code), or None for the top and for a retired code."""

    kind: str
    code: str
    description: str
    parent: tuple[str, str] | None
    chapter: str
    billable: bool
    releases: tuple[str, ...]
    inclusion: tuple[str, ...] = ()
    exclusion: tuple[str, ...] = ()


class NodeStore:
    """Adds and refreshes the concepts of one system; none is ever taken away: retired codes stay usable."""

    def __init__(self, system: CodeSystem, progress: Progress = no_progress) -> None:
        self.system, self._progress = system, progress
        self._done = self._total = 0
        self._by_key: dict[tuple[str, str], Concept] = {}
        self._by_code: dict[str, Concept] = {}
        for concept in Concept.objects.filter(system=system).iterator():
            self._remember(concept)

    def put(self, rows: Iterable[NodeRow], *, refresh: bool = True) -> int:
        """Afterwards every row is a concept; how many are codes. With `refresh` off a concept that a
        terminology brought only gains the release."""
        fresh: list[tuple[Concept, Parent]] = []
        touched: list[tuple[Concept, Parent, tuple]] = []
        codes = 0
        for row in rows:
            codes += row.kind in CODED
            concept = self._find(row.kind, row.code)
            if concept is None:
                concept = Concept(system=self.system, kind=row.kind, code=row.code)
                self._fill(concept, row)
                self._remember(concept)
                fresh.append((concept, row.parent))
            elif refresh or concept.kind == Concept.Kind.UNKNOWN:
                touched.append((concept, row.parent, _values(concept)))
                self._by_key.pop((concept.kind, concept.code), None)
                concept.kind = row.kind
                self._fill(concept, row)
                self._remember(concept)
            else:
                touched.append((concept, KEPT, _values(concept)))
                concept.billable = concept.billable or row.billable
                concept.releases = _with(concept.releases, row.releases)
        self._total = len(fresh) + len(touched)
        self._create(fresh)
        self._update(touched)
        return codes

    def _update(self, touched: list[tuple[Concept, Parent, tuple]]) -> None:
        for concept, parent, _ in touched:
            if parent != KEPT:
                concept.parent_id = self._parent_id(concept.code, parent)
        changed = {
            concept.pk: concept for concept, _, before in touched if concept.pk and _values(concept) != before
        }
        for batch in batched(changed.values()):
            Concept.objects.bulk_update(batch, _FIELDS)
            self._count(len(batch))

    def adopt(self) -> None:
        """Afterwards codes that only files know stand under their nearest ancestor."""
        orphans = [
            concept
            for concept in self._by_code.values()
            if concept.kind == Concept.Kind.UNKNOWN and concept.parent_id is None
        ]
        for concept in orphans:
            concept.parent_id = self._parent_id(concept.code, None)
        Concept.objects.bulk_update(orphans, ["parent_id"], batch_size=BATCH)

    def _create(self, fresh: list[tuple[Concept, Parent]]) -> None:
        """Level by level, since a child needs its parent's key; those placed by their beginning come last."""
        waiting = [(concept, parent) for concept, parent in fresh if parent or concept.kind not in CODED]
        by_length: dict[int, list[tuple[Concept, Parent]]] = {}
        for concept, parent in fresh:
            if not parent and concept.kind in CODED:
                by_length.setdefault(len(concept.code), []).append((concept, parent))
        while waiting:
            ready, later = [], []
            for concept, parent in waiting:
                above = self._by_key.get(parent) if parent else None
                (later if above is not None and above.pk is None else ready).append((concept, parent))
            self._insert(ready)
            waiting = later
        for _, rows in sorted(by_length.items()):
            self._insert(rows)

    def _insert(self, rows: list[tuple[Concept, Parent]]) -> None:
        for concept, parent in rows:
            concept.parent_id = self._parent_id(concept.code, parent)
        for batch in batched(concept for concept, _ in rows):
            Concept.objects.bulk_create(batch)
            self._count(len(batch))

    def _count(self, stored: int) -> None:
        self._done += stored
        self._progress(self._done, self._total)

    def _fill(self, concept: Concept, row: NodeRow) -> None:
        concept.description = row.description[:500]
        concept.chapter = row.chapter or chapter_of(self.system.key, row.code)
        concept.billable = concept.billable or row.billable
        concept.releases = _with(concept.releases, row.releases)
        concept.inclusion = "\n".join(row.inclusion)
        concept.exclusion = "\n".join(row.exclusion)

    def _parent_id(self, code: str, parent: tuple[str, str] | None) -> int | None:
        if parent is not None:
            above = self._by_key.get(parent)
            return above.pk if above else None
        known = {key: concept.pk for key, concept in self._prefixes(code)}
        return nearest_ancestor(self.system.key, code, known)

    def _prefixes(self, code: str) -> list[tuple[str, Concept]]:
        beginnings = {code[:length].rstrip(".") for length in range(3, len(code))} - {code}
        return [
            (key, self._by_code[key])
            for key in beginnings
            if key in self._by_code and self._by_code[key].pk is not None
        ]

    def _find(self, kind: str, code: str) -> Concept | None:
        if kind in CODED:
            return self._by_code.get(code)
        return self._by_key.get((kind, code))

    def _remember(self, concept: Concept) -> None:
        self._by_key[concept.kind, concept.code] = concept
        if concept.kind in CODED:
            self._by_code[concept.code] = concept


def batched(concepts: Iterable[Concept]) -> Iterator[list[Concept]]:
    """The concepts, so many at a time as one statement takes."""
    left = iter(concepts)
    while batch := list(islice(left, BATCH)):
        yield batch


def _values(concept: Concept) -> tuple:
    return tuple(getattr(concept, field) for field in _FIELDS)


def _with(releases: str, more: tuple[str, ...]) -> str:
    return " ".join(sorted({*releases.split(), *more}))
