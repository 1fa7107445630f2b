"""Agreement on evidence, where both annotators said Related: mean pairwise F1 at four grains."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from adjudication.logic.alignment import cleaned
from corpus.logic.spans import Span, overlaps
from corpus.logic.text import TOKEN


@dataclass(frozen=True)
class SpanF1:
    """F1 between two sets of evidence in one note; each of the sets holds at least one span."""

    exact: float
    overlap: float
    token: float | None
    sentence: float | None


def span_f1(
    text: str, one: tuple[Span, ...], other: tuple[Span, ...], sentences: Sequence[Sequence[int]]
) -> SpanF1:
    """F1 by equal spans (trimmed and joined), by overlapping spans, by tokens and by sentences touched."""
    left, right = cleaned(text, one), cleaned(text, other)
    equal = len(set(left) & set(right))
    met = sum(any(overlaps(a, b) for b in right) for a in left)
    met += sum(any(overlaps(a, b) for a in left) for b in right)
    size = len(left) + len(right)
    return SpanF1(
        2 * equal / size,
        met / size,
        _set_f1(tokens_touched(text, left), tokens_touched(text, right)),
        _set_f1(units_touched(left, sentences), units_touched(right, sentences)),
    )


def _set_f1(first: set[int], second: set[int]) -> float | None:
    size = len(first) + len(second)
    return 2 * len(first & second) / size if size else None


def tokens_touched(text: str, spans: Iterable[Span]) -> set[int]:
    """Where the tokens start that share a code point with a span. Only the spans' surroundings are read."""
    found: set[int] = set()
    for start, end in spans:
        while start and TOKEN.match(text, start - 1, start) and TOKEN.match(text, start, start + 1):
            start -= 1
        found.update(match.start() for match in TOKEN.finditer(text, start, end))
    return found


def units_touched(spans: Iterable[Span], units: Sequence[Sequence[int]]) -> set[int]:
    """Numbers of the units that share a code point with a span; units are sorted, none overlaps another."""
    found: set[int] = set()
    for start, end in spans:
        first = bisect_right(units, start, key=itemgetter(1))
        found.update(range(first, bisect_left(units, end, lo=first, key=itemgetter(0))))
    return found


def means(values: Sequence[SpanF1]) -> dict[str, float | None]:
    """Means over the pairs of answers; None where there is none."""

    def mean(name: str) -> float | None:
        known = [value for value in (getattr(entry, name) for entry in values) if value is not None]
        return math.fsum(known) / len(known) if known else None

    return {f"f1_{name}": mean(name) for name in ("exact", "overlap", "token", "sentence")}
