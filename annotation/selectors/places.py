"""How the places of a project stand: what the lead sees before giving pairs out."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from annotation.logic import states
from annotation.models import Assignment
from corpus.models import Pair
from foundation.logic.errors import Refusal
from foundation.logic.roles import ANNOTATOR
from foundation.models import Project, User
from foundation.selectors.access import members


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


def annotators_named(project: Project, names: list[str]) -> list[User]:
    """The project's annotators of these names (in any case). Anybody else is refused alike, known here or
    not."""
    people = {person.username.casefold(): person for person in members(project, ANNOTATOR)}
    outside = [name for name in names if name.casefold() not in people]
    if outside:
        raise Refusal("not_an_annotator", f"Not an active annotator here: {', '.join(outside)}.")
    return [people[name.casefold()] for name in names]
