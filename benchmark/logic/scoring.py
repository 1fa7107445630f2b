"""Counts become figures: concept verification (A) and evidence (B) of the protocol's section on scores.

Counts are kept and figures derived, so results of parts can be added. An undefined figure is None.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from operator import truediv

from benchmark.logic.gold import Gold
from benchmark.logic.predictions import Answers

CONCEPT_FIGURES = (
    "precision",
    "recall",
    "f1",
    "specificity",
    "accuracy",
    "balanced_accuracy",
    "mcc",
    "kappa",
)
EVIDENCE_FIGURES = (
    "recall",
    "precision",
    "f1",
    "sentences_returned",
    "recall_where_concept_right",
    "token_f1",
)


@dataclass(frozen=True)
class Counts:
    """How often a label was right and wrong. Figures are None exactly where a denominator is 0."""

    tp: int
    fp: int
    fn: int
    tn: int

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn)

    @property
    def n(self) -> int:
        return self.tp + self.fp + self.fn + self.tn

    @property
    def precision(self) -> float | None:
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float | None:
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float | None:
        return _ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def specificity(self) -> float | None:
        return _ratio(self.tn, self.tn + self.fp)

    @property
    def accuracy(self) -> float | None:
        return _ratio(self.tp + self.tn, self.n)

    @property
    def balanced_accuracy(self) -> float | None:
        recall, specificity = self.recall, self.specificity
        return None if recall is None or specificity is None else (recall + specificity) / 2

    @property
    def mcc(self) -> float | None:
        """Matthews' correlation, None where a row or column of the table is empty."""
        tp, fp, fn, tn = self.tp, self.fp, self.fn, self.tn
        square = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        return (tp * tn - fp * fn) / sqrt(square) if square else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa against gold, None where both sides use one and the same label."""
        n = self.n
        chance = (self.tp + self.fp) * (self.tp + self.fn) + (self.fn + self.tn) * (self.fp + self.tn)
        return _ratio(n * (self.tp + self.tn) - chance, n * n - chance)

    def figures(self) -> dict:
        """Counts and rounded figures, in the order in which they are printed."""
        shown = {name: rounded(getattr(self, name)) for name in CONCEPT_FIGURES}
        return {"tp": self.tp, "fp": self.fp, "fn": self.fn, "tn": self.tn, **shown}


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def rounded(value: float | None) -> float | None:
    """A figure as it is printed: six places, never a negative zero, None kept."""
    return None if value is None else round(value, 6) + 0.0


def count_labels(gold: Iterable[int], answered: Iterable[int]) -> Counts:
    """Counts of two label sequences of equal length (0 and 1)."""
    seen = Counter(zip(gold, answered, strict=True))
    return Counts(seen[1, 1], seen[0, 1], seen[1, 0], seen[0, 0])


@dataclass(frozen=True)
class CaseColumns:
    """Evidence figures of every pair with gold evidence, column by column, in the order of `Gold.cases`.

    Recall is |P and G| / |G|, precision |P and G| / |P|, F1 2 |P and G| / (|P| + |G|). Precision is -1 where
    nothing was returned, token F1 where it is undefined; `right` is 1 where the label was right.
    """

    recall: array
    precision: array
    f1: array
    returned: array
    right: bytearray
    token_f1: array


def case_columns(gold: Gold, answers: Answers) -> CaseColumns:
    """The evidence figures of one system; needs the sentence table."""
    first, cases = gold.sentence_first, gold.cases
    hits = [answers.hits[pair] for pair in cases]
    returned = array("I", (answers.returned[pair] for pair in cases))
    wanted = [first[pair + 1] - first[pair] for pair in cases]
    triples = list(zip(hits, returned, wanted, strict=True))
    return CaseColumns(
        recall=array("d", map(truediv, hits, wanted)),
        precision=array("d", (hit / got if got else -1.0 for hit, got, _ in triples)),
        f1=array("d", (2 * hit / (got + need) for hit, got, need in triples)),
        returned=returned,
        right=bytearray(answers.label[pair] == gold.label[pair] for pair in cases),
        token_f1=array("d", (answers.token_f1[pair] for pair in cases)),
    )


@dataclass(frozen=True)
class EvidenceSums:
    """Sums over cases, so that means can be taken of any part; each list sums one case or one part."""

    cases: int = 0
    recall: float = 0.0
    f1: float = 0.0
    returned: int = 0
    precise_cases: int = 0
    precision: float = 0.0
    right_cases: int = 0
    right_recall: float = 0.0
    token_cases: int = 0
    token_f1: float = 0.0

    def figures(self) -> dict:
        """Means of the protocol's section B, rounded."""
        return {
            "cases": self.cases,
            "recall": rounded(_mean(self.recall, self.cases)),
            "precision": rounded(_mean(self.precision, self.precise_cases)),
            "f1": rounded(_mean(self.f1, self.cases)),
            "sentences_returned": rounded(_mean(self.returned, self.cases)),
            "recall_if_all_returned": 1.0 if self.cases else None,
            "recall_where_concept_right": rounded(_mean(self.right_recall, self.right_cases)),
            "token_f1": rounded(_mean(self.token_f1, self.token_cases)),
        }

    def value(self, name: str) -> float | None:
        """One mean, not rounded."""
        total, count = {
            "recall": (self.recall, self.cases),
            "precision": (self.precision, self.precise_cases),
            "f1": (self.f1, self.cases),
            "sentences_returned": (self.returned, self.cases),
            "recall_where_concept_right": (self.right_recall, self.right_cases),
            "token_f1": (self.token_f1, self.token_cases),
        }[name]
        return _mean(total, count)


def _mean(total: float, count: int) -> float | None:
    return total / count if count else None


def sum_cases(columns: CaseColumns, places: Sequence[int] | None = None) -> EvidenceSums:
    """Add up the cases at the given places (all without any). Every sum is exact (`math.fsum`), so no order
    of cases changes it.
    """
    every = range(len(columns.recall)) if places is None else places

    def take(column: array) -> array:
        return column if places is None else array(column.typecode, map(column.__getitem__, places))

    precise = [value for value in take(columns.precision) if value >= 0]
    tokens = [value for value in take(columns.token_f1) if value >= 0]
    right = [columns.recall[place] for place in every if columns.right[place]]
    return EvidenceSums(
        cases=len(every),
        recall=fsum(take(columns.recall)),
        f1=fsum(take(columns.f1)),
        returned=sum(take(columns.returned)),
        precise_cases=len(precise),
        precision=fsum(precise),
        right_cases=len(right),
        right_recall=fsum(right),
        token_cases=len(tokens),
        token_f1=fsum(tokens),
    )


def no_evidence_figures(cases: int) -> dict:
    """The evidence object where sentences are not known or quotes could not be placed."""
    names = [name for name in EvidenceSums().figures() if name != "cases"]
    return {"cases": cases, **dict.fromkeys(names)}
