from corpus.models.notes import BilledCode, Note, SentenceTable
from corpus.models.pairs import Pair, PairSource
from corpus.models.terminology import CodeSystem, Concept, Title

__all__ = ["BilledCode", "CodeSystem", "Concept", "Note", "Pair", "PairSource", "SentenceTable", "Title"]
