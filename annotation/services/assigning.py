"""Giving pairs to annotators: places, fixed assignment, the pull queue."""

import datetime
from collections import Counter
from random import Random

from django.db import transaction
from django.db.models import BigAutoField, Exists, IntegerField, Max, OuterRef, QuerySet
from django.utils import timezone

from annotation.logic import allocation, states
from annotation.models import Assignment
from annotation.selectors.queue import next_held
from annotation.services.freeing import free_expired
from annotation.services.measuring import add_controls, add_repeats
from corpus.models import Note, Pair
from corpus.services.sentences import keep_sentences
from foundation.logic.errors import Forbidden, Refusal
from foundation.logic.roles import ANNOTATOR, LEAD
from foundation.models import Membership, Project, User
from foundation.prepared import Given, Prepared
from foundation.selectors.access import members, require_role
from foundation.services.ledger import record

BATCH = 500


@transaction.atomic
def open_places(*, actor: User | None, project: Project) -> int:
    """Afterwards every selected pair has exactly N places. Returns how many places are new."""
    require_role(actor, project, LEAD)
    project = Project.objects.select_for_update().get(pk=project.pk)
    placed = Assignment.objects.filter(pair=OuterRef("pk"), purpose=states.WORK)
    bare = list(
        Pair.objects.filter(~Exists(placed), project=project, selection__isnull=False).values_list(
            "pk", "task_id", "code"
        )
    )
    keys = {f"{task_id} {code}": pk for pk, task_id, code in bare}
    start = (Assignment.objects.filter(project=project).aggregate(last=Max("position"))["last"] or 0) + 1
    order = allocation.serving_order(list(keys), project.seed)
    places = [
        Assignment(project=project, pair_id=keys[key], place=place, position=start + position)
        for key, position in sorted(order.items(), key=lambda item: item[1])
        for place in range(1, project.annotators + 1)
    ]
    Assignment.objects.bulk_create(places, batch_size=BATCH)
    keep_sentences(
        Note.objects.filter(project=project, stands=True, pairs__selection__isnull=False).distinct()
    )
    if places:
        record(actor=actor, verb="places_opened", project=project, places=len(places))
    return len(places)


@transaction.atomic
def assign_pairs(
    *,
    actor: User | None,
    project: Project,
    annotators: list[User] | None = None,
    bound: bool = False,
    pairs: QuerySet[Pair] | None = None,
    controls: float = 0.0,
    repeats: float = 0.0,
    seed: int = 0,
) -> dict:
    """Afterwards the free places of the selected pairs (or of `pairs` among them) are given out.

    `annotators` defaults to all active ones. With `bound` the same named people get every pair. `controls`
    and `repeats` are shares of each person's new work. Returns {assigned: {username: n}, controls, repeats}.
    """
    open_places(actor=actor, project=project)
    free_expired(project=project)
    people = members(project, ANNOTATOR) if annotators is None else annotators
    check_people(project, people, bound)
    rng = Random(f"{project.seed} {seed}")
    given = _give(project, people, bound, pairs, rng)
    counts = Counter({person.username: 0 for person in people}) + Counter(
        place.annotator.username for place in given
    )
    own: dict[int, list[Assignment]] = {person.pk: [] for person in people}
    for place in given:
        own[place.annotator_id].append(place)
    made_controls = sum(add_controls(project, person, own[person.pk], controls, rng) for person in people)
    made_repeats = sum(add_repeats(person, own[person.pk], repeats, rng) for person in people)
    assigned = {person.username: counts[person.username] for person in people}
    record(
        actor=actor,
        verb="pairs_assigned",
        project=project,
        assigned=assigned,
        controls=made_controls,
        repeats=made_repeats,
        seed=seed,
    )
    return {"assigned": assigned, "controls": made_controls, "repeats": made_repeats}


def check_people(project: Project, people: list[User], bound: bool) -> None:
    """Return when the free places can be given to these people; otherwise raise."""
    active = {user.pk for user in members(project, ANNOTATOR)}
    outside = [person.username for person in people if person.pk not in active]
    if outside:
        raise Refusal("not_an_annotator", f"Not an active annotator here: {', '.join(outside)}.")
    if len({person.pk for person in people}) != len(people):
        raise Refusal("same_person_twice", "The same person is named twice.")
    if not people:
        raise Refusal("no_annotators", "The project has no active annotators.")
    if bound and len(people) != project.annotators:
        raise Refusal(
            "wrong_number", f"Each pair takes {project.annotators} annotators; {len(people)} are named."
        )


def _give(
    project: Project, people: list[User], bound: bool, pairs: QuerySet[Pair] | None, rng: Random
) -> list[Assignment]:
    free = Assignment.objects.filter(project=project, status=states.FREE).select_for_update()
    if pairs is not None:
        free = free.filter(pair__in=pairs.values("pk"))
    places: dict[str, list[Assignment]] = {}
    for place in free.order_by("position", "place"):
        places.setdefault(str(place.pair_id), []).append(place)
    held: dict[str, set[str]] = {}
    load: Counter[str] = Counter()
    taken = Assignment.objects.filter(project=project, purpose=states.WORK, annotator__isnull=False)
    for pair_id, username in taken.values_list("pair_id", "annotator__username"):
        held.setdefault(str(pair_id), set()).add(username)
        load[username] += 1
    open_pairs = [
        allocation.OpenPair(key, len(group), frozenset(held.get(key, ())), _stratum(group[0], strata))
        for strata in [_strata(project)]
        for key, group in places.items()
    ]
    names = [person.username for person in people]
    if bound:
        chosen = allocation.bind(open_pairs, names)
    else:
        chosen = allocation.allocate(open_pairs, names, load, rng)
    by_name = {person.username: person for person in people}
    now, given = timezone.now(), []
    for key, usernames in chosen.items():
        for place, username in zip(places[key], usernames, strict=False):
            place.annotator, place.status, place.taken_at = by_name[username], states.OPEN, now
            given.append(place)
    Assignment.objects.bulk_update(given, ["annotator", "status", "taken_at"], batch_size=BATCH)
    return given


def _strata(project: Project) -> dict[str, str]:
    rows = Pair.objects.filter(project=project, selection__isnull=False).values_list(
        "pk", "selection__kind", "concept__chapter"
    )
    return {str(pk): f"{kind} {chapter}" for pk, kind, chapter in rows}


def _stratum(place: Assignment, strata: dict[str, str]) -> str:
    return strata.get(str(place.pair_id), "")


_ANNOTATOR, _PROJECT = Given("annotator", BigAutoField()), Given("project", BigAutoField())
_MEMBERSHIP = Prepared(
    lambda: Membership.objects.select_for_update().filter(
        project=_PROJECT, user=_ANNOTATOR, role=ANNOTATOR, active=True
    )
)
_LAST_POSITION = Prepared(
    lambda: (
        Assignment.objects.filter(annotator=_ANNOTATOR, project=_PROJECT, purpose=states.WORK)
        .order_by("-position")
        .values_list("position", flat=True)[:1]
    )
)
_FREE_PLACE = Prepared(
    lambda: (
        Assignment.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(
            ~Exists(Assignment.objects.filter(pair=OuterRef("pair"), annotator=_ANNOTATOR)),
            project=_PROJECT,
            status=states.FREE,
            position__gt=Given("after", IntegerField()),
        )
        .order_by("position", "place")[:1]
    )
)


@transaction.atomic
def take_next(
    *, annotator: User, project: Project, now: datetime.datetime | None = None
) -> Assignment | None:
    """The annotator's next assignment: one they hold, or else the next free place on a pair they are not on.

    Whatever the concurrency, no place is given twice and nobody gets two places of a pair. None: no work.
    """
    now = now or timezone.now()
    if _MEMBERSHIP.first(annotator=annotator.pk, project=project.pk) is None:
        raise Forbidden("not_an_annotator", "You do not annotate in this project now.")
    held = next_held(annotator, project)
    if held is not None:
        return held
    place = _free_place(annotator, project)
    if place is None and free_expired(project=project, now=now):
        place = _free_place(annotator, project)
    if place is None:
        return None
    place.annotator, place.status, place.taken_at = annotator, states.OPEN, now
    place.lease_until = now + datetime.timedelta(hours=project.lease_hours)
    place.save(update_fields=["annotator", "status", "taken_at", "lease_until"])
    record(actor=annotator, verb="pair_taken", project=project, target=place)
    return place


def _free_place(annotator: User, project: Project) -> Assignment | None:
    """A locked free place. Looks first beyond the annotator's last position, so that the search does not
    grow with what they have done."""
    who = {"annotator": annotator.pk, "project": project.pk}
    last = _LAST_POSITION.first(**who) or 0
    return _FREE_PLACE.first(**who, after=last) or _FREE_PLACE.first(**who, after=-1)
