"""How reliable a person's answers are: controls, repeats, overturns, time."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles

from corpus.logic.intervals import wilson


@dataclass
class Reliability:
    """Counts of one person, and the figures made from them; a figure without a base is None."""

    username: str
    done: int = 0
    controls: int = 0
    controls_right: int = 0
    repeats: int = 0
    repeats_same: int = 0
    reviewed: int = 0
    overturned_count: int = 0
    seconds: list[int] = field(default_factory=list)

    @property
    def control_accuracy(self) -> float | None:
        return self.controls_right / self.controls if self.controls else None

    @property
    def control_interval(self) -> list[float] | None:
        return wilson(self.controls_right, self.controls)

    @property
    def repeat_consistency(self) -> float | None:
        return self.repeats_same / self.repeats if self.repeats else None

    @property
    def overturned(self) -> float | None:
        return self.overturned_count / self.reviewed if self.reviewed else None

    @property
    def seconds_median(self) -> float | None:
        return median(self.seconds) if self.seconds else None

    @property
    def time_outliers(self) -> int:
        return len(outliers(self.seconds))


def outliers(seconds: Sequence[int]) -> list[int]:
    """Times beyond Tukey's outer fences (three interquartile ranges from the quartiles; Tukey 1977)."""
    if len(seconds) < 4:
        return []
    low, _, high = quantiles(seconds, n=4, method="inclusive")
    reach = 3 * (high - low)
    return [value for value in seconds if value < low - reach or value > high + reach]
