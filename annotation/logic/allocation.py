"""Who gets which pair: balanced, reproducible, never the same person twice on one pair."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class OpenPair:
    """A pair with free places; `held` are the annotators already on it."""

    key: str
    free: int
    held: frozenset[str]
    stratum: str = ""


def serving_order(keys: Sequence[str], seed: int) -> dict[str, int]:
    """A position for every key: a shuffle that depends on the keys and the seed alone."""
    ordered = sorted(keys)
    Random(seed).shuffle(ordered)
    return {key: position for position, key in enumerate(ordered)}


def allocate(
    pairs: Sequence[OpenPair], annotators: Sequence[str], load: Mapping[str, int], rng: Random
) -> dict[str, list[str]]:
    """New annotators for each pair, at most `free` and none who is on it.

    Each place goes to the person with the least work so far, then with the least of this stratum, then by
    the draw: loads end within one of each other whenever people's earlier holdings allow it. A place for
    which nobody is left stays free.
    """
    total = Counter({name: load.get(name, 0) for name in annotators})
    by_stratum: dict[str, Counter[str]] = {}
    given: dict[str, list[str]] = {}
    for pair in pairs:
        stratum = by_stratum.setdefault(pair.stratum, Counter())
        able = [name for name in annotators if name not in pair.held]
        draw = {name: rng.random() for name in able}
        able.sort(key=lambda name: (total[name], stratum[name], draw[name]))
        given[pair.key] = able[: pair.free]
        total.update(given[pair.key])
        stratum.update(given[pair.key])
    return given


def bind(pairs: Sequence[OpenPair], bound: Sequence[str]) -> dict[str, list[str]]:
    """The same named people on every pair that has room for those of them who are not on it yet."""
    given = {}
    for pair in pairs:
        wanted = [name for name in bound if name not in pair.held]
        given[pair.key] = wanted if len(wanted) <= pair.free else []
    return given


def spread(count: int, positions: Sequence[int], rng: Random) -> list[int]:
    """Positions for `count` extra pairs, drawn from those of a person's own work, so that controls and
    repeats stand anywhere in the queue."""
    if not positions:
        return [0] * count
    return [positions[rng.randrange(len(positions))] for _ in range(count)]
