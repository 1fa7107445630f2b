"""The states of a review case, the kinds of a comparison, and the moves allowed between states."""

from foundation.logic.moves import moves

WAITING = "waiting"  # for an SME
DECIDED = "decided"
RETURNED = "returned"  # sent back to the annotators; comes back when they have answered again

CASE_MOVES = moves({WAITING: (DECIDED, RETURNED, WAITING), DECIDED: (WAITING,), RETURNED: (WAITING, DECIDED)})

LABEL_MISMATCH = "label_mismatch"
UNANSWERABLE = "unanswerable"
AGREED_UNRELATED = "agreed_unrelated"
EQUAL = "equal"
BOUNDARY = "boundary"
SAME_ELSEWHERE = "same_evidence_elsewhere"
DIFFERENT = "different_evidence"
KINDS = (LABEL_MISMATCH, UNANSWERABLE, AGREED_UNRELATED, EQUAL, BOUNDARY, SAME_ELSEWHERE, DIFFERENT)
AGREED = (AGREED_UNRELATED, EQUAL, BOUNDARY)
EVIDENCE_MISMATCH = (SAME_ELSEWHERE, DIFFERENT)
CONFLICTS = (LABEL_MISMATCH, UNANSWERABLE, *EVIDENCE_MISMATCH)

TRUE = "True"
FALSE = "False"
EXCLUDED = "excluded"
OUTCOMES = (TRUE, FALSE, EXCLUDED)
