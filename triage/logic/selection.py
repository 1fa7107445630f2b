"""The two-stage rule: which pairs stage 2 judges, and which of them are kept as putative positives."""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from triage.logic.voting import UNRELATED

BILLING_DISAGREEMENT, VOTE_SPLIT, BOTH = "billing_disagreement", "vote_split", "both"
SCOPES = (BILLING_DISAGREEMENT, VOTE_SPLIT, BOTH)
Key = tuple[str, str]


@dataclass(frozen=True)
class Judged:
    """What is known of one pair: whether it was billed, stage 1's outcome, stage 2's label ("" without)."""

    billed: bool
    stage1: str
    unanimous: bool
    stage2: str = ""


def in_scope(scope: str, pair: Judged) -> bool:
    """Whether stage 2 judges the pair. A pair that stage 1 has not judged is in no scope."""
    if not pair.stage1:
        return False
    disagrees = pair.billed and pair.stage1 == UNRELATED
    split = not pair.unanimous
    return {BILLING_DISAGREEMENT: disagrees, VOTE_SPLIT: split, BOTH: disagrees or split}[scope]


def is_kept(scope: str, pair: Judged) -> bool:
    """Whether the pair is a putative positive: billed, stage-1 majority `unrelated`, in scope, and stage 2
    says `unrelated` too."""
    disagrees = pair.billed and pair.stage1 == UNRELATED
    return disagrees and in_scope(scope, pair) and pair.stage2 == UNRELATED


def draw(
    available: Collection[Key], chosen: Collection[Key], wanted: int | None, random: Random
) -> list[Key]:
    """Keys to add to the chosen ones so that `wanted` of the available are chosen; None takes them all.

    The draw depends on the keys and the generator alone, not on the order they come in. Sorted.
    """
    left = sorted(set(available) - set(chosen))
    if wanted is None:
        return left
    missing = max(0, wanted - len(set(chosen) & set(available)))
    return sorted(random.sample(left, min(missing, len(left))))
