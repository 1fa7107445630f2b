"""Taking places back: leases that ran out, and people who leave."""

import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from annotation.logic import states
from annotation.models import Assignment, Draft
from foundation.logic.roles import ANNOTATOR, LEAD
from foundation.models import Membership, Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record
from foundation.services.people import set_active

BATCH = 500


@transaction.atomic
def free_expired(*, project: Project, now: datetime.datetime | None = None) -> int:
    """Afterwards pulled places whose lease has passed are free again (drafted or answered ones stay), and so
    are all unanswered places of people who no longer annotate here. Returns the freed places."""
    now = now or timezone.now()
    undrafted = ~Exists(Draft.objects.filter(assignment=OuterRef("pk")))
    annotators = Membership.objects.filter(project=project, role=ANNOTATOR)
    left = ~Exists(annotators.filter(user=OuterRef("annotator")))
    stale = Q(undrafted, lease_until__lt=now) | Q(left)
    held = Assignment.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        stale, project=project, status=states.OPEN
    )
    # a draft may have come in before the places were held: what is held now is asked once more
    return _give_up(Assignment.objects.filter(stale, pk__in=[place.pk for place in held]))


@transaction.atomic
def remove_person(*, actor: User | None, membership: Membership) -> int:
    """Afterwards the person is out of the project, and `free_places_of` holds of an annotator. Returns the
    freed places."""
    membership = set_active(actor=actor, membership=membership, active=False)
    if membership.role != ANNOTATOR:
        return 0
    return free_places_of(actor=actor, project=membership.project, annotator=membership.user)


@transaction.atomic
def free_places_of(*, actor: User | None, project: Project, annotator: User) -> int:
    """Afterwards the person's unanswered work is free for others (drafts are kept on record), their
    unanswered controls and repeats are gone, and everything they answered stays: an answer that was sent
    back stands as it was. Returns the freed places."""
    require_role(actor, project, LEAD)
    mine = Assignment.objects.select_for_update().filter(project=project, annotator=annotator)
    freed = _give_up(mine.filter(status=states.OPEN))
    mine.filter(status=states.RETURNED).update(status=states.CLOSED, closed_at=timezone.now())
    record(actor=actor, verb="places_freed", project=project, target=annotator, places=freed)
    return freed


def _give_up(unanswered: QuerySet[Assignment]) -> int:
    extra = unanswered.exclude(purpose=states.WORK)
    Draft.objects.filter(assignment__in=extra).delete()
    extra.delete()
    freed = list(unanswered.filter(purpose=states.WORK))
    for place in freed:
        place.annotator = place.taken_at = place.lease_until = place.skipped_at = None
        place.status = states.FREE
    Assignment.objects.bulk_update(
        freed, ["annotator", "status", "taken_at", "lease_until", "skipped_at"], batch_size=BATCH
    )
    return len(freed)
