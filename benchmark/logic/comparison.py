"""Two systems on the same release: differences of figures, and exact McNemar on who was right."""

from benchmark.logic.gold import Gold
from benchmark.logic.predictions import Answers
from benchmark.logic.scoring import count_labels, rounded
from corpus.logic.intervals import Replicates, mcnemar_exact


def discordant(gold: Gold, one: Answers, other: Answers) -> tuple[int, int]:
    """How many pairs only the first had right, and how many only the second."""
    only_one = only_other = 0
    for wanted, left, right in zip(gold.label, one.label, other.label, strict=True):
        only_one += left == wanted != right
        only_other += right == wanted != left
    return only_one, only_other


def compare(
    gold: Gold,
    one: Answers,
    other: Answers,
    recalls: tuple[float | None, float | None],
    differences: Replicates | None,
) -> dict:
    """The comparison object of a score: the first system minus the second.

    `recalls` are the evidence recalls of both (not rounded), `differences` the paired replicates of f1 and
    evidence_recall, None where no bootstrap was asked for.
    """
    f1, other_f1 = count_labels(gold.label, one.label).f1, count_labels(gold.label, other.label).f1
    only_one, only_other = discordant(gold, one, other)
    intervals = differences.intervals(rounded) if differences is not None else {}
    return {
        "against": other.system,
        "f1_difference": _minus(f1, other_f1),
        "ci": intervals.get("f1"),
        "evidence_recall_difference": _minus(*recalls),
        "evidence_ci": intervals.get("evidence_recall"),
        "mcnemar_p": rounded(mcnemar_exact(only_one, only_other)),
        "only_this_right": only_one,
        "only_other_right": only_other,
    }


def _minus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else rounded(one - other)
