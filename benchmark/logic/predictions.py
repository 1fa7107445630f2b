"""Reading a system's answers: CSV or JSON Lines, in any order, onto the pairs of a release."""

from array import array
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.logic.evidence import EvidenceReader, measure_evidence
from benchmark.logic.gold import Gold
from benchmark.logic.prediction_rows import csv_rows, is_json_lines, json_rows
from benchmark.logic.tables import Errors
from corpus.logic.spans import SpanError
from foundation.logic.errors import Refusal

NOT_ANSWERED = 2
EXAMPLES = 5


@dataclass
class Answers:
    """One system's answers, one place a pair of the release.

    `label` is 0 or 1; `returned` how many sentences it gave as evidence, `hits` how many of those are gold,
    `token_f1` the token-level F1 of its spans (-1 where undefined): the last three are kept for pairs with
    gold evidence only.
    """

    system: str
    label: bytearray
    returned: array
    hits: array
    token_f1: array
    missing: int = 0
    gives_evidence: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()


def empty_answers(gold: Gold, system: str, label: int = 0, texts: dict[str, str] | None = None) -> Answers:
    """Answers with the same label everywhere and no evidence."""
    zeros = bytes(array("I").itemsize * len(gold))
    tokens = array("d", [-1.0]) * len(gold)
    if texts is not None:
        for pair in gold.cases:
            tokens[pair] = measure_evidence(gold, texts, pair, [])[2]
    return Answers(system, bytearray([label]) * len(gold), array("I", zeros), array("I", zeros), tokens)


def read_predictions(
    path: Path, gold: Gold, texts: dict[str, str] | None = None, missing: str = "error", system: str = ""
) -> Answers:
    """Read a predictions file; every pair of the release must be answered exactly once.

    With `missing="false"` unanswered pairs count as False and their number is kept. Raises Refusal with the
    counts of unknown, duplicate and missing pairs, with examples, or with the lines that cannot be read.
    """
    answers = empty_answers(
        gold, system or path.name.removesuffix(".gz").rsplit(".", 1)[0], NOT_ANSWERED, texts
    )
    reader = EvidenceReader(gold, texts)
    errors = Errors(path.name)
    tally = _Tally()
    if is_json_lines(path):
        rows = json_rows(path, errors)
    else:
        answers.ignored, rows = csv_rows(path, errors)
    for line, task, code, label, evidence in rows:
        pair = gold.find(task, code)
        if pair is None:
            tally.unknown(task, code, line)
        elif answers.label[pair] != NOT_ANSWERED:
            tally.duplicate(task, code, line)
        else:
            answers.label[pair] = label
            if evidence is not None:
                answers.gives_evidence = True
                _keep_evidence(reader, answers, pair, evidence, errors, line)
    errors.raise_if_any("bad_predictions", "Unreadable predictions")
    _settle_missing(gold, answers, tally, missing)
    tally.raise_if_any(path.name)
    answers.counts = reader.counts
    return answers


def _keep_evidence(
    reader: EvidenceReader, answers: Answers, pair: int, evidence: tuple, errors: Errors, line: int
) -> None:
    kind, values = evidence
    try:
        found = reader.read(pair, kind, values)
    except SpanError as bad:
        errors.add(line, kind, bad.message)
        return
    if found is not None:
        answers.returned[pair], answers.hits[pair], answers.token_f1[pair] = found


class _Tally:
    """Unknown, duplicate and missing pairs: counted, with the first few as examples."""

    def __init__(self):
        self.count = {"unknown": 0, "duplicate": 0, "missing": 0}
        self.examples: dict[str, list[str]] = {"unknown": [], "duplicate": [], "missing": []}

    def unknown(self, task: str, code: str, line: int) -> None:
        self._add("unknown", task, code, f" (line {line})")

    def duplicate(self, task: str, code: str, line: int) -> None:
        self._add("duplicate", task, code, f" (line {line})")

    def missing(self, task: str, code: str) -> None:
        self._add("missing", task, code, "")

    def _add(self, kind: str, task: str, code: str, place: str) -> None:
        self.count[kind] += 1
        if len(self.examples[kind]) < EXAMPLES:
            self.examples[kind].append(f"({task}, {code}){place}")

    def raise_if_any(self, file: str) -> None:
        bad = {kind: count for kind, count in self.count.items() if count}
        if bad:
            parts = [
                f"{count} {kind}, for example {', '.join(self.examples[kind])}" for kind, count in bad.items()
            ]
            message = f"{file}: pairs that do not match the release: " + "; ".join(parts)
            raise Refusal("pairs_do_not_match", message, counts=dict(self.count), examples=self.examples)


def _settle_missing(gold: Gold, answers: Answers, tally: _Tally, missing: str) -> None:
    at = answers.label.find(NOT_ANSWERED)
    while at >= 0:
        answers.missing += 1
        if missing == "error":
            tally.missing(*gold.key(at))
        answers.label[at] = 0
        at = answers.label.find(NOT_ANSWERED, at + 1)
