from collections.abc import Callable

from django.db.models import Exists, OuterRef, QuerySet

from corpus.logic.sentences import CONVENTION, split_sentences
from corpus.models import Note, SentenceTable

BATCH = 100


def keep_sentences(
    notes: QuerySet[Note], progress: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Afterwards each of the notes has its sentence table. Returns how many tables are new."""
    kept = SentenceTable.objects.filter(note=OuterRef("pk"), convention=CONVENTION)
    missing = list(notes.filter(~Exists(kept)).values_list("pk", flat=True))
    for start in range(0, len(missing), BATCH):
        texts = Note.objects.filter(pk__in=missing[start : start + BATCH]).values_list("pk", "text")
        SentenceTable.objects.bulk_create(
            [
                SentenceTable(
                    note_id=pk, convention=CONVENTION, spans=[list(span) for span in split_sentences(text)]
                )
                for pk, text in texts
            ],
            update_conflicts=True,
            unique_fields=["note"],
            update_fields=["convention", "spans"],
        )
        progress(min(start + BATCH, len(missing)), len(missing))
    return len(missing)
