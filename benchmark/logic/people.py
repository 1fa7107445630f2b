"""The human row: annotators scored as if they were systems.

Gold was made from these very answers, so against gold people look better than they are; the figures against
the other annotator of the same pair do not have that fault. Pages say so.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.logic.gold import Gold
from benchmark.logic.scoring import Counts, rounded
from corpus.logic.intervals import REPLICATES, CountColumns, Replicates, draw_subjects, sum_drawn
from corpus.logic.spans import Span


@dataclass(frozen=True)
class PersonAnswer:
    """One annotator's answer to a released pair; `others` are what the others said to the same pair."""

    person: str
    pair: int
    label: bool
    spans: tuple[Span, ...] = ()
    others: tuple[bool, ...] = ()


def people_figures(
    gold: Gold, answers: Sequence[PersonAnswer], replicates: int = REPLICATES, seed: int = 0
) -> dict:
    """`{"together": {...}, "people": [{...}]}`: all answers pooled, with intervals over subjects, and each
    person against gold and against the other annotators, sorted by name. Undefined figures are None.
    """
    people = sorted({answer.person for answer in answers})
    rows = [_row(gold, name, [answer for answer in answers if answer.person == name]) for name in people]
    counts = _counts(gold, answers)
    recalls = _recalls(gold, answers)
    together = {
        "people": len(people),
        "n": len(answers),
        "f1": rounded(counts.f1),
        "precision": rounded(counts.precision),
        "recall": rounded(counts.recall),
        "mcc": rounded(counts.mcc),
        "evidence_recall": rounded(_mean([value for _, value in recalls])),
        "ci": _intervals(gold, answers, recalls, replicates, seed),
    }
    return {"together": together, "people": rows}


def _row(gold: Gold, name: str, answers: list[PersonAnswer]) -> dict:
    counts = _counts(gold, answers)
    beside = _tally((other, answer.label) for answer in answers for other in answer.others)
    return {
        "person": name,
        "n": len(answers),
        "f1": rounded(counts.f1),
        "precision": rounded(counts.precision),
        "recall": rounded(counts.recall),
        "kappa": rounded(counts.kappa),
        "evidence_recall": rounded(_mean([value for _, value in _recalls(gold, answers)])),
        "other": {"n": beside.n, "f1": rounded(beside.f1), "kappa": rounded(beside.kappa)},
    }


def _counts(gold: Gold, answers: Iterable[PersonAnswer]) -> Counts:
    return _tally((bool(gold.label[answer.pair]), answer.label) for answer in answers)


def _tally(pairs: Iterable[tuple[bool, bool]]) -> Counts:
    cells = [0, 0, 0, 0]
    for wanted, got in pairs:
        cells[_cell(wanted, got)] += 1
    return Counts(*cells)


def _cell(wanted: bool, got: bool) -> int:
    """0 tp, 1 fp, 2 fn, 3 tn."""
    return (0 if wanted else 1) if got else (2 if wanted else 3)


def _recalls(gold: Gold, answers: Iterable[PersonAnswer]) -> list[tuple[PersonAnswer, float]]:
    """Evidence recall of every answer to a pair with gold evidence; nothing marked counts 0."""
    if gold.sentences is None:
        return []
    found = []
    for answer in answers:
        wanted = gold.gold_ids(answer.pair)
        if len(wanted):
            marked = gold.sentences.ids(gold.pair_task[answer.pair], list(answer.spans))
            found.append((answer, sum(sentence in marked for sentence in wanted) / len(wanted)))
    return found


def _mean(values: list[float]) -> float | None:
    return sum_drawn(values, range(len(values))) / len(values) if values else None


def _intervals(
    gold: Gold,
    answers: Sequence[PersonAnswer],
    recalls: list[tuple[PersonAnswer, float]],
    replicates: int,
    seed: int,
) -> dict:
    rows = [[0] * 5 for _ in gold.subjects]
    sums = array("d", bytes(8 * len(gold.subjects)))
    for answer in answers:
        rows[gold.subject(answer.pair)][_cell(bool(gold.label[answer.pair]), answer.label)] += 1
    for answer, value in recalls:
        subject = gold.subject(answer.pair)
        rows[subject][4] += 1
        sums[subject] += value
    columns, kept = CountColumns(rows), Replicates()
    for draw in draw_subjects(len(gold.subjects), replicates if answers else 0, seed):
        *cells, cases = columns.sums(draw)
        kept.add("f1", Counts(*cells).f1)
        kept.add("evidence_recall", sum_drawn(sums, draw) / cases if cases else None)
    return kept.intervals(rounded)
