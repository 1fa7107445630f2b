"""What the votes of one stage on one pair come to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

EXPLICIT, IMPLICIT, UNRELATED, NO_MAJORITY = "explicit", "implicit", "unrelated", "no_majority"
LABELS = (EXPLICIT, IMPLICIT, UNRELATED)
# in stage 1 two equal answers decide; in stage 2 the one vote does
NEEDED = {1: 2, 2: 1}


@dataclass(frozen=True)
class Outcome:
    """The label that won or `no_majority`; whether all readable votes agree; how many were readable."""

    label: str
    unanimous: bool
    valid_votes: int


def decide(stage: int, labels: Sequence[str]) -> Outcome:
    """The outcome of a stage. An empty label is an answer that nobody could read: it counts for nothing.

    The most frequent label wins if it was given often enough and as often by no other: 1-1-1 and 2-2 are
    `no_majority`.
    """
    counts = Counter(label for label in labels if label in LABELS)
    valid = sum(counts.values())
    ranked = counts.most_common(2)
    enough = bool(ranked) and ranked[0][1] >= NEEDED[stage]
    alone = len(ranked) == 1 or (len(ranked) == 2 and ranked[0][1] > ranked[1][1])
    label = ranked[0][0] if enough and alone else NO_MAJORITY
    return Outcome(label, unanimous=enough and len(counts) == 1, valid_votes=valid)
