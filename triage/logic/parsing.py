"""Reading what a model answered. Models wrap JSON in prose, fences and thoughts: the object is looked for."""

import json
import re
from dataclasses import dataclass

from triage.logic.voting import LABELS

_MARK = re.compile(r"<(/?)(think|thinking|reasoning)>", re.I)
_WORDS = {"explicitly": "explicit", "implicitly": "implicit", "not related": "unrelated", "none": "unrelated"}
MOST_QUOTES = 50


class Unreadable(ValueError):
    """The answer holds no usable object; the message says what is wrong, in words a model can act on."""


@dataclass(frozen=True)
class Answer:
    """A model's answer to one pair."""

    label: str
    explanation: str
    evidence: tuple[str, ...]


def parse_answer(raw: str) -> Answer:
    """The last JSON object in the text that has a known label. Raises Unreadable."""
    fault = "no JSON object was found"
    for value in reversed(_objects(_without_thoughts(raw))):
        label = str(value.get("label", "")).strip().lower()
        label = _WORDS.get(label, label)
        if label not in LABELS:
            fault = f'"label" must be one of {", ".join(LABELS)}'
            continue
        evidence = value.get("evidence") or []
        if isinstance(evidence, str):
            evidence = [evidence]
        if not isinstance(evidence, list) or not all(isinstance(quote, str) for quote in evidence):
            fault = '"evidence" must be a list of quotes'
            continue
        quotes = tuple(dict.fromkeys(quote for quote in evidence if quote.strip()))[:MOST_QUOTES]
        return Answer(label, str(value.get("explanation") or ""), quotes)
    raise Unreadable(fault)


def _without_thoughts(raw: str) -> str:
    """The text without what stands between a mark of thinking and the next one that ends it; a mark that
    nothing ends is text. One pass from each end, however many marks there are."""
    marks = list(_MARK.finditer(raw))
    ends: dict[int, int] = {}
    after: dict[str, int] = {}
    for number in range(len(marks) - 1, -1, -1):
        name = marks[number][2].lower()
        if marks[number][1]:
            after[name] = marks[number].end()
        elif name in after:
            ends[marks[number].start()] = after[name]
    kept, at = [], 0
    for start in sorted(ends):
        if start >= at:
            kept.append(raw[at:start])
            at = ends[start]
    return "".join([*kept, raw[at:]])


def _objects(text: str) -> list[dict]:
    """Every JSON object that begins at some brace of the text, outermost ones only."""
    decoder = json.JSONDecoder(strict=False)
    found, at = [], text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            end = at + 1
        else:
            found.append(value)
        at = text.find("{", end)
    return found
