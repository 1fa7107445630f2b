"""How far two concepts stand apart in the hierarchy of their code system.

A path is the chain of nodes from below the root down to the concept. A node is (kind, code): block T79 and
category T79 share a name and are two nodes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.logic.codes import ICD10PCS

Node = tuple[str, str]
PCS_CHARACTERS = 7


@dataclass(frozen=True)
class Place:
    """Where a concept stands: its system, its code and its path; an empty path: of no known place."""

    system: str
    code: str
    path: tuple[Node, ...]


def common_prefix(one: Sequence, other: Sequence) -> int:
    """How many leading elements two sequences share."""
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared


def hops(one: Place, other: Place) -> int | None:
    """Edges on the path through the lowest common ancestor; the root stands above every chapter.

    ICD-10-PCS: 2 x (7 - length of the common prefix). None between systems and for a code of no known place.
    Source: protocol of the benchmark, candidate pairs (E66.9 to Z68.37 is 9).
    """
    if one.system != other.system:
        return None
    if one.system == ICD10PCS:
        return 2 * (PCS_CHARACTERS - common_prefix(one.code, other.code)) if one.code != other.code else 0
    if not one.path or not other.path:
        return 0 if one.code == other.code else None
    return len(one.path) + len(other.path) - 2 * common_prefix(one.path, other.path)


def are_in_line(one: Place, other: Place) -> bool:
    """Whether one concept is the other, or its ancestor or descendant."""
    if one.system != other.system:
        return False
    if one.code == other.code:
        return True
    if one.system == ICD10PCS:
        return common_prefix(one.code, other.code) == min(len(one.code), len(other.code))
    shortest = min(len(one.path), len(other.path))
    return shortest > 0 and common_prefix(one.path, other.path) == shortest


def nearest(one: Place, billed: Mapping[str, Place]) -> tuple[str, int] | None:
    """(code, hops) of the billed code with the fewest hops, ties by code as code points; None if none has."""
    found = [(distance, code) for code, place in billed.items() if (distance := hops(one, place)) is not None]
    if not found:
        return None
    distance, code = min(found)
    return code, distance
