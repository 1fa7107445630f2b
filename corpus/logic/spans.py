"""Spans: half-open intervals `(start, end)` in Unicode code points of a note as imported."""

import re
from collections.abc import Iterable

from corpus.logic.text import has_words

Span = tuple[int, int]

# Twelve digits are more than any note has and keep hostile files from costing time.
_PAIR = r"[(\[]\s*[0-9]{1,12}\s*,\s*[0-9]{1,12}\s*[)\]]"
_LIST = re.compile(rf"\s*\[\s*(?:{_PAIR}\s*(?:,\s*{_PAIR}\s*)*(?:,\s*)?)?\]\s*")
_NUMBERS = re.compile(r"([0-9]+)\s*,\s*([0-9]+)")


class SpanError(ValueError):
    """A span that a note cannot have.

    `code` is one of span_reversed, span_out_of_range, span_blank, quote_mismatch, span_malformed; `message`
    names the span by its numbers alone, never by the words of the note, so it may be logged.
    """

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code
        self.message = message


def check_span(text: str, start: int, end: int, quote: str | None = None) -> None:
    """Return only if the note has this span: in range, not reversed, with a non-blank character, and equal
    to `quote` where one is given. Raises SpanError otherwise.
    """
    if type(start) is not int or type(end) is not int:
        raise SpanError("span_malformed", "A span needs two whole numbers")
    if start > end:
        raise SpanError("span_reversed", f"Span {start}..{end} ends before it starts")
    if start < 0 or end > len(text):
        raise SpanError("span_out_of_range", f"Span {start}..{end} leaves the note of {len(text)} characters")
    words = text[start:end]
    if not has_words(words):
        raise SpanError("span_blank", f"Span {start}..{end} holds no character that is not blank")
    if quote is not None and quote != words:
        raise SpanError("quote_mismatch", f"The quote of span {start}..{end} is not what the note says there")


def overlaps(one: Span, other: Span) -> bool:
    """Whether two spans share at least one code point; spans that only touch do not."""
    return max(one[0], other[0]) < min(one[1], other[1])


def normalise(spans: Iterable[Span]) -> list[Span]:
    """The same code points as sorted spans with gaps between them: overlapping or touching ones are joined,
    empty ones dropped.
    """
    joined: list[Span] = []
    for start, end in sorted(spans):
        if start >= end:
            continue
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def intersect(one: Iterable[Span], other: Iterable[Span]) -> list[Span]:
    """The code points in both, as `normalise` gives them."""
    left, right = normalise(one), normalise(other)
    shared: list[Span] = []
    i = j = 0
    while i < len(left) and j < len(right):
        start, end = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if start < end:
            shared.append((start, end))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return shared


def subtract(one: Iterable[Span], other: Iterable[Span]) -> list[Span]:
    """The code points of the first that are not in the second, as `normalise` gives them."""
    left, holes = normalise(one), normalise(other)
    rest: list[Span] = []
    at = 0
    for start, end in left:
        while at < len(holes) and holes[at][1] <= start:
            at += 1
        hole = at
        while hole < len(holes) and holes[hole][0] < end:
            if start < holes[hole][0]:
                rest.append((start, holes[hole][0]))
            start = max(start, holes[hole][1])
            hole += 1
        if start < end:
            rest.append((start, end))
    return rest


def measure(spans: Iterable[Span]) -> int:
    """How many code points the spans cover, each counted once."""
    return sum(end - start for start, end in normalise(spans))


def format_spans(spans: Iterable[Span]) -> str:
    """The `evidence_spans` column: a Python list of pairs in the given order, `[]` when there is none."""
    return "[" + ", ".join(f"({int(start)}, {int(end)})" for start, end in spans) + "]"


def parse_spans(value: str) -> list[Span]:
    """The pairs of an `evidence_spans` column, in their order and unchecked against any note.

    Reads a Python list of pairs and its JSON form alike. Raises SpanError (span_malformed) for anything else,
    the empty string too.
    """
    if value == "[]":
        return []
    if not _LIST.fullmatch(value):
        raise SpanError("span_malformed", "Not a list of pairs such as [(8012, 8047), (6350, 6379)]")
    return [(int(start), int(end)) for start, end in _NUMBERS.findall(value)]
