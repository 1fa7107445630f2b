from collections.abc import Iterator, Sequence

from corpus.logic.sentences import CONVENTION, split_sentences
from corpus.models import Note


def sentences_of(note: Note) -> list[list[int]]:
    """The note's sentences as [start, end] in code points: kept ones, or split now where none are kept."""
    kept = getattr(note, "sentence_table", None)
    if kept is not None and kept.convention == CONVENTION:
        return kept.spans
    return [list(span) for span in split_sentences(note.text)]


def texts_with_sentences(notes: Sequence[str]) -> Iterator[tuple[str, Sequence[Sequence[int]]]]:
    """Text and sentences (as `sentences_of` has them) of each of the notes, in the order of the notes."""
    columns = ("text", "sentence_table__convention", "sentence_table__spans")
    found = Note.objects.filter(pk__in=notes).order_by("pk")
    for text, convention, spans in found.values_list(*columns):
        yield text, spans if convention == CONVENTION else split_sentences(text)
