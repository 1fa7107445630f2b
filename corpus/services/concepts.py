"""Finding concepts by their code, and keeping those that no terminology knows."""

from collections.abc import Iterable

from django.db.models import Q

from corpus.logic.codes import ICD10CM, ICD10PCS, OWN, SYSTEM_NAMES, chapter_of, guess_system, shown
from corpus.models import CodeSystem, Concept

CODED = (Concept.Kind.CATEGORY, Concept.Kind.CODE, Concept.Kind.UNKNOWN)


def system_named(key: str) -> CodeSystem:
    """The code system's row, made where it is missing."""
    return CodeSystem.objects.get_or_create(key=key, defaults={"name": SYSTEM_NAMES[key]})[0]


class ConceptBook:
    """Code -> primary key of its concept, for the systems that are asked for; each is read once."""

    def __init__(self) -> None:
        self._systems: dict[str, CodeSystem] = {}
        self._ids: dict[str, dict[str, int]] = {}

    def ids(self, key: str) -> dict[str, int]:
        """Every code of a system with its concept's primary key; blocks and chapters left out."""
        if key not in self._ids:
            self._systems[key] = system_named(key)
            found = Concept.objects.filter(system=self._systems[key], kind__in=CODED)
            self._ids[key] = dict(found.values_list("code", "pk").iterator())
        return self._ids[key]

    def add(self, key: str, codes: Iterable[str], *, billable: bool = False) -> None:
        """Afterwards each code has a concept; new ones are of kind `unknown`, under their nearest ancestor
        where the terminology is there."""
        known = self.ids(key)
        fresh = sorted({code for code in codes if code not in known})
        made = [
            Concept(
                system=self._systems[key],
                kind=Concept.Kind.UNKNOWN,
                code=code,
                chapter=chapter_of(key, code),
                billable=billable,
                parent_id=nearest_ancestor(key, code, known),
            )
            for code in fresh
        ]
        Concept.objects.bulk_create(made, batch_size=500)
        known.update((concept.code, concept.pk) for concept in made)

    def resolve(self, raw: str) -> tuple[str, str]:
        """(system, code) meant by a code as a person wrote it: a known concept, else what its shape says."""
        written = raw.strip()
        for key in (ICD10CM, ICD10PCS, OWN):
            code = shown(key, written)
            if code is not None and code in self.ids(key):
                return key, code
        key = guess_system(written)
        return key, shown(key, written) or written


def nearest_ancestor(key: str, code: str, known: dict[str, int]) -> int | None:
    """The concept whose code is the longest proper beginning of this one, of three characters at least."""
    for length in range(len(code) - 1, 2, -1):
        found = known.get(code[:length].rstrip("."))
        if found is not None:
            return found
    return None


def mark_billable(ids: set[int]) -> None:
    """Afterwards concepts that were billed count as billable, whatever release the terminology is of."""
    unmarked = sorted(ids)
    for start in range(0, len(unmarked), 500):
        chosen = Q(pk__in=unmarked[start : start + 500])
        Concept.objects.filter(chosen, billable=False).update(billable=True)
