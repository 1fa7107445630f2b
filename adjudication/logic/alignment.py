"""Answers side by side: what kind of pair they make and what differs between them.

A side is a letter (A, B, ...) and its answer; spans are code point offsets into the note.
"""

from dataclasses import dataclass
from itertools import combinations

from adjudication.logic import states
from annotation.logic.states import RELATED, UNANSWERABLE
from corpus.logic.spans import Span, normalise, overlaps
from corpus.logic.text import tokens, trim


@dataclass(frozen=True)
class Side:
    """One answer under its letter."""

    letter: str
    label: str
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Difference:
    """One thing that differs: `kind` is label, only, boundary or elsewhere; `sides` are letters.

    `spans` are the places meant, for a page to jump to; `labels` (for kind label) what each side says.
    """

    kind: str
    sides: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    labels: tuple[str, ...] = ()


# from least to most serious, for more than two answers
_ORDER = (states.EQUAL, states.BOUNDARY, states.SAME_ELSEWHERE, states.DIFFERENT)


def compare(text: str, sides: list[Side]) -> str:
    """The kind of comparison the answers make (protocol 3.5); with more than two, the worst of any two."""
    labels = {side.label for side in sides}
    if UNANSWERABLE in labels:
        return states.UNANSWERABLE
    if len(labels) > 1:
        return states.LABEL_MISMATCH
    if labels != {RELATED}:
        return states.AGREED_UNRELATED
    kinds = [evidence_kind(text, one.spans, other.spans) for one, other in combinations(sides, 2)]
    return max(kinds, key=_ORDER.index, default=states.EQUAL)


def evidence_kind(text: str, one: tuple[Span, ...], other: tuple[Span, ...]) -> str:
    """How two sets of evidence differ: equal, boundary, same_evidence_elsewhere or different_evidence."""
    left, right = cleaned(text, one), cleaned(text, other)
    if left == right:
        return states.EQUAL
    if all(_met(span, right) for span in left) and all(_met(span, left) for span in right):
        return states.BOUNDARY
    if _answered(text, left, right) and _answered(text, right, left):
        return states.SAME_ELSEWHERE
    return states.DIFFERENT


def cleaned(text: str, spans: tuple[Span, ...]) -> list[Span]:
    """The spans trimmed of blanks, sorted, overlapping or touching ones joined. Spans with only blanks
    between them are joined too: blanks are no evidence."""
    joined: list[Span] = []
    for start, end in normalise(trim(text, *span) for span in spans):
        if joined and text[joined[-1][1] : start].isspace():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _met(span: Span, others: list[Span]) -> bool:
    return any(overlaps(span, other) for other in others)


def _answered(text: str, spans: list[Span], others: list[Span]) -> bool:
    """Whether every span overlaps one of the others or says the same words as one of them."""
    said = {words(text, other) for other in others}
    return all(_met(span, others) or words(text, span) in said for span in spans)


def words(text: str, span: Span) -> tuple[str, ...]:
    """The words of a span: its tokens, case folded; without any token, its characters."""
    quote = text[span[0] : span[1]]
    found = tuple(quote[start:end].casefold() for start, end in tokens(quote))
    return found or tuple(quote.split())


def differences(text: str, sides: list[Side]) -> list[Difference]:
    """What differs, label first, then evidence by place in the note; empty when nothing does."""
    found = []
    if len({side.label for side in sides}) > 1:
        found.append(
            Difference(
                "label",
                tuple(side.letter for side in sides),
                labels=tuple(side.label for side in sides),
            )
        )
    marked = [(side, cleaned(text, side.spans)) for side in sides]
    for (one, left), (other, right) in combinations(marked, 2):
        if (left and right) or one.label == other.label:
            found.extend(_evidence_differences(text, (one.letter, left), (other.letter, right)))
    return found


def _evidence_differences(
    text: str, one: tuple[str, list[Span]], other: tuple[str, list[Span]]
) -> list[Difference]:
    found = []
    for (letter, spans), (opposite, others) in ((one, other), (other, one)):
        for span in spans:
            met = [candidate for candidate in others if overlaps(span, candidate)]
            same = [candidate for candidate in others if words(text, candidate) == words(text, span)]
            if met and met != [span] and letter == one[0]:
                found.append(Difference("boundary", (letter, opposite), (span, *met)))
            elif not met and same and letter == one[0]:
                found.append(Difference("elsewhere", (letter, opposite), (span, same[0])))
            elif not met and not same:
                found.append(Difference("only", (letter,), (span,)))
    return sorted(found, key=lambda difference: difference.spans[0])
