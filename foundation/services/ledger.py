"""The ledger: who did what, when, to which row. It only grows."""

import json

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from foundation.models import LedgerEntry, Project, User

_INSERT = (
    "INSERT INTO foundation_ledgerentry (at, actor_id, project_id, verb, target_type, target_id, detail)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s)"
)


def record(
    *, actor: User | None, verb: str, project: Project | None = None, target: Model | None = None, **detail
) -> None:
    """Afterwards one entry stands in the ledger. `actor` None is the shell (`system`).

    `detail` holds ids, counts and settings; never note text, rationale or a password.
    """
    entry = (
        connection.ops.adapt_datetimefield_value(timezone.now()),
        actor.pk if actor is not None else None,
        project.pk if project is not None else None,
        verb,
        target._meta.label_lower if target is not None else "",
        str(target.pk) if target is not None else "",
        json.dumps(detail),
    )
    # written out: a line goes with every note that is opened, and Django would take longer over the words
    # of this statement than over all the page's questions
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, entry)


def record_many(*, actor: User | None, verb: str, project: Project, targets: list[Model], **detail) -> None:
    """Afterwards one entry a target stands in the ledger."""
    LedgerEntry.objects.bulk_create(
        [
            LedgerEntry(
                actor=actor,
                project=project,
                verb=verb,
                target_type=target._meta.label_lower,
                target_id=str(target.pk),
                detail=detail,
            )
            for target in targets
        ],
        batch_size=500,
    )


def record_view(*, reader: User, project: Project, note: Model) -> None:
    """The one write behind a GET: afterwards the ledger says that the reader opened this note."""
    record(actor=reader, verb="note_viewed", project=project, target=note)
