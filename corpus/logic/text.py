"""What a character, a token and a line are, counted in Unicode code points of the note as imported.

Nothing here changes a text: no stripping, no normal forms, no other line ends. Every offset is 0-based,
half-open and counts code points, so `text[start:end]` is the words meant.
"""

import re
from bisect import bisect_right

TOKEN = re.compile(r"\w+")
# The breaks a browser or `str.splitlines` may take for a line's end; the three separators U+001C to U+001E
# are left out: no browser and no note treats them as lines.
LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")


def is_blank(character: str) -> bool:
    """Whether one character is blank: exactly what `str.isspace` says of it.

    JavaScript uses the same table, held in `static/js/marking/blanks.js`.
    """
    return character.isspace()


def has_words(text: str) -> bool:
    """Whether a text holds at least one character that is not blank."""
    return bool(text) and not text.isspace()


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the blanks at its two ends, in code points.

    A span of blanks alone comes back as the empty span `(start, start)`, so the caller can tell.
    """
    first, last = start, end
    while first < last and text[first].isspace():
        first += 1
    while last > first and text[last - 1].isspace():
        last -= 1
    return (first, last) if first < last else (start, start)


def tokens(text: str) -> list[tuple[int, int]]:
    """Spans of the tokens: maximal runs of Unicode `\\w`, digits and underscores kept, in order."""
    return [match.span() for match in TOKEN.finditer(text)]


def lines(text: str) -> list[tuple[int, int, int]]:
    """Every line as `(start, end, next_start)` in code points: `text[end:next_start]` is its line end.

    A line ends at CR LF, LF, CR, VT, FF, NEL, U+2028 or U+2029. The lines put together are the whole text;
    a text that ends with a line end has no empty line after it, the empty text has no line.
    """
    found, start = [], 0
    for match in LINE_END.finditer(text):
        found.append((start, match.start(), match.end()))
        start = match.end()
    if start < len(text):
        found.append((start, len(text), len(text)))
    return found


def line_starts(text: str) -> list[int]:
    """Where each line begins, in code points, ascending; `[0]` for the empty text."""
    return [start for start, _, _ in lines(text)] or [0]


def line_number(starts: list[int], offset: int) -> int:
    """The number (from 0) of the line that holds an offset; `starts` comes from `line_starts`."""
    return max(bisect_right(starts, offset) - 1, 0)
