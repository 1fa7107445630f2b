"""String match: does the note say the words of the description? The "matching" a benchmark has to beat.

Words are runs of `\\w`, case-folded, whatever stands between them; so "atrial  Fibrillation" is found and
"fibrillations" is not.
"""

import re
from bisect import bisect_right

from corpus.logic.spans import Span, normalise
from corpus.logic.text import TOKEN

_BRACKETS = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]")


def phrases(description: str) -> list[str]:
    """What is looked for: the description, its part before the first comma, and it without brackets; each
    as folded words with one space between them, each once, empty ones left out.
    """
    bare, before = description, None
    while bare != before:
        before, bare = bare, _BRACKETS.sub(" ", bare)
    found = (_folded(words) for words in (description, description.partition(",")[0], bare))
    return list(dict.fromkeys(phrase for phrase in found if phrase))


def _folded(words: str) -> str:
    return " ".join(match.group().casefold() for match in TOKEN.finditer(words))


class NoteWords:
    """The words of one note, ready to be searched."""

    def __init__(self, text: str):
        self._spans: list[Span] = []
        self._starts: list[int] = []
        parts, at = [], 1
        for match in TOKEN.finditer(text):
            word = match.group().casefold()
            self._spans.append(match.span())
            self._starts.append(at)
            parts.append(word)
            at += len(word) + 1
        self._words = f" {' '.join(parts)} "

    def find(self, description: str) -> list[Span]:
        """Spans, in code points of the note, of every place that says one of the phrases; overlapping ones
        are joined.
        """
        found: list[Span] = []
        for phrase in phrases(description):
            wanted = f" {phrase} "
            at = self._words.find(wanted)
            while at >= 0:
                first = bisect_right(self._starts, at + 1) - 1
                last = bisect_right(self._starts, at + len(phrase)) - 1
                found.append((self._spans[first][0], self._spans[last][1]))
                at = self._words.find(wanted, at + 1)
        return normalise(found)
