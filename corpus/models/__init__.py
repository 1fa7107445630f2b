from corpus.models.notes import BilledCode, Note
from corpus.models.pairs import Pair, PairSource
from corpus.models.terminology import CodeSystem, Concept, Title

__all__ = ["BilledCode", "CodeSystem", "Concept", "Note", "Pair", "PairSource", "Title"]
