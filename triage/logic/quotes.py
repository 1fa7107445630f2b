"""Turning the quotes of a model into offsets of the note, in code points."""

from dataclasses import dataclass

from corpus.logic.text import has_words

ONCE, NEVER, SEVERAL = "once", "never", "several"


@dataclass(frozen=True)
class Located:
    """A quote and where it stands; offsets only where it stands exactly once, or where they were given."""

    quote: str
    found: str
    start: int | None = None
    end: int | None = None


def locate(text: str, quote: str) -> Located:
    """Look the quote up, verbatim. Not found, or found twice: kept, and marked so."""
    start = text.find(quote) if has_words(quote) else -1
    if start < 0:
        return Located(quote, NEVER)
    if text.find(quote, start + 1) >= 0:
        return Located(quote, SEVERAL)
    return Located(quote, ONCE, start, start + len(quote))
