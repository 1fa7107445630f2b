"""A simulated project of the size that was published: known truths, people with known error rates.

Everything depends on the seed alone. `demo.simulated` puts what is simulated here into a project.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

ANNOTATORS = ("ada", "bo", "cleo", "dan", "eve", "finn", "gus", "hana", "ivy")
# the share of answers in which each person says the wrong label
ERROR_RATES = (0.04, 0.06, 0.08, 0.10, 0.12, 0.14, 0.16, 0.18, 0.22)
CONTROLS = 40


@dataclass(frozen=True)
class Size:
    """What a release is to hold: so many True and False, and so many excluded besides."""

    true: int
    false: int
    excluded: int

    @property
    def pairs(self) -> int:
        return self.true + self.false + self.excluded


PAPER = Size(352, 471, 38)
PAGE = Size(167, 238, 19)


def simulate_truths(size: Size, keys: Sequence[str], seed: int) -> dict[str, bool | None]:
    """A truth for every key (None: cannot be resolved): just so many of each, in a seeded order."""
    if len(keys) != size.pairs:
        raise ValueError(f"{size.pairs} pairs are needed, not {len(keys)}")
    truths: list[bool | None] = [True] * size.true + [False] * size.false + [None] * size.excluded
    Random(f"truths {seed}").shuffle(truths)
    return dict(zip(sorted(keys), truths, strict=True))


def says_related(person: str, truth: bool | None, place: int, rng: Random) -> bool:
    """What the person says of a pair: the truth but for their error rate; of an unresolvable pair the first
    place says Related and the second Unrelated."""
    if truth is None:
        return place == 1
    return answers_right(ANNOTATORS.index(person), rng) == truth


def answers_right(person: int, rng: Random) -> bool:
    """Whether the person gives the right label this time."""
    return rng.random() >= ERROR_RATES[person]


def simulate_controls(seed: int, controls: int = CONTROLS) -> list[Sequence[bool]]:
    """For each person, whether each of so many controls was answered rightly."""
    rng = Random(f"controls {seed}")
    return [[answers_right(person, rng) for _ in range(controls)] for person in range(len(ANNOTATORS))]
