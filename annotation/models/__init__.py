from annotation.models.answers import Annotation, Draft, EvidenceSpan
from annotation.models.assignments import Assignment
from annotation.models.guidelines import Guideline

__all__ = ["Annotation", "Assignment", "Draft", "EvidenceSpan", "Guideline"]
