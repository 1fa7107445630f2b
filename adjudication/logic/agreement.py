"""Agreement between annotators before adjudication. Undefined is None, never 0 or NaN.

Sources: Cohen 1960 (kappa); Krippendorff 2011 (alpha, nominal); Byrt, Bishop and Carlin 1993 (PABAK);
Gwet 2008 (AC1); Cicchetti and Feinstein 1990 (specific agreement).
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import add

from annotation.logic.states import RELATED
from corpus.logic.codes import chapter_order
from corpus.logic.intervals import REPLICATES, Replicates, drawn_sums, interval

# the bootstrap draws at most this many subjects in all, so that 100,000 pairs take seconds
MOST_DRAWS = 10_000_000

# who said what of one pair: (annotator, label), sorted by annotator
Labels = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A complete pair: its labels by annotator, its subject, and the strata it counts in."""

    subject: str
    labels: Labels
    chapter: str = ""
    source: str = ""


def pair_counts(labels: Sequence[tuple[str, str]]) -> tuple[int, int, int]:
    """How many of the pairs of annotators both say Related, both Unrelated, or differ."""
    related = sum(label == RELATED for _, label in labels)
    unrelated = len(labels) - related
    return math.comb(related, 2), math.comb(unrelated, 2), related * unrelated


# shares of at most 9 answers are whole numbers in this unit, so that sums over pairs are exact
SHARE = 2520


# The vector of one complete pair with m answers, which make m(m-1)/2 pairs of annotators.
#   0 pairs             3 pairs of annotators that differ   6 share of agreeing pairs of annotators
#   1 both Related      4 answers Related                   7 ordered differing pairs / (m - 1), for alpha
#   2 both Unrelated    5 answers Unrelated                 8 share of answers Related, for AC1
def vector(labels: Sequence[tuple[str, str]]) -> list[int]:
    """The counts that every measure is made of; 6 to 8 in units of 1/2520. Nine zeros below two answers."""
    people = len(labels)
    if people < 2:
        return [0] * WIDTH
    both, neither, differ = pair_counts(labels)
    related = sum(label == RELATED for _, label in labels)
    agreeing = (both + neither) * SHARE // (both + neither + differ)
    ordered = 2 * differ * SHARE // (people - 1)
    shares = [agreeing, ordered, related * SHARE // people]
    return [1, both, neither, differ, related, people - related, *shares]


WIDTH = 9


def raw(totals: Sequence[int]) -> float | None:
    """Mean share of agreeing pairs of annotators."""
    return totals[6] / SHARE / totals[0] if totals[0] else None


def alpha(totals: Sequence[int]) -> float | None:
    """Krippendorff's alpha for nominal data: 1 - observed / expected disagreement; None for one label, and
    for a single pair, whose own answers are all that chance could be told from."""
    related, unrelated = totals[4], totals[5]
    if totals[0] < 2 or not (related and unrelated):
        return None
    expected = 2 * related * unrelated / (related + unrelated - 1)
    return 1 - totals[7] / SHARE / expected


def pabak(totals: Sequence[int]) -> float | None:
    """Prevalence- and bias-adjusted kappa: 2 raw - 1."""
    observed = raw(totals)
    return None if observed is None else 2 * observed - 1


def ac1(totals: Sequence[int]) -> float | None:
    """Gwet's AC1 for two labels: chance agreement 2 p (1 - p), p the mean share of Related."""
    observed = raw(totals)
    if observed is None:
        return None
    share = totals[8] / SHARE / totals[0]
    chance = 2 * share * (1 - share)
    return (observed - chance) / (1 - chance)


def positive(totals: Sequence[int]) -> float | None:
    """Specific agreement on Related: 2 both / (2 both + differing)."""
    denominator = 2 * totals[1] + totals[3]
    return 2 * totals[1] / denominator if denominator else None


def negative(totals: Sequence[int]) -> float | None:
    """Specific agreement on Unrelated."""
    denominator = 2 * totals[2] + totals[3]
    return 2 * totals[2] / denominator if denominator else None


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
    only one label was used, and for a single pair."""
    n = sum(table)
    if n < 2:
        return None
    observed = (table[0] + table[3]) / n
    first, second = (table[0] + table[1]) / n, (table[0] + table[2]) / n
    expected = first * second + (1 - first) * (1 - second)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def tables_by_people(answers: Counter[Labels]) -> dict[tuple[str, str], list[int]]:
    """For each two people, a < b by user name, the four counts that `kappa` takes."""
    tables: dict[tuple[str, str], list[int]] = {}
    for labels, times in answers.items():
        for people, cell in _cells(labels):
            tables.setdefault(people, [0, 0, 0, 0])[cell] += times
    return dict(sorted(tables.items()))


def _cells(labels: Labels) -> Iterator[tuple[tuple[str, str], int]]:
    """Each two people of a pair, a < b, and which of the four counts their labels make."""
    for (a, label_a), (b, label_b) in combinations(sorted(labels), 2):
        yield (a, b), 2 * (label_a != RELATED) + (label_b != RELATED)


def kappa_mean(tables: Iterable[Sequence[float]]) -> float | None:
    """The unweighted mean of the kappas that are defined."""
    known = [value for value in map(kappa, tables) if value is not None]
    return math.fsum(known) / len(known) if known else None


def label_figures(pairs: Sequence[Labelled], *, replicates: int = REPLICATES, seed: int = 0) -> dict:
    """All label measures with bootstrap intervals over subjects, and kappa by two people."""
    answers = Counter(pair.labels for pair in pairs)
    tables = tables_by_people(answers)
    rows = _rows_by_subject(pairs, answers, {people: place for place, people in enumerate(tables)})
    totals = [sum(column) for column in zip(*rows, strict=True)] or [0] * WIDTH
    measures = {**MEASURES, "kappa_mean": _kappa_mean_of}
    kept = Replicates()
    affordable = min(replicates, max(200, MOST_DRAWS // max(1, len(rows))))
    for sums in drawn_sums(rows, affordable, seed):
        for name, measure in measures.items():
            kept.add(name, measure(sums))
    return {
        "label": {name: measure(totals) for name, measure in measures.items()},
        "ci": {name: interval(kept.values.get(name, ())) for name in measures},
        "kappa_by_pair": [
            {"a": a, "b": b, "n": sum(table), "kappa": kappa(table)} for (a, b), table in tables.items()
        ],
    }


def _rows_by_subject(
    pairs: Sequence[Labelled], answers: Iterable[Labels], place: dict[tuple[str, str], int]
) -> list[tuple[int, ...]]:
    """For each subject, sorted: the summed vector, then the four counts of every two people."""
    counts = {}
    for labels in answers:
        tables = [0] * (4 * len(place))
        for people, cell in _cells(labels):
            tables[4 * place[people] + cell] += 1
        counts[labels] = (*vector(labels), *tables)
    rows: dict[str, tuple[int, ...]] = {}
    for pair in pairs:
        row, more = rows.get(pair.subject), counts[pair.labels]
        rows[pair.subject] = more if row is None else tuple(map(add, row, more))
    return [rows[subject] for subject in sorted(rows)]


def _kappa_mean_of(row: Sequence[int]) -> float | None:
    return kappa_mean(row[place : place + 4] for place in range(WIDTH, len(row), 4))


def by_stratum(pairs: Sequence[Labelled], name: str) -> list[dict]:
    """Raw agreement and alpha for each value of `chapter` or `source`; chapters by number."""
    groups: dict[str, Counter[Labels]] = {}
    for pair in pairs:
        groups.setdefault(getattr(pair, name), Counter())[pair.labels] += 1
    rows = []
    for value, answers in sorted(groups.items(), key=lambda group: chapter_order(group[0])):
        counted = [[times * count for count in vector(labels)] for labels, times in answers.items()]
        totals = [sum(column) for column in zip(*counted, strict=True)]
        figures = {"raw": raw(totals), "alpha": alpha(totals)}
        rows.append({"by": name, "value": value, "pairs": answers.total(), **figures})
    return rows
