"""One bootstrap for everything in a score: each replicate draws the subjects once and every figure of every
system, baseline and stratum is taken from that draw, so that differences are paired.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmark.logic.gold import Gold
from benchmark.logic.predictions import Answers
from benchmark.logic.scoring import CONCEPT_FIGURES, EVIDENCE_FIGURES, Counts, EvidenceSums, case_columns
from benchmark.logic.strata import Dimension
from corpus.logic.intervals import CountColumns, Replicates, draw_subjects, sum_drawn

_OUTCOME = {(1, 1): 0, (0, 1): 1, (1, 0): 2, (0, 0): 3}
_COUNTED = ("cases", "returned", "precise_cases", "right_cases", "token_cases")
_SUMMED = ("recall", "f1", "precision", "right_recall", "token_f1")


@dataclass
class Resampled:
    """Replicates of one system's figures."""

    concept: Replicates = field(default_factory=Replicates)
    evidence: Replicates = field(default_factory=Replicates)


@dataclass
class Bootstrap:
    """What the replicates gave: per system, per stratum (F1 alone), and the differences to another system."""

    systems: list[Resampled]
    strata: dict[tuple[str, str], Replicates]
    differences: Replicates


def outcomes(gold: Gold, answers: Answers) -> bytes:
    """For each pair 0 tp, 1 fp, 2 fn, 3 tn."""
    return bytes(map(_OUTCOME.__getitem__, zip(gold.label, answers.label, strict=True)))


def bootstrap(
    gold: Gold,
    systems: Sequence[Answers],
    parts: Sequence[Dimension],
    replicates: int,
    seed: int,
    with_evidence: bool,
    paired: tuple[int, int] | None = None,
) -> Bootstrap:
    """Draw `replicates` times. Strata are those of the first system; `paired` names two systems by place."""
    results = [outcomes(gold, answers) for answers in systems]
    rows = _count_rows(gold, results, parts)
    sums = [_SubjectSums(gold, answers) if with_evidence else None for answers in systems]
    for system in sums:
        if system is not None:
            for row, counts in zip(rows, system.counts, strict=True):
                row.extend(counts)
    columns = CountColumns(rows)
    found = Bootstrap([Resampled() for _ in systems], {}, Replicates())
    for draw in draw_subjects(len(gold.subjects), replicates, seed):
        _replicate(found, columns.sums(draw), draw, sums, parts, paired)
    return found


def _count_rows(gold: Gold, results: list[bytes], parts: Sequence[Dimension]) -> list[list[int]]:
    """Per subject: four outcome counts for each system, then for each stratum of the first system."""
    width = 4 * len(results) + 4 * sum(len(part.values) for part in parts)
    rows = [[0] * width for _ in gold.subjects]
    for pair, task in enumerate(gold.pair_task):
        row = rows[gold.task_subject[task]]
        base = 0
        for outcome in results:
            row[base + outcome[pair]] += 1
            base += 4
        first = results[0][pair]
        for part in parts:
            row[base + 4 * part.bucket[pair] + first] += 1
            base += 4 * len(part.values)
    return rows


class _SubjectSums:
    """Evidence sums of one system by subject: whole numbers apart from the fractions."""

    def __init__(self, gold: Gold, answers: Answers):
        self.counts = [[0] * len(_COUNTED) for _ in gold.subjects]
        parts: list[list[list[float]]] = [[[] for _ in gold.subjects] for _ in _SUMMED]
        columns = case_columns(gold, answers)
        for place, pair in enumerate(gold.cases):
            subject, recall = gold.subject(pair), columns.recall[place]
            precision, token, right = columns.precision[place], columns.token_f1[place], columns.right[place]
            count = self.counts[subject]
            count[0] += 1
            count[1] += columns.returned[place]
            count[2] += precision >= 0
            count[3] += right
            count[4] += token >= 0
            values = (recall, columns.f1[place], precision, recall if right else 0.0, token)
            for kept, value in zip(parts, values, strict=True):
                if value > 0:
                    kept[subject].append(value)
        self.sums = [array("d", (sum_drawn(values, range(len(values))) for values in kept)) for kept in parts]
        self._empty = [not any(values) for values in self.sums]

    def drawn(self, counts: Sequence[int], draw: Sequence[int]) -> EvidenceSums:
        totals = [
            0.0 if empty else sum_drawn(values, draw)
            for values, empty in zip(self.sums, self._empty, strict=True)
        ]
        return EvidenceSums(
            **dict(zip(_COUNTED, counts, strict=True)), **dict(zip(_SUMMED, totals, strict=True))
        )


def _replicate(
    found: Bootstrap,
    totals: Sequence[int],
    draw: Sequence[int],
    sums: list[_SubjectSums | None],
    parts: Sequence[Dimension],
    paired: tuple[int, int] | None,
) -> None:
    base, f1s, recalls = 0, [], []
    for system in found.systems:
        counts = Counts(*totals[base : base + 4])
        base += 4
        for name in CONCEPT_FIGURES:
            system.concept.add(name, getattr(counts, name))
        f1s.append(counts.f1)
    for part in parts:
        for value in part.values:
            counts = Counts(*totals[base : base + 4])
            base += 4
            found.strata.setdefault((part.by, value), Replicates()).add("f1", counts.f1)
    for system, subject_sums in zip(found.systems, sums, strict=True):
        if subject_sums is None:
            recalls.append(None)
            continue
        evidence = subject_sums.drawn(totals[base : base + len(_COUNTED)], draw)
        base += len(_COUNTED)
        for name in EVIDENCE_FIGURES:
            system.evidence.add(name, evidence.value(name))
        recalls.append(evidence.value("recall"))
    if paired is not None:
        one, other = paired
        found.differences.add("f1", _minus(f1s[one], f1s[other]))
        found.differences.add("evidence_recall", _minus(recalls[one], recalls[other]))


def _minus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other
