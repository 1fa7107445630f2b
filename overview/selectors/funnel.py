"""The picture from notes to gold: bars in proportion, laid out on a plane of 1160 by 190 units."""

from dataclasses import dataclass

from overview.selectors.stages import STAGES

WIDTH, HEIGHT, TOP, BASE = 1160, 190, 34, 176
BAR = 112
STEPS = ("billed", "kept", "selected", "answered", "reviewed")


@dataclass(frozen=True)
class Bar:
    """One bar; `stage` is the filter behind its number."""

    stage: str
    label: str
    count: int
    x: int
    y: float
    height: float
    shade: int

    @property
    def label_y(self) -> float:
        return self.y - 8


@dataclass(frozen=True)
class Funnel:
    width: int
    height: int
    bars: list[Bar]
    flows: list[str]
    gold: Bar
    excluded: Bar

    @property
    def right(self) -> int:
        """Where the last bar ends: its label, the longest, stands to the left of there."""
        return self.gold.x + BAR


def draw_funnel(counts: dict[str, int]) -> Funnel:
    """Bars whose heights are in proportion to the largest stage; a count above 0 is always visible."""
    gold = counts["true"] + counts["false"]
    largest = max([counts[step] for step in STEPS] + [gold, 1])
    step = (WIDTH - BAR - 20) // len(STEPS)

    def height(count: int) -> float:
        return max(3.0, (BASE - TOP) * count / largest) if count else 0.0

    bars = []
    for place, stage in enumerate(STEPS):
        tall = height(counts[stage])
        bars.append(
            Bar(stage, str(STAGES[stage]), counts[stage], 8 + place * step, BASE - tall, tall, place + 1)
        )
    x = 8 + len(STEPS) * step
    tall = height(gold)
    golden = Bar("gold", "", gold, x, BASE - tall, tall, 0)
    out = height(counts["excluded"])
    excluded = Bar("excluded", "", counts["excluded"], x, BASE - tall - out - (5 if out else 0), out, 0)
    flows = [
        f"M{one.x + BAR} {one.y:.1f}L{two.x} {two.y:.1f}V{BASE}H{one.x + BAR}Z"
        for one, two in zip(bars, [*bars[1:], golden], strict=True)
    ]
    return Funnel(WIDTH, HEIGHT, bars, flows, golden, excluded)
