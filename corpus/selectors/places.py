"""Where concepts stand in the hierarchy of their system."""

from collections.abc import Iterable, Mapping

from corpus.logic.hierarchy import Node, Place
from corpus.models import Concept


class Places:
    """Concept -> its place. A system's tree is read once, when the first of its concepts is asked for."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[str, str, int | None]] = {}
        self._system_of: dict[int, str] = {}
        self._read: set[int] = set()

    def of(self, concept_ids: Iterable[int]) -> dict[int, Place]:
        """Each concept's place. One that no terminology placed has an empty path."""
        wanted = set(concept_ids)
        missing = wanted - self._rows.keys()
        if missing:
            systems = Concept.objects.filter(pk__in=missing).values_list("system_id", flat=True).distinct()
            for system in set(systems) - self._read:
                self._read_system(system)
        return {pk: self._place(pk) for pk in wanted}

    def _read_system(self, system: int) -> None:
        found = Concept.objects.filter(system_id=system)
        for pk, key, kind, code, parent in found.values_list(
            "pk", "system__key", "kind", "code", "parent_id"
        ).iterator():
            self._rows[pk] = (kind, code, parent)
            self._system_of[pk] = key
        self._read.add(system)

    def _place(self, pk: int) -> Place:
        kind, code, above = self._rows[pk]
        path: list[Node] = [(kind, code)]
        while above is not None:
            parent_kind, parent_code, above = self._rows[above]
            path.append((parent_kind, parent_code))
        alone = kind == Concept.Kind.UNKNOWN and len(path) == 1
        return Place(self._system_of[pk], code, () if alone else tuple(reversed(path)))


def billed_places(places: Places, billed: Mapping[str, int]) -> dict[str, Place]:
    """Code -> place of a stay's billed codes, given code -> concept."""
    found = places.of(billed.values())
    return {code: found[pk] for code, pk in billed.items()}
