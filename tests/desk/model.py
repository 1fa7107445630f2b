"""What the marks on a note must be after each thing a person does: written apart from the page's own code."""

import re
import unicodedata
from dataclasses import dataclass, field

Span = tuple[int, int]


def words(text: str) -> list[Span]:
    """Runs of `\\w`, with the combining marks that stand on them."""
    marked = "".join("_" if unicodedata.category(c)[0] == "M" else c for c in text)
    runs = [match.span() for match in re.finditer(r"\w+", marked)]
    found = []
    for start, end in runs:
        while start < end and unicodedata.category(text[start])[0] == "M":
            start += 1
        if start < end:
            found.append((start, end))
    return found


@dataclass
class Model:
    """The marks of one answer, in the order made, with undo and redo. Offsets are code points."""

    text: str
    sentences: list[Span]
    unit: str = "word"
    marks: list[Span] = field(default_factory=list)
    past: list[list[Span]] = field(default_factory=list)
    future: list[list[Span]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = words(self.text)

    def add(self, start: int, end: int, unit: str | None = None) -> None:
        span = self.snap(start, end, unit or self.unit)
        if span is None or any(a <= span[0] and span[1] <= b for a, b in self.marks):
            return
        self._put(span, None)

    def resize(self, index: int, start: int, end: int, unit: str) -> None:
        span = self.snap(start, end, unit)
        if span is not None:
            self._put(span, index)

    def remove(self, index: int) -> None:
        self._become([mark for i, mark in enumerate(self.marks) if i != index])

    def undo(self) -> None:
        if self.past:
            self.future.append(self.marks)
            self.marks = self.past.pop()

    def redo(self) -> None:
        if self.future:
            self.past.append(self.marks)
            self.marks = self.future.pop()

    def snap(self, start: int, end: int, unit: str) -> Span | None:
        span = self._trimmed(start, end)
        if span is None or unit == "exact":
            return span
        runs = self.sentences if unit == "sentence" else self.words
        touched = [run for run in runs if run[0] < span[1] and span[0] < run[1]]
        first = next((run[0] for run in touched if run[0] <= span[0]), span[0])
        last = next((run[1] for run in touched if run[1] >= span[1]), span[1])
        return self._trimmed(first, last)

    def word_at(self, offset: int) -> Span | None:
        return next((run for run in self.words if run[0] <= offset < run[1]), None)

    def nudged(self, index: int, edge: str, forward: bool) -> Span:
        """One end of a mark moved by a word or a sentence (exact steps are the browser's clusters)."""
        start, end = self.marks[index]
        runs = self.sentences if self.unit == "sentence" else self.words
        if not runs:
            return start, end
        stops = sorted(run[0] if edge == "start" else run[1] for run in runs)
        here = start if edge == "start" else end
        after = [stop for stop in stops if stop > here]
        before = [stop for stop in stops if stop < here]
        moved = (after or [stops[-1]])[0] if forward else (before or [stops[0]])[-1]
        span = (moved, end) if edge == "start" else (start, moved)
        return span if span[0] < span[1] else (start, end)

    def _trimmed(self, start: int, end: int) -> Span | None:
        quote = self.text[start:end]
        if not quote.strip():
            return None
        return start + len(quote) - len(quote.lstrip()), end - len(quote) + len(quote.rstrip())

    def _put(self, span: Span, own: int | None) -> None:
        start, end = span
        met = set() if own is None else {own}
        grew = True
        while grew:
            grew = False
            for i, (a, b) in enumerate(self.marks):
                if i not in met and a <= end and start <= b:
                    met.add(i)
                    start, end, grew = min(start, a), max(end, b), True
        if not met:
            self._become([*self.marks, (start, end)])
            return
        first = min(met)
        kept = [(start, end) if i == first else mark for i, mark in enumerate(self.marks)]
        self._become([mark for i, mark in enumerate(kept) if i == first or i not in met])

    def _become(self, marks: list[Span]) -> None:
        if marks != self.marks:
            self.past.append(self.marks)
            self.marks, self.future = marks, []
