"""Controls and repeats: pairs that measure a person and count nowhere else."""

from random import Random

from django.db.models import Exists, OuterRef
from django.utils import timezone

from annotation.logic import allocation, states
from annotation.models import Assignment
from corpus.models import Pair
from foundation.models import Project, User

BATCH = 500


def add_controls(project: Project, person: User, own: list[Assignment], rate: float, rng: Random) -> int:
    """Afterwards the person holds so many controls among their own new work, half of them Related. Returns
    how many there were pairs for."""
    wanted = round(rate * len(own))
    if not wanted:
        return 0
    related, unrelated = _control_pairs(project, person)
    chosen = [(pair, states.RELATED) for pair in _draw(related, (wanted + 1) // 2, rng)]
    chosen += [(pair, states.UNRELATED) for pair in _draw(unrelated, wanted // 2, rng)]
    rng.shuffle(chosen)
    positions = allocation.spread(len(chosen), [place.position for place in own], rng)
    now = timezone.now()
    Assignment.objects.bulk_create(
        [
            Assignment(
                project=project,
                pair_id=pair,
                annotator=person,
                purpose=states.CONTROL,
                status=states.OPEN,
                expected=expected,
                position=position,
                taken_at=now,
            )
            for (pair, expected), position in zip(chosen, positions, strict=True)
        ],
        batch_size=BATCH,
    )
    return len(chosen)


def _control_pairs(project: Project, person: User) -> tuple[list, list]:
    """Pairs fit as controls for the person: unanimous in stage 1, not up for annotation, not seen."""
    seen = Assignment.objects.filter(pair=OuterRef("pk"), annotator=person)
    fit = Pair.objects.filter(
        ~Exists(seen),
        project=project,
        selection__isnull=True,
        triage_results__stage=1,
        triage_results__unanimous=True,
    )
    billed = fit.filter(triage_results__label="explicit", sources__source="billed")
    negatives = fit.filter(
        triage_results__label="unrelated",
        sources__source__in=["prevalence_negative", "semantic_negative"],
    )
    return tuple(
        [pk for pk, *_ in sorted(query.values_list("pk", "task_id", "code").distinct(), key=lambda r: r[1:])]
        for query in (billed, negatives)
    )


def _draw(population: list, count: int, rng: Random) -> list:
    return rng.sample(population, min(count, len(population)))


def add_repeats(person: User, own: list[Assignment], rate: float, rng: Random) -> int:
    """Afterwards so many pairs of the person's own new work come again, later in their queue."""
    chosen = _draw(own, round(rate * len(own)), rng)
    last = max((place.position for place in own), default=0)
    Assignment.objects.bulk_create(
        [
            Assignment(
                project_id=place.project_id,
                pair_id=place.pair_id,
                annotator=person,
                purpose=states.REPEAT,
                status=states.OPEN,
                position=rng.randint(place.position + 1, last + 1),
                taken_at=timezone.now(),
            )
            for place in chosen
        ],
        batch_size=BATCH,
    )
    return len(chosen)
