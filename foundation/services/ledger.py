"""The ledger: who did what, when, to which row. It only grows."""

from django.db.models import Model

from foundation.models import LedgerEntry, Project, User


def record(
    *, actor: User | None, verb: str, project: Project | None = None, target: Model | None = None, **detail
) -> None:
    """Afterwards one entry stands in the ledger. `actor` None is the shell (`system`).

    `detail` holds ids, counts and settings; never note text, rationale or a password.
    """
    LedgerEntry.objects.create(
        actor=actor,
        project=project,
        verb=verb,
        target_type=target._meta.label_lower if target is not None else "",
        target_id=str(target.pk) if target is not None else "",
        detail=detail,
    )


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
