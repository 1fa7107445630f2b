from triage.models.results import Selection, TriageResult
from triage.models.votes import TriageRun, Vote, VoteEvidence

__all__ = ["Selection", "TriageResult", "TriageRun", "Vote", "VoteEvidence"]
