from adjudication.models.comparisons import Comparison
from adjudication.models.decisions import Decision, DecisionSpan
from adjudication.models.reviews import ReviewCase, ReviewDraft, ReviewMessage

__all__ = ["Comparison", "Decision", "DecisionSpan", "ReviewCase", "ReviewDraft", "ReviewMessage"]
