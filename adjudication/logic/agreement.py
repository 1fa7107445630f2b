"""Agreement between annotators before adjudication. Undefined is None, never 0 or NaN.

Sources: Cohen 1960 (kappa); Krippendorff 2011 (alpha, nominal); Byrt, Bishop and Carlin 1993 (PABAK);
Gwet 2008 (AC1); Cicchetti and Feinstein 1990 (specific agreement).
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from annotation.logic.states import RELATED
from corpus.logic.resampling import Interval, bootstrap

# a resampling draws at most this many subjects in all, so that 100,000 pairs take seconds
MOST_DRAWS = 10_000_000


@dataclass(frozen=True)
class Labelled:
    """A complete pair: its labels by annotator, its subject, and the strata it counts in."""

    subject: str
    labels: tuple[tuple[str, str], ...]
    chapter: str = ""
    source: str = ""


def pair_counts(labels: Sequence[tuple[str, str]]) -> tuple[int, int, int]:
    """How many of the pairs of annotators both say Related, both Unrelated, or differ."""
    related = sum(label == RELATED for _, label in labels)
    unrelated = len(labels) - related
    return math.comb(related, 2), math.comb(unrelated, 2), related * unrelated


# The vector of one complete pair. A pair with m answers has m(m-1)/2 pairs of annotators.
#   0 pairs                    4 sum of (pairs of annotators that differ) / (m - 1), for alpha
#   1 share of agreeing        5 answers Related      6 answers Unrelated
#   2 both Related             7 share of answers Related, for AC1
#   3 both Unrelated           8 differing pairs of annotators
def vector(labels: Sequence[tuple[str, str]]) -> list[float]:
    both, neither, differ = pair_counts(labels)
    people = len(labels)
    total = both + neither + differ
    related = sum(label == RELATED for _, label in labels)
    if people < 2:
        return [0.0] * 9
    return [
        1,
        (both + neither) / total,
        both,
        neither,
        2 * differ / (people - 1),
        related,
        people - related,
        related / people,
        differ,
    ]


def raw(totals: Sequence[float]) -> float | None:
    """Mean share of agreeing pairs of annotators."""
    return totals[1] / totals[0] if totals[0] else None


def alpha(totals: Sequence[float]) -> float | None:
    """Krippendorff's alpha for nominal data: 1 - observed / expected disagreement; None for one label."""
    related, unrelated = totals[5], totals[6]
    values = related + unrelated
    expected = 2 * related * unrelated / (values - 1) if values > 1 else 0
    return 1 - totals[4] / expected if expected else None


def pabak(totals: Sequence[float]) -> float | None:
    """Prevalence- and bias-adjusted kappa: 2 raw - 1."""
    observed = raw(totals)
    return None if observed is None else 2 * observed - 1


def ac1(totals: Sequence[float]) -> float | None:
    """Gwet's AC1 for two labels: chance agreement 2 p (1 - p), p the mean share of Related."""
    observed = raw(totals)
    if observed is None:
        return None
    share = totals[7] / totals[0]
    chance = 2 * share * (1 - share)
    return (observed - chance) / (1 - chance)


def positive(totals: Sequence[float]) -> float | None:
    """Specific agreement on Related: 2 both / (2 both + differing)."""
    denominator = 2 * totals[2] + totals[8]
    return 2 * totals[2] / denominator if denominator else None


def negative(totals: Sequence[float]) -> float | None:
    """Specific agreement on Unrelated."""
    denominator = 2 * totals[3] + totals[8]
    return 2 * totals[3] / denominator if denominator else None


MEASURES: dict[str, Callable[[Sequence[float]], float | None]] = {
    "raw": raw,
    "alpha": alpha,
    "pabak": pabak,
    "ac1": ac1,
    "positive": positive,
    "negative": negative,
}


def kappa(table: Sequence[float]) -> float | None:
    """Cohen's kappa of the counts (both Related, only the first, only the second, neither); None where
    only one label was used."""
    n = sum(table)
    if not n:
        return None
    observed = (table[0] + table[3]) / n
    first, second = (table[0] + table[1]) / n, (table[0] + table[2]) / n
    expected = first * second + (1 - first) * (1 - second)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def tables_by_people(pairs: Iterable[Labelled]) -> dict[tuple[str, str], list[int]]:
    """For each two people, a < b by user name, the four counts that `kappa` takes."""
    tables: dict[tuple[str, str], list[int]] = {}
    for pair in pairs:
        for (a, label_a), (b, label_b) in combinations(sorted(pair.labels), 2):
            table = tables.setdefault((a, b), [0, 0, 0, 0])
            table[2 * (label_a != RELATED) + (label_b != RELATED)] += 1
    return dict(sorted(tables.items()))


def kappa_mean(tables: Iterable[Sequence[float]]) -> float | None:
    """The unweighted mean of the kappas that are defined."""
    known = [value for value in map(kappa, tables) if value is not None]
    return math.fsum(known) / len(known) if known else None


def label_figures(pairs: Sequence[Labelled], *, replicates: int = 2000, seed: int = 0) -> dict:
    """All label measures with bootstrap intervals over subjects, and kappa by two people."""
    tables = tables_by_people(pairs)
    people = list(tables)
    width = 9
    by_subject: dict[str, list[float]] = {}
    for pair in pairs:
        counts = by_subject.setdefault(pair.subject, [0.0] * (width + 4 * len(people)))
        for index, value in enumerate(vector(pair.labels)):
            counts[index] += value
        for (a, label_a), (b, label_b) in combinations(sorted(pair.labels), 2):
            place = width + 4 * people.index((a, b)) + 2 * (label_a != RELATED) + (label_b != RELATED)
            counts[place] += 1
    totals = [math.fsum(column) for column in zip(*by_subject.values(), strict=True)] or [0.0] * width
    statistics = {**MEASURES, "kappa_mean": lambda row: _mean_of_row(row, width)}
    affordable = min(
        replicates, max(200, MOST_DRAWS // max(1, len(by_subject) * (width + 4 * len(people)) // 9))
    )
    intervals = bootstrap(by_subject, statistics, replicates=affordable, seed=seed)
    return {
        "label": {name: statistic(totals) for name, statistic in statistics.items()},
        "ci": intervals,
        "kappa_by_pair": [
            {"a": a, "b": b, "n": sum(table), "kappa": kappa(table)} for (a, b), table in tables.items()
        ],
    }


def _mean_of_row(row: Sequence[float], width: int) -> float | None:
    return kappa_mean(row[place : place + 4] for place in range(width, len(row), 4))


def by_stratum(pairs: Sequence[Labelled], name: str) -> list[dict]:
    """Raw agreement and alpha for each value of `chapter` or `source`, sorted by value."""
    groups: dict[str, list[Labelled]] = {}
    for pair in pairs:
        groups.setdefault(getattr(pair, name), []).append(pair)
    rows = []
    for value, members in sorted(groups.items()):
        totals = [
            math.fsum(column) for column in zip(*(vector(pair.labels) for pair in members), strict=True)
        ]
        rows.append(
            {"by": name, "value": value, "pairs": len(members), "raw": raw(totals), "alpha": alpha(totals)}
        )
    return rows


def interval_or_none(interval: Interval | None, places: int = 6) -> list[float] | None:
    """The interval as JSON shows it."""
    return None if interval is None else [round(bound, places) for bound in interval]
