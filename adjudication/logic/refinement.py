"""Refined highlights: what the answers marked, brought to the project's unit and joined, with its origin."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.logic.alignment import Side
from annotation.logic.states import RELATED
from corpus.logic.spans import Span, normalise, overlaps
from corpus.logic.text import tokens, trim

EXACT, TOKEN, SENTENCE = "exact", "token", "sentence"


@dataclass(frozen=True)
class Refined:
    """One proposed highlight: from which sides it comes, and whether snapping changed its boundaries."""

    start: int
    end: int
    sides: tuple[str, ...]
    snapped: bool


def refine(text: str, sides: Sequence[Side], unit: str, sentences: Sequence[Span] = ()) -> list[Refined]:
    """The union of the highlights of all sides that say Related, sorted, as a proposal to the SME.

    Each is trimmed of blanks and snapped outwards to the unit; overlapping or touching ones are joined.
    Empty unless at least one side says Related. The raw highlights stay with the answers.
    """
    units = tokens(text) if unit == TOKEN else list(sentences) if unit == SENTENCE else []
    raw: list[tuple[str, Span, Span]] = []
    for side in sides:
        if side.label != RELATED:
            continue
        for span in side.spans:
            trimmed = trim(text, *span)
            if trimmed[0] < trimmed[1]:
                raw.append((side.letter, trimmed, snap(trimmed, units)))
    joined = normalise(span for _, _, span in raw)
    proposal = []
    for start, end in joined:
        inside = [(letter, span, wide) for letter, span, wide in raw if overlaps(wide, (start, end))]
        letters = tuple(sorted({letter for letter, _, _ in inside}))
        marked = normalise(span for _, span, _ in inside)
        proposal.append(Refined(start, end, letters, marked != [(start, end)]))
    return proposal


def snap(span: Span, units: Sequence[Span]) -> Span:
    """The span widened to the units that it cuts; units are sorted and do not overlap."""
    start, end = span
    for unit_start, unit_end in units:
        if unit_start >= end and unit_start >= span[1]:
            break
        if overlaps(span, (unit_start, unit_end)):
            start, end = min(start, unit_start), max(end, unit_end)
    return start, end
