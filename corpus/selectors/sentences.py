from corpus.logic.sentences import CONVENTION, split_sentences
from corpus.models import Note


def sentences_of(note: Note) -> list[list[int]]:
    """The note's sentences as [start, end] in code points: kept ones, or split now where none are kept."""
    kept = getattr(note, "sentence_table", None)
    if kept is not None and kept.convention == CONVENTION:
        return kept.spans
    return [list(span) for span in split_sentences(note.text)]
