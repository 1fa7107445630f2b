"""Does note length decide who is right? Equivalence of a correlation with zero, by two one-sided tests."""

from collections.abc import Sequence
from math import atanh, fsum, log, sqrt, tanh
from statistics import NormalDist

MARGIN = 0.1
_NORMAL = NormalDist()


def pearson(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's r; None where one side does not vary."""
    n = len(one)
    if n == 0:
        return None
    mean_one, mean_other = fsum(one) / n, fsum(other) / n
    left = [value - mean_one for value in one]
    right = [value - mean_other for value in other]
    spread = fsum(a * a for a in left) * fsum(b * b for b in right)
    if not spread:
        return None
    return max(-1.0, min(1.0, fsum(a * b for a, b in zip(left, right, strict=True)) / sqrt(spread)))


def equivalence(r: float | None, n: int, margin: float = MARGIN) -> dict:
    """p and 90% interval of a correlation r over n pairs.

    Fisher's z with standard error 1 / sqrt(n - 3); the null hypotheses are r <= -margin and r >= margin, p is
    the larger of the two. r = .02, n = 823 gives p = .0107. All None where r or the error is not defined.
    """
    if r is None or n <= 3 or abs(r) >= 1:
        return {"correlation": r, "margin": margin, "p": None, "ci90": None}
    z, bound, error = atanh(r), atanh(margin), 1 / sqrt(n - 3)
    p = max(1 - _NORMAL.cdf((z + bound) / error), _NORMAL.cdf((z - bound) / error))
    half = _NORMAL.inv_cdf(0.95) * error
    return {"correlation": r, "margin": margin, "p": p, "ci90": [tanh(z - half), tanh(z + half)]}


def length_equivalence(lengths: Sequence[int], right: Sequence[bool]) -> dict:
    """Equivalence for log note length (in characters) against being right, one entry a pair."""
    if not lengths or min(lengths) < 1:
        return equivalence(None, 0)
    return equivalence(
        pearson([log(length) for length in lengths], [float(hit) for hit in right]), len(right)
    )
