from collections.abc import Callable

from django.db.models import Exists, OuterRef, QuerySet

from corpus.logic.sentences import CONVENTION, split_sentences
from corpus.models import Note, SentenceTable


def keep_sentences(
    notes: QuerySet[Note], progress: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Afterwards each of the notes has its sentence table. Returns how many tables are new."""
    kept = SentenceTable.objects.filter(note=OuterRef("pk"), convention=CONVENTION)
    missing = list(notes.filter(~Exists(kept)).values_list("pk", flat=True))
    for done, pk in enumerate(missing, start=1):
        text = Note.objects.values_list("text", flat=True).get(pk=pk)
        spans = [list(span) for span in split_sentences(text)]
        SentenceTable.objects.update_or_create(
            note_id=pk, defaults={"convention": CONVENTION, "spans": spans}
        )
        progress(done, len(missing))
    return len(missing)
