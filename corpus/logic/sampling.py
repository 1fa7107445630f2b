"""Drawing negatives: by how common a code is, or by how alike its description is."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from heapq import nsmallest
from itertools import accumulate
from random import Random

_TRIES_A_CODE = 50


def generator(seed: int, task_id: str) -> Random:
    """The generator of one task: the same seed draws the same, in whatever order tasks are worked on."""
    return Random(f"{seed}|{task_id}")


class PrevalenceUrn:
    """Codes to draw from with probability proportional to the number of stays that carry them."""

    def __init__(self, stays: Mapping[str, int]) -> None:
        self._codes = sorted(code for code, count in stays.items() if count > 0)
        self._weights = [stays[code] for code in self._codes]
        self._ends = list(accumulate(self._weights))

    def draw(self, excluded: Collection[str], wanted: int, random: Random) -> list[str]:
        """`wanted` different codes without replacement, none of the excluded; fewer where there are fewer.

        A code that may not be drawn is put back and drawn again, which is drawing among the others; where
        that takes long, since nearly nothing is left, the others are weighed one by one.
        """
        drawn: list[str] = []
        closed = set(excluded)
        tries = _TRIES_A_CODE * wanted if self._codes else 0
        while len(drawn) < wanted and tries:
            tries -= 1
            code = self._codes[bisect_right(self._ends, random.randrange(self._ends[-1]))]
            if code not in closed:
                closed.add(code)
                drawn.append(code)
        while len(drawn) < wanted:
            left = [at for at, code in enumerate(self._codes) if code not in closed]
            if not left:
                break
            at = random.choices(left, weights=[self._weights[at] for at in left])[0]
            closed.add(self._codes[at])
            drawn.append(self._codes[at])
        return drawn


def rounded(similarity: float) -> Decimal:
    """A cosine as it is stored and compared: six places, and never outside -1..1."""
    return Decimal(f"{max(-1.0, min(1.0, similarity)):.6f}") + 0


def most_similar(found: Iterable[tuple[str, Decimal]], wanted: int) -> list[tuple[str, Decimal]]:
    """The `wanted` codes of the largest similarity, ties by code as code points."""
    return nsmallest(wanted, found, key=lambda row: (-row[1], row[0]))
