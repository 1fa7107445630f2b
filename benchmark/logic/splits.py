"""Which split a subject is in: all `test`, or a seeded rule that no other subject can change."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

ALL_TEST = (("test", 1.0),)


@dataclass(frozen=True)
class SplitRule:
    """Names with their shares, which sum to 1, and the seed of the draw."""

    shares: tuple[tuple[str, float], ...] = ALL_TEST
    seed: int = 0

    def __post_init__(self) -> None:
        total = sum(share for _, share in self.shares)
        names = [name for name, _ in self.shares]
        if (
            abs(total - 1) > 1e-9
            or min(share for _, share in self.shares) < 0
            or len(set(names)) < len(names)
        ):
            raise ValueError("The shares of the splits must be at least 0, sum to 1 and have different names")

    def split_of(self, subject_id: str) -> str:
        """The split of a subject. It depends on the seed and the subject alone: adding subjects to a later
        version moves nobody.
        """
        if len(self.shares) == 1:
            return self.shares[0][0]
        digest = hashlib.sha256(f"{self.seed}\x1f{subject_id}".encode()).digest()
        place, reached = int.from_bytes(digest[:8], "big") / 2**64, 0.0
        for name, share in self.shares:
            reached += share
            if place < reached:
                return name
        return self.shares[-1][0]

    def in_words(self) -> str:
        """The rule for the data card."""
        if len(self.shares) == 1:
            return f"all `{self.shares[0][0]}`"
        shown = ", ".join(f"`{name}` {share:g}" for name, share in self.shares)
        return f"by subject, seed {self.seed}: {shown}"


def parse_split_rule(values: Sequence[str], seed: int) -> SplitRule:
    """A rule from `name=share` texts. Raises ValueError."""
    if not values:
        return SplitRule()
    pairs = [value.partition("=") for value in values]
    return SplitRule(tuple((name, float(share)) for name, _, share in pairs), seed)
