"""The states of an assignment, the words of an answer, and the moves allowed between states."""

from foundation.logic.moves import moves

FREE = "free"  # a place on a pair that nobody holds
OPEN = "open"  # held by an annotator, not yet answered
SUBMITTED = "submitted"  # answered; the annotator may revise
CLOSED = "closed"  # answered and locked by the lead
RETURNED = "returned"  # sent back by an SME: to be answered again

ASSIGNMENT_MOVES = moves(
    {
        FREE: (OPEN, SUBMITTED),
        OPEN: (FREE, SUBMITTED),
        SUBMITTED: (SUBMITTED, CLOSED),
        CLOSED: (RETURNED,),
        RETURNED: (SUBMITTED, CLOSED),
    }
)
TO_DO = (OPEN, RETURNED)
ANSWERED = (SUBMITTED, CLOSED)

WORK = "work"
CONTROL = "control"
REPEAT = "repeat"
PURPOSES = (WORK, CONTROL, REPEAT)

RELATED = "Related"
UNRELATED = "Unrelated"
UNANSWERABLE = "Unanswerable"
LABELS = (RELATED, UNRELATED, UNANSWERABLE)

SUPPORTS = ("explicit", "implicit")
UNRELATED_REASONS = (
    "not_mentioned",
    "ruled_out",
    "history_only",
    "other_person",
    "other_concept",
    "not_enough",
)
