"""Counts become figures: concept verification (A) and evidence (B) of the protocol's section on scores.

Counts are kept and figures derived, so results of parts can be added. An undefined figure is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, sqrt

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
class CaseFigures:
    """The evidence figures of one pair with gold evidence; None where undefined for it."""

    recall: float
    precision: float | None
    f1: float
    returned: int
    right: bool
    token_f1: float | None


def case_figures(gold: Gold, answers: Answers, pair: int) -> CaseFigures:
    """Evidence figures of one pair: recall |P and G| / |G|, precision |P and G| / |P|."""
    wanted = gold.sentence_first[pair + 1] - gold.sentence_first[pair]
    returned, hits, token = answers.returned[pair], answers.hits[pair], answers.token_f1[pair]
    return CaseFigures(
        recall=hits / wanted,
        precision=hits / returned if returned else None,
        f1=2 * hits / (returned + wanted),
        returned=returned,
        right=answers.label[pair] == gold.label[pair],
        token_f1=token if token >= 0 else None,
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


def sum_cases(cases: Iterable[CaseFigures]) -> EvidenceSums:
    """Add cases up; every sum is exact (`math.fsum`), so no order of cases changes it."""
    cases = list(cases)
    precise = [case.precision for case in cases if case.precision is not None]
    right = [case.recall for case in cases if case.right]
    tokens = [case.token_f1 for case in cases if case.token_f1 is not None]
    return EvidenceSums(
        cases=len(cases),
        recall=fsum(case.recall for case in cases),
        f1=fsum(case.f1 for case in cases),
        returned=sum(case.returned for case in cases),
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
