"""How the places of a project stand: what the lead sees before giving pairs out."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from annotation.logic import states
from annotation.models import Assignment
from corpus.models import Pair
from foundation.models import Project


@dataclass(frozen=True)
class PlacesPage:
    selected: int
    without_places: int
    free: int
    open: int
    answered: int
    people: list[dict]


def places_page(project: Project) -> PlacesPage:
    work = Assignment.objects.filter(project=project, purpose=states.WORK)
    selected = Pair.objects.filter(project=project, selection__isnull=False)
    counts = work.aggregate(
        free=Count("pk", filter=Q(status=states.FREE)),
        open=Count("pk", filter=Q(status__in=states.TO_DO)),
        answered=Count("pk", filter=Q(status__in=states.ANSWERED)),
    )
    people = (
        work.filter(annotator__isnull=False)
        .values("annotator__username")
        .annotate(
            open=Count("pk", filter=Q(status__in=states.TO_DO)),
            answered=Count("pk", filter=Q(status__in=states.ANSWERED)),
        )
    )
    return PlacesPage(
        selected.count(),
        selected.filter(~Exists(work.filter(pair=OuterRef("pk")))).count(),
        counts["free"],
        counts["open"],
        counts["answered"],
        sorted(people, key=lambda row: row["annotator__username"]),
    )
