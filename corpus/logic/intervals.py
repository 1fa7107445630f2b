"""Percentile bootstrap over subjects, McNemar's exact test, Wilson's interval.

Rows of one subject are not independent, so subjects are drawn, not rows: `random.Random(seed)` chooses as
many as there are, with replacement, from the sorted subject ids. Quantiles are linear (type 7 of Hyndman and
Fan).
"""

import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp, fsum, lgamma, log, sqrt
from operator import mul
from random import Random
from statistics import NormalDist

REPLICATES = 2000
LEVEL = 0.95


def draw_subjects(subjects: int, replicates: int, seed: int) -> Iterator[list[int]]:
    """The draws of a bootstrap: lists of subject places, the same for every system under one seed."""
    choose, places = Random(seed).choices, range(subjects)
    for _ in range(replicates):
        yield choose(places, k=subjects)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The linear quantile of ascending values, of which there is at least one."""
    at = (len(ordered) - 1) * share
    low = int(at)
    if low + 1 == len(ordered):
        return ordered[low]
    return ordered[low] + (ordered[low + 1] - ordered[low]) * (at - low)


def interval(values: Sequence[float], level: float = LEVEL) -> list[float] | None:
    """The percentile interval of replicates that are defined; None where there is none."""
    if not values:
        return None
    ordered, tail = sorted(values), (1 - level) / 2
    return [quantile(ordered, tail), quantile(ordered, 1 - tail)]


class CountColumns:
    """Many counts per subject, carried in one whole number each, so that a replicate is a single sum.

    `rows[s][c]` is the count of column c for subject s; columns are 64 bits wide, far more than a sum needs.
    """

    def __init__(self, rows: Sequence[Sequence[int]]):
        width = len(rows[0]) if rows else 0
        self._format = struct.Struct(f"<{width}Q")
        self._packed = [int.from_bytes(self._format.pack(*row), "little") for row in rows]

    def sums(self, draw: Sequence[int]) -> tuple[int, ...]:
        """The column sums over the drawn subjects."""
        return self._unpacked(sum(map(self._packed.__getitem__, draw)))

    def sums_of(self, times: Mapping[int, int]) -> tuple[int, ...]:
        """The column sums over subjects that were drawn so many times each."""
        return self._unpacked(sum(map(mul, map(self._packed.__getitem__, times), times.values())))

    def _unpacked(self, total: int) -> tuple[int, ...]:
        return self._format.unpack(total.to_bytes(self._format.size, "little"))


def drawn_sums(rows: Sequence[tuple[int, ...]], replicates: int, seed: int) -> Iterator[tuple[int, ...]]:
    """The column sums of each replicate over the subjects that `draw_subjects` draws, one row a subject.

    Equal rows are one kind, and the kinds are drawn in place of the subjects: how often each came is all that
    a sum needs. Many subjects have few kinds.
    """
    kinds: dict[tuple[int, ...], int] = {}
    kind_of = [kinds.setdefault(row, len(kinds)) for row in rows]
    columns, choose = CountColumns(list(kinds)), Random(seed).choices
    for _ in range(replicates if rows else 0):
        yield columns.sums_of(Counter(choose(kind_of, k=len(kind_of))))


def sum_drawn(values: Sequence[float], draw: Sequence[int]) -> float:
    """The exact sum of one value per drawn subject."""
    return fsum(map(values.__getitem__, draw))


class Replicates:
    """Collects the replicates of named figures: defined ones are kept, undefined ones counted."""

    def __init__(self):
        self.values: dict[str, list[float]] = {}
        self.undefined: dict[str, int] = {}

    def add(self, name: str, value: float | None) -> None:
        kept = self.values.setdefault(name, [])
        if value is None:
            self.undefined[name] = self.undefined.get(name, 0) + 1
        else:
            kept.append(value)

    def intervals(self, shown: Callable[[float], float]) -> dict[str, list[float] | None]:
        """The interval of every figure, its ends passed through `shown`."""
        found = {}
        for name, values in self.values.items():
            ends = interval(values)
            found[name] = None if ends is None else [shown(end) for end in ends]
        return found


def mcnemar_exact(only_one: int, only_other: int) -> float:
    """The exact two-sided p of McNemar's test from the two counts of discordant pairs; 1.0 without any.

    Twice the binomial tail at one half, at most 1. The tail is summed downwards from its greatest term, whose
    logarithm is taken, so a million discordant pairs neither overflow nor take long.
    """
    n, k = only_one + only_other, min(only_one, only_other)
    if n == 0 or only_one == only_other:
        return 1.0
    greatest = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2)
    terms, term, at = [], 1.0, k
    while at >= 0 and term > 1e-20:
        terms.append(term)
        term *= at / (n - at + 1)
        at -= 1
    return min(1.0, 2 * exp(greatest) * fsum(terms))


def wilson(successes: int, n: int, level: float = LEVEL) -> list[float] | None:
    """Wilson's score interval of a proportion; None where nothing was counted."""
    if n == 0:
        return None
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share = successes / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return [max(0.0, middle - half), min(1.0, middle + half)]
