from corpus.logic.sentences import CONVENTION, split_sentences
from corpus.models import Note, SentenceTable


def sentences_of(note: Note) -> list[list[int]]:
    """The note's sentences as [start, end] in code points: kept ones, or split now where none are kept."""
    kept = SentenceTable.objects.filter(note=note, convention=CONVENTION).first()
    return kept.spans if kept else [list(span) for span in split_sentences(note.text)]
