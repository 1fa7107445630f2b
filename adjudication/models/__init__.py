from adjudication.models.comparisons import Comparison
from adjudication.models.decisions import Decision, DecisionSpan
from adjudication.models.reviews import ReviewCase, ReviewDraft, ReviewMessage
from adjudication.models.sampling import SampleRule

__all__ = [
    "Comparison",
    "Decision",
    "DecisionSpan",
    "ReviewCase",
    "ReviewDraft",
    "ReviewMessage",
    "SampleRule",
]
