"""The parts of a release that are scored apart, each with its size."""

from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from benchmark.logic.gold import Gold
from corpus.logic.intervals import quantile

SMALL = 30
NONE = "none"
HOPS = ("1-2", "3-4", "5-6", "7-8", "9+", NONE)
SIMILARITY = ("<.5", "<.7", "<.85", ">=.85", NONE)
QUARTILES = ("Q1", "Q2", "Q3", "Q4")


@dataclass(frozen=True)
class Dimension:
    """One way of parting: `bucket[pair]` is an index into `values`; no value is empty of pairs."""

    by: str
    values: tuple[str, ...]
    bucket: array


def dimensions(gold: Gold) -> list[Dimension]:
    """Every way of parting for which the release has the data."""
    found = []
    if gold.strata:
        column = gold.strata
        for by in ("source", "triage", "support"):
            found.append(_named(by, column[by]))
        found.append(_ordered("hops", HOPS, [hops_bucket(value) for value in column["hops"]]))
        found.append(
            _ordered("similarity", SIMILARITY, [similarity_bucket(value) for value in column["similarity"]])
        )
        for by in ("chapter", "code_system"):
            found.append(_named(by, column[by]))
    if gold.note_chars:
        found.append(_note_length(gold))
    return found


def hops_bucket(value: str) -> str:
    """1-2, 3-4, 5-6, 7-8, 9+ or none."""
    if not value:
        return NONE
    hops = int(value)
    return "9+" if hops >= 9 else HOPS[max(hops - 1, 0) // 2]


def similarity_bucket(value: str) -> str:
    """<.5, <.7, <.85, the rest or none."""
    return SIMILARITY[bisect_right((0.5, 0.7, 0.85), float(value))] if value else NONE


def _named(by: str, column: list[str]) -> Dimension:
    names = sorted({value for value in column if value})
    return _ordered(by, (*names, NONE), [value or NONE for value in column])


def _ordered(by: str, order: tuple[str, ...], column: list[str]) -> Dimension:
    present = set(column)
    values = tuple(value for value in dict.fromkeys(order) if value in present)
    at = {value: place for place, value in enumerate(values)}
    return Dimension(by, values, array("H", (at[value] for value in column)))


def _note_length(gold: Gold) -> Dimension:
    """Quartiles of note length over pairs; a length on a cut belongs to the lower quartile."""
    lengths = [gold.note_chars[task] for task in gold.pair_task]
    ordered = sorted(lengths)
    cuts = [quantile(ordered, share) for share in (0.25, 0.5, 0.75)]
    return _ordered("note_length", QUARTILES, [QUARTILES[bisect_left(cuts, length)] for length in lengths])
