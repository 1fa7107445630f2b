"""Drawing negatives: concepts that were not billed for a stay, as pairs with its note."""

from collections import Counter
from decimal import Decimal

import numpy as np
from django.db import transaction

from corpus.logic.hierarchy import Place, are_in_line, nearest
from corpus.logic.sampling import PrevalenceUrn, generator, most_similar, rounded
from corpus.models import BilledCode, Concept, Note, PairSource, Title
from corpus.selectors.places import Places
from corpus.services.embedding import embed, model_name
from corpus.services.files import Progress, no_progress
from corpus.services.pairs import NewPair, PairShelf
from foundation.logic.errors import Refusal
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record

PREVALENCE, SEMANTIC = "prevalence", "semantic"
STRATEGIES = (PREVALENCE, SEMANTIC)
SEEN, ALL = "seen", "all"
UNIVERSES = (SEEN, ALL)
BATCH = 500
_SOURCES = {
    PREVALENCE: PairSource.Source.PREVALENCE_NEGATIVE,
    SEMANTIC: PairSource.Source.SEMANTIC_NEGATIVE,
}


@transaction.atomic
def sample_negatives(
    *,
    actor: User | None,
    project: Project,
    strategy: str,
    per_stay: int,
    seed: int,
    universe: str = SEEN,
    progress: Progress = no_progress,
) -> dict:
    """Afterwards every stay with billed codes has so many negatives of the strategy (fewer where there are
    fewer): {created, by_hops: {hops to the nearest billed code: pairs}}. The same seed draws the same.

    Every negative stores the nearest billed code, the hops to it, the largest similarity to a billed
    description, the seed and the model.
    """
    require_role(actor, project, LEAD)
    if strategy not in STRATEGIES or universe not in UNIVERSES:
        raise Refusal("bad_setting", "The strategy or the universe is not one of the known ones.")
    if per_stay < 1:
        raise Refusal("bad_setting", "At least one negative a stay.")
    Project.objects.select_for_update().get(pk=project.pk)
    sampler = _Sampler(project, strategy, per_stay, seed, universe)
    shelf, hops = PairShelf(project), Counter()
    notes = Note.objects.filter(project=project, stands=True, hadm_id__in=sampler.billed.keys())
    tasks = sorted(notes.values_list("task_id", "pk", "hadm_id"))
    for start in range(0, len(tasks), BATCH):
        rows = [row for task in tasks[start : start + BATCH] for row in sampler.negatives(*task)]
        for row in shelf.put(rows):
            hops["none" if row.hops is None else str(row.hops)] += 1
        progress(min(start + BATCH, len(tasks)), len(tasks))
    by_hops = dict(sorted(hops.items(), key=lambda item: (item[0] == "none", item[0].zfill(4))))
    options = {"strategy": strategy, "per_stay": per_stay, "seed": seed, "universe": universe}
    record(actor=actor, verb="negatives_sampled", project=project, created=shelf.created, **options)
    return {"created": shelf.created, "by_hops": by_hops}


class _Sampler:
    """What the draws of one run share: the codes to draw from, their places and their vectors."""

    def __init__(self, project: Project, strategy: str, per_stay: int, seed: int, universe: str) -> None:
        self.strategy, self.per_stay, self.seed = strategy, per_stay, seed
        self.billed: dict[str, dict[str, int]] = {}
        stays: Counter = Counter()
        found = BilledCode.objects.filter(project=project)
        for stay, code, concept in found.values_list("hadm_id", "concept__code", "concept_id").iterator():
            self.billed.setdefault(stay, {})[code] = concept
            stays[code] += 1
        if not self.billed:
            raise Refusal("no_codes", "The project has no billed codes yet; import them first.")
        self._read_concepts(project, universe)
        self._urn = PrevalenceUrn({code: count for code, count in stays.items() if code in self._concepts})
        self._places = Places().of(concept.pk for concept in self._concepts.values())
        self._read_vectors()

    def _read_concepts(self, project: Project, universe: str) -> None:
        """Billable codes that the corpus has seen, or (setting) every billable code of their systems."""
        seen = Concept.objects.filter(billed_codes__project=project).distinct()
        chosen = seen
        if universe == ALL:
            systems = seen.values_list("system_id", flat=True)
            chosen = Concept.objects.filter(
                system_id__in=set(systems), billable=True
            ) | Concept.objects.filter(pk__in={pk for codes in self.billed.values() for pk in codes.values()})
        rows = chosen.only("pk", "code", "description", "billable").iterator()
        self._concepts = {concept.code: concept for concept in rows}
        self._titles = dict(Title.objects.filter(project=project).values_list("concept_id", "text"))

    def _read_vectors(self) -> None:
        described = sorted(code for code in self._concepts if self._description(code))
        self._row_of = {code: row for row, code in enumerate(described)}
        self._described = described
        self._vectors = embed([self._description(code) for code in described])

    def _description(self, code: str) -> str:
        concept = self._concepts[code]
        return self._titles.get(concept.pk) or concept.description

    def negatives(self, task_id: str, note_id, stay: str) -> list[NewPair]:
        billed = self.billed[stay]
        places = {code: self._places[pk] for code, pk in billed.items()}
        closeness = self._closeness(billed)
        if self.strategy == PREVALENCE:
            codes = self._urn.draw(billed.keys(), self.per_stay, generator(self.seed, task_id))
        else:
            codes = self._most_similar(places, closeness)
        return [self._pair(task_id, note_id, code, places, billed, closeness) for code in codes]

    def _closeness(self, billed: dict[str, int]) -> np.ndarray | None:
        """For every described code the largest cosine over the stay's billed codes."""
        rows = [self._row_of[code] for code in sorted(billed) if code in self._row_of]
        return (self._vectors @ self._vectors[rows].T).max(axis=1) if rows else None

    def _most_similar(self, places: dict[str, Place], closeness: np.ndarray | None) -> list[str]:
        """The nearest descriptions that are neither billed nor above or below a billed code."""
        if closeness is None:
            return []
        # only as many candidates as could be needed are looked at one by one, then twice as many, and so on
        size = self.per_stay + 2 * len(places) + 50
        while True:
            candidates = self._nearest_rows(closeness, size)
            open_codes = [
                (code, rounded(float(closeness[self._row_of[code]])))
                for code in candidates
                if not any(are_in_line(self._place(code), place) for place in places.values())
            ]
            if len(open_codes) >= self.per_stay or len(candidates) == len(self._described):
                return [code for code, _ in most_similar(open_codes, self.per_stay)]
            size *= 2

    def _nearest_rows(self, closeness: np.ndarray, size: int) -> list[str]:
        """The codes of the `size` largest cosines, with all that equal the last of them in six places."""
        if size >= len(self._described):
            return self._described
        last = np.partition(closeness, len(closeness) - size)[len(closeness) - size]
        return [self._described[row] for row in np.flatnonzero(closeness >= last - 1e-6)]

    def _place(self, code: str) -> Place:
        return self._places[self._concepts[code].pk]

    def _pair(self, task_id: str, note_id, code: str, places, billed, closeness) -> NewPair:
        concept = self._concepts[code]
        near = nearest(self._place(code), places)
        similarity: Decimal | None = None
        if closeness is not None and code in self._row_of:
            similarity = rounded(float(closeness[self._row_of[code]]))
        return NewPair(
            note_id=note_id,
            task_id=task_id,
            concept_id=concept.pk,
            code=code,
            source=_SOURCES[self.strategy],
            description=self._description(code),
            nearest_id=billed[near[0]] if near else None,
            hops=near[1] if near else None,
            similarity=similarity,
            seed=self.seed,
            method=model_name(),
        )
