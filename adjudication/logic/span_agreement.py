"""Agreement on evidence, where both annotators said Related: mean pairwise F1 at four grains."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.logic.alignment import cleaned
from corpus.logic.spans import Span, overlaps


@dataclass(frozen=True)
class SpanF1:
    """F1 between two sets of evidence in one note; each of the sets holds at least one span."""

    exact: float
    overlap: float
    token: float | None
    sentence: float | None


def span_f1(
    text: str,
    one: tuple[Span, ...],
    other: tuple[Span, ...],
    tokens: Sequence[Span],
    sentences: Sequence[Span],
) -> SpanF1:
    """F1 by equal spans (trimmed and joined), by overlapping spans, by tokens and by sentences touched."""
    left, right = cleaned(text, one), cleaned(text, other)
    equal = len(set(left) & set(right))
    met = sum(any(overlaps(a, b) for b in right) for a in left)
    met += sum(any(overlaps(a, b) for a in left) for b in right)
    size = len(left) + len(right)
    return SpanF1(
        2 * equal / size, met / size, _unit_f1(left, right, tokens), _unit_f1(left, right, sentences)
    )


def _unit_f1(left: list[Span], right: list[Span], units: Sequence[Span]) -> float | None:
    first, second = touched(left, units), touched(right, units)
    size = len(first) + len(second)
    return 2 * len(first & second) / size if size else None


def touched(spans: Sequence[Span], units: Sequence[Span]) -> set[int]:
    """Numbers of the units that share a code point with a span; both sorted, neither overlapping itself."""
    found: set[int] = set()
    place = 0
    for start, end in spans:
        while place < len(units) and units[place][1] <= start:
            place += 1
        unit = place
        while unit < len(units) and units[unit][0] < end:
            found.add(unit)
            unit += 1
    return found


def means(values: Sequence[SpanF1]) -> dict[str, float | None]:
    """Means over the pairs of answers; None where there is none."""

    def mean(name: str) -> float | None:
        known = [value for value in (getattr(entry, name) for entry in values) if value is not None]
        return math.fsum(known) / len(known) if known else None

    return {f"f1_{name}": mean(name) for name in ("exact", "overlap", "token", "sentence")}
