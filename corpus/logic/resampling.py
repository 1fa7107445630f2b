"""The bootstrap that every interval of the product uses, and the Wilson interval.

Draws come from `random.Random(seed)` over the sorted subjects, so the same data give the same figures on
every machine.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random

Z95 = 1.959963984540054
Interval = tuple[float, float]


def quantile(ordered: Sequence[float], share: float) -> float:
    """The linear quantile of sorted values (Hyndman and Fan, type 7)."""
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def percentile_interval(values: Sequence[float], level: float = 0.95) -> Interval | None:
    """The middle `level` of the values, or None without any."""
    if not values:
        return None
    ordered = sorted(values)
    tail = (1 - level) / 2
    return quantile(ordered, tail), quantile(ordered, 1 - tail)


def bootstrap(
    counts: Mapping[str, Sequence[float]],
    statistics: Mapping[str, Callable[[list[float]], float | None]],
    *,
    replicates: int,
    seed: int,
) -> dict[str, Interval | None]:
    """Percentile intervals of statistics of summed counts, by drawing whole subjects with replacement.

    `counts` maps a subject to its vector of counts, all of one length; each statistic turns a summed vector
    into a figure or None. Replicates in which a figure is undefined are dropped.
    """
    subjects = sorted(counts)
    columns = [list(column) for column in zip(*(counts[subject] for subject in subjects), strict=True)]
    rng, size = Random(seed), len(subjects)
    values: dict[str, list[float]] = {name: [] for name in statistics}
    for _ in range(replicates if subjects else 0):
        drawn = rng.choices(range(size), k=size)
        totals = [math.fsum(map(column.__getitem__, drawn)) for column in columns]
        for name, statistic in statistics.items():
            value = statistic(totals)
            if value is not None:
                values[name].append(value)
    return {name: percentile_interval(found) for name, found in values.items()}


def wilson(successes: int, trials: int, z: float = Z95) -> Interval | None:
    """Wilson's score interval for a share (Wilson 1927); None without trials."""
    if trials == 0:
        return None
    share = successes / trials
    middle = share + z * z / (2 * trials)
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
