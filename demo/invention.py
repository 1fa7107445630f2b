"""Invented votes and answers over real texts: deterministic, plausible to look at, and marked as invented."""

import hashlib
from dataclasses import dataclass

from corpus.logic.text import tokens

MARK = "(Invented for the demo.)"
_LONGEST = 160
_EMPTY = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "is",
        "of",
        "on",
        "or",
        "the",
        "to",
        "with",
        "without",
        "unspecified",
        "other",
        "not",
        "elsewhere",
        "classified",
        "type",
        "site",
        "specified",
        "initial",
        "encounter",
        "due",
    ]
)


@dataclass(frozen=True)
class Likeness:
    """The sentence of a note that shares most words with a description, and the share of words found."""

    start: int
    end: int
    share: float


def likeness(text: str, sentences: list[list[int]], description: str) -> Likeness:
    """Where the note says most of the description; a note without any such word gives its first sentence."""
    wanted = content_words(description)
    best, share = sentences[0], 0.0
    for span in sentences:
        found = len(wanted & content_words(text[span[0] : span[1]])) / len(wanted) if wanted else 0.0
        if found > share:
            best, share = span, found
    return Likeness(best[0], min(best[1], _cut(text, best[0], best[1])), share)


def _cut(text: str, start: int, end: int) -> int:
    """At most 160 characters, ending with a whole token."""
    if end - start <= _LONGEST:
        return end
    inside = [stop for _, stop in tokens(text[start : start + _LONGEST])]
    return start + (inside[-2] if len(inside) > 1 else _LONGEST)


def content_words(text: str) -> set[str]:
    return {text[start:end].casefold() for start, end in tokens(text)} - _EMPTY


def chance(*parts: object) -> float:
    """A number in [0, 1) that depends on the parts alone."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def stage_one(share: float, *key: object) -> list[str]:
    """Three votes of the first stage: the more of the description the text says, the surer."""
    labels = []
    for vote in (1, 2, 3):
        draw = chance("vote", vote, *key)
        if share >= 0.99:
            labels.append("explicit" if draw < 0.9 else "implicit")
        elif share >= 0.5:
            labels.append("explicit" if draw < 0.5 else "implicit" if draw < 0.85 else "unrelated")
        else:
            labels.append("unrelated" if draw < 0.8 else "implicit")
    return labels


def rationale(label: str, description: str, share: float) -> str:
    """A reason in words for an invented answer."""
    if label == "Unrelated":
        return ""
    if share >= 0.5:
        return f"The note says it: {description}. {MARK}"
    return f"Taken together this points to {description}. {MARK}"
