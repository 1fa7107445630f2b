"""The sentence convention `goldsmith-clinical-1`: nupunkt under a layer that knows clinical lines.

Hard-wrapped notes defeat every general splitter: a line end is sometimes a blank, sometimes the end of a list
item. So lines are classified first, wrapped ones joined, and nupunkt is asked about running text alone.

This module needs nupunkt and is not part of `tools.pyz`: a release carries the table it made
(`data/sentences.csv`). A change in what it returns is a new name.
"""

import re
from functools import lru_cache
from itertools import pairwise

from corpus.logic.spans import Span
from corpus.logic.text import lines, trim

CONVENTION = "goldsmith-clinical-1"

_BLANK, _RULE, _HEADER, _KEY, _ITEM, _LAB, _TEXT = range(7)
_RUNNING = (_TEXT, _ITEM, _KEY)

_RULE_LINE = re.compile(r"\s*(?:[-=_*#~.+]\s?){5,}\s*")
_ITEM_LINE = re.compile(
    r"\s*(?:[-*•·‣▪◦#+>]{1,3}|\(?[0-9]{1,2}[.):](?![0-9])|\(?[a-zA-Z][.)](?=\s))\s*(?=\S)"
)
_KEY_LINE = re.compile(r"\s*[A-Z][A-Za-z0-9 /&'(),_-]{0,45}:(?=\s|$)")
_LAB_STAMP = re.compile(r"\s*(?:___|\d{1,4}[-/]\d{1,2}[-/]\d{1,4})\s+\d{1,2}:\d{2}\s*(?:[AaPp][Mm])?\b")
_LAB_VALUE = re.compile(r"\b[A-Za-z][A-Za-z0-9/ ()%]{0,14}[-:=] ?[<>]?\d[\d.]*\*?(?=[\s,;]|$)")
_WORD_START = re.compile(r"\s*(\S+)")
_ENDS = re.compile(r"(?<![a-z]\.[a-z])[.!?:;][\"')\]]*$")

# Abbreviations after which a sentence never ends, and those after which it ends before a capital only.
_TITLES = re.compile(r"\b(?:Dr|Drs|Mr|Mrs|Ms|Prof|St|vs|Fig|No|Nos|approx|e\.g|i\.e|cf)\.(?=\s)")
_DOTTED = re.compile(
    r"\b(?i:[a-zA-Z](?:\.[a-zA-Z])+|pt|pts|hx|dx|tx|rx|sx|fx|yo|yr|yrs|mo|wk|wks|hr|hrs|min|sec|tab|tabs|cap|caps"
    r"|inj|sol|susp|liq|supp|oint|gtt|mg|mcg|ml|cc|lb|lbs|oz|kg|cm|mm|temp|resp|abd|ext|neuro|gen|cv|pulm|lt|rt"
    r"|bid|tid|qid|qd|qhs|prn|po|iv|im|sc|pr|neg|pos|dept|hosp|adm|disch|incl|excl|max|avg|est|ca)\."
    r"(?=\s+[^A-Z\s]|[,;:)])"
)
_INNER_ITEM = re.compile(r"(?<=[.:;)] )[0-9]{1,2}\.(?=\s+[A-Z])")
_HIDDEN = re.compile(r"_{2,}")
_BREAKS = str.maketrans(dict.fromkeys("\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\u2028\u2029", " "))

_MAY_END_INSIDE = re.compile(r"[^\w,\s]\s+\S")  # a cheap look that spares most lines the splitter

_NARROWEST_WRAP = 50
_WIDEST_WRAP = 132


@lru_cache(maxsize=1)
def _splitter():
    from nupunkt import load_default_model

    return load_default_model()


def split_sentences(text: str) -> list[Span]:
    """The sentences of a note, in order: half-open code point spans, trimmed of blanks.

    Every non-blank character of the text is in exactly one of them; a text without one has no sentence.
    """
    spans: list[Span] = []
    for start, end, kind in _blocks(text):
        if kind in _RUNNING:
            spans.extend(_split_running(text, start, end))
        else:
            spans.append((start, end))
    trimmed = (trim(text, start, end) for start, end in spans)
    return [(start, end) for start, end in trimmed if start < end]


def _blocks(text: str) -> list[tuple[int, int, int]]:
    """Runs of lines that belong together, as (start, end, kind of the first line)."""
    all_lines = [(start, end, _classify(text[start:end])) for start, end, _ in lines(text)]
    width = _wrap_width([end - start for start, end, kind in all_lines if kind != _RULE])
    blocks: list[list[int]] = []
    before: tuple[int, int, int] | None = None
    for line in all_lines:
        start, end, kind = line
        if kind == _BLANK:
            before = None
            continue
        if before is not None and _continues(text, before, line, width):
            blocks[-1][1] = end
        else:
            blocks.append([start, end, kind])
        before = line
    return [(start, end, kind) for start, end, kind in blocks]


def _classify(line: str) -> int:
    bare = line.strip()
    if not bare:
        return _BLANK
    if len(bare) >= 5 and _RULE_LINE.fullmatch(bare):
        return _RULE
    if _LAB_STAMP.match(line) or len(_LAB_VALUE.findall(line)) >= 3:
        return _LAB
    if _is_header(bare):
        return _HEADER
    if _ITEM_LINE.match(line):
        return _ITEM
    if _KEY_LINE.match(line):
        return _KEY
    return _TEXT


def _is_header(bare: str) -> bool:
    if len(bare) > 70:
        return False
    if bare.endswith(":") and bare[0].isupper() and bare.count(":") == 1 and ". " not in bare:
        return True
    letters = [character for character in bare if character.isalpha()]
    capitals = len(letters) > 3 and all(character.isupper() for character in letters)
    return capitals and bare[-1] not in ".!?,;" and not any(character.isdigit() for character in bare)


def _wrap_width(lengths: list[int]) -> int:
    """The width at which the note's own lines are wrapped; 0 where they are not.

    It is the greatest length that other lines come near to; a note with many lines too long for any
    terminal keeps a paragraph in one line and is not wrapped.
    """
    long_ones = sorted(length for length in lengths if length >= _NARROWEST_WRAP)
    if not long_ones or sum(length > _WIDEST_WRAP for length in long_ones) * 4 > len(long_ones):
        return 0
    wrapped = [length for length in long_ones if length <= _WIDEST_WRAP]
    for shorter, longer in reversed(list(pairwise(wrapped))):
        if longer - shorter <= 12:
            return longer
    return wrapped[-1]


def _continues(text: str, before: tuple[int, int, int], line: tuple[int, int, int], width: int) -> bool:
    """Whether a line goes on with the sentence of the line before it: only running text does, and only
    where the line before was full, so that the first word of this one had no room on it.
    """
    if before[2] not in _RUNNING or line[2] != _TEXT or not width:
        return False
    last = text[before[0] : before[1]].rstrip()
    following = _WORD_START.match(text, line[0]).group(1)
    if len(last) > _WIDEST_WRAP:
        return False
    if len(last) + 1 + len(following) > width:
        return True
    return following[0].islower() and len(last) * 2 >= width and not _ENDS.search(last)


def _split_running(text: str, start: int, end: int) -> list[Span]:
    """Ask nupunkt about one run of text; the cuts are moved so that no character is left out."""
    shown = _masked(text[start:end])
    if not _MAY_END_INSIDE.search(shown):
        return [(start, end)]
    cuts = [begin for begin, _ in _splitter().span_tokenize(shown)]
    edges = [0, *(cut for cut in cuts if 0 < cut < len(shown)), len(shown)]
    return [(start + left, start + right) for left, right in pairwise(edges)]


def _masked(block: str) -> str:
    """The block as nupunkt sees it: as long as before, with the dots of a list marker and of clinical
    abbreviations, line ends and `___` replaced by characters that end no sentence.
    """
    shown = block.translate(_BREAKS)
    marker = _ITEM_LINE.match(shown)
    if marker:
        kept = re.sub(r"\S", ",", marker.group())
        shown = kept + shown[marker.end() :]
    shown = _INNER_ITEM.sub(lambda found: "N" * len(found.group()), shown)
    shown = _HIDDEN.sub(lambda found: "X" + "x" * (len(found.group()) - 1), shown)
    shown = _TITLES.sub(lambda found: found.group().replace(".", "x"), shown)
    return _DOTTED.sub(lambda found: found.group().replace(".", "x"), shown)
