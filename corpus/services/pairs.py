"""Putting pairs on the shelf: each (task, code) once, with every reason why it is there."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from corpus.models import Pair, PairSource
from foundation.models import Project

BATCH = 500


@dataclass(frozen=True)
class NewPair:
    """A pair to be there, and one reason for it; the last five describe a negative."""

    note_id: UUID
    task_id: str
    concept_id: int
    code: str
    source: str
    description: str = ""
    nearest_id: int | None = None
    hops: int | None = None
    similarity: Decimal | None = None
    seed: int | None = None
    method: str = ""


class PairShelf:
    """Stores pairs in batches; `created` counts new pairs, `unchanged` those that stood already."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.created = self.unchanged = 0

    def put(self, rows: Sequence[NewPair]) -> list[NewPair]:
        """Afterwards every row is a pair with that source; a source that stood is kept as it was. Returns the
        rows whose pair is new."""
        new: list[NewPair] = []
        for start in range(0, len(rows), BATCH):
            new += self._put(rows[start : start + BATCH])
        return new

    def _put(self, rows: Sequence[NewPair]) -> list[NewPair]:
        tasks = {row.task_id for row in rows}
        stored = {
            (task, code): pk
            for task, code, pk in Pair.objects.filter(project=self.project, task_id__in=tasks).values_list(
                "task_id", "code", "pk"
            )
        }
        fresh: dict[tuple[str, str], Pair] = {}
        new: list[NewPair] = []
        for row in rows:
            key = (row.task_id, row.code)
            if key in stored or key in fresh:
                self.unchanged += 1
                continue
            fresh[key] = Pair(
                project=self.project,
                note_id=row.note_id,
                concept_id=row.concept_id,
                task_id=row.task_id,
                code=row.code,
                description=row.description,
            )
            new.append(row)
        Pair.objects.bulk_create(fresh.values(), batch_size=BATCH)
        self.created += len(fresh)
        ids = stored | {key: pair.pk for key, pair in fresh.items()}
        self._give_sources([(ids[row.task_id, row.code], row) for row in rows])
        return new

    def _give_sources(self, rows: list[tuple[UUID, NewPair]]) -> None:
        found = PairSource.objects.filter(pair_id__in={pk for pk, _ in rows})
        there = set(found.values_list("pair_id", "source"))
        fresh = {}
        for pk, row in rows:
            if (pk, row.source) not in there:
                fresh.setdefault(
                    (pk, row.source),
                    PairSource(
                        pair_id=pk,
                        source=row.source,
                        nearest_id=row.nearest_id,
                        hops=row.hops,
                        similarity=row.similarity,
                        seed=row.seed,
                        method=row.method,
                    ),
                )
        PairSource.objects.bulk_create(fresh.values(), batch_size=BATCH)
