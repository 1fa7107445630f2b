"""Where the marks of a picture stand: plain geometry for the SVG templates, in whole units of the picture."""

from collections.abc import Sequence
from dataclasses import dataclass, field

WIDTH = 620
LEFT, RIGHT = 190, 60
ROW, TOP = 36, 26
_TICKS = ((0, "0"), (0.25, ".25"), (0.5, ".5"), (0.75, ".75"), (1, "1"))


@dataclass(frozen=True)
class Figure:
    """A system, a baseline or the people: one figure with its interval, and maybe a second figure."""

    name: str
    tone: str
    value: float
    low: float | None = None
    high: float | None = None
    other: float | None = None
    url: str = ""


@dataclass(frozen=True)
class IntervalRow:
    """A line of the interval picture; x positions in units, `text` the figure's own place."""

    figure: Figure
    y: int
    x: int
    low: int | None
    high: int | None
    text: int


@dataclass(frozen=True)
class IntervalPicture:
    """Figures on one line from 0 to 1 each, with a reference line."""

    rows: list[IntervalRow]
    width: int
    height: int
    reference: int | None
    reference_value: float | None
    ticks: list[tuple[int, str]]


def interval_picture(figures: Sequence[Figure], reference: float | None = None) -> IntervalPicture:
    """Rows from top to bottom in the given order."""
    rows = []
    for place, figure in enumerate(figures):
        x, high = _across(figure.value), _across(figure.high)
        rows.append(
            IntervalRow(figure, TOP + place * ROW, x, _across(figure.low), high, max(x, high or 0) + 14)
        )
    bottom = TOP + len(figures) * ROW
    ticks = [(_across(place), text) for place, text in _TICKS]
    return IntervalPicture(rows, WIDTH, bottom + 34, _across(reference), reference, ticks)


def _across(value: float | None) -> int | None:
    if value is None:
        return None
    return round(LEFT + min(max(value, 0.0), 1.0) * (WIDTH - LEFT - RIGHT))


PLANE_WIDTH, PLANE_HEIGHT = 620, 380
_X0, _X1, _Y0, _Y1 = 52, 560, 330, 22
_LABEL_HEIGHT, _LETTER = 15, 7


@dataclass(frozen=True)
class PlanePoint:
    """A point with its label, moved where labels would lie over each other."""

    figure: Figure
    x: int
    y: int
    label_x: int
    label_y: int
    anchor: str


@dataclass(frozen=True)
class Plane:
    """Two figures from 0 to 1 against each other; `curves` are SVG paths of equal F1 with their labels."""

    points: list[PlanePoint]
    width: int = PLANE_WIDTH
    height: int = PLANE_HEIGHT
    left: int = _X0
    right: int = _X1
    bottom: int = _Y0
    top: int = _Y1
    ticks: list[tuple[int, int, str]] = field(default_factory=list)
    curves: list[tuple[str, int, int, str]] = field(default_factory=list)


def plane(figures: Sequence[Figure], *, curves: bool = False) -> Plane:
    """`value` goes up, `other` to the right; figures without the second are left out.

    A label stands beside its point where it covers neither another point nor another label.
    """
    drawn = [figure for figure in figures if figure.other is not None]
    places = [_place(figure.other, figure.value) for figure in drawn]
    taken = [(x - 7, y - 7, x + 7, y + 7) for x, y in places]
    points = []
    for figure, (x, y) in sorted(
        zip(drawn, places, strict=True), key=lambda item: (item[1][1], item[0].name)
    ):
        own = taken.index((x - 7, y - 7, x + 7, y + 7))
        label_x, label_y, anchor, box = _label(figure.name, x, y, taken[:own] + taken[own + 1 :])
        taken.append(box)
        points.append(PlanePoint(figure, x, y, label_x, label_y, anchor))
    ticks = [(*_place(share, share), f"{share:.1f}".lstrip("0")) for share in (0.2, 0.4, 0.6, 0.8)]
    ticks.append((*_place(1, 1), "1"))
    return Plane(points, ticks=ticks, curves=[_curve(f1) for f1 in (0.2, 0.4, 0.6, 0.8)] if curves else [])


Box = tuple[int, int, int, int]


def _label(name: str, x: int, y: int, taken: list[Box]) -> tuple[int, int, str, Box]:
    """Right, left, above or below the point, else further and further down."""
    wide = _LETTER * len(name)
    right, left = (x + 11, y + 4, "start"), (x - 11, y + 4, "end")
    above, below = (x, y - 11, "middle"), (x, y + 20, "middle")
    further = [(x + 11, y + 4 + _LABEL_HEIGHT * step, "start") for step in range(2, 12)]
    choices = [right, left, above, below, *further]
    for at_x, at_y, anchor in choices:
        start = {"start": at_x, "end": at_x - wide, "middle": at_x - wide // 2}[anchor]
        box = (start, at_y - 11, start + wide, at_y + 3)
        inside = box[0] >= 2 and box[2] <= PLANE_WIDTH and box[1] >= 2
        if inside and not any(_overlap(box, other) for other in taken):
            break
    return at_x, at_y, anchor, box


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _place(across: float, up: float) -> tuple[int, int]:
    return round(_X0 + across * (_X1 - _X0)), round(_Y0 - up * (_Y0 - _Y1))


def _curve(f1: float) -> tuple[str, int, int, str]:
    """The points of equal F1, as dense where the curve is steep as where it is flat."""
    low = f1 / (2 - f1)
    steps = [low ** (1 - step / 12) for step in range(25)]
    places = [_place(f1 / 2 * (1 + step), f1 / 2 * (1 + 1 / step)) for step in steps]
    path = "M" + " L".join(f"{x} {y}" for x, y in places)
    name = f"F1 {f1:.1f}".replace("0.", ".") if f1 > 0.2 else ""
    return path, places[0][0], _Y1 - 5, name


@dataclass(frozen=True)
class Segment:
    """A piece of a bar."""

    key: str
    count: int
    x: int
    width: int
    tone: str


@dataclass(frozen=True)
class Bar:
    """A bar with its pieces, which share one scale with every other bar."""

    key: str
    total: int
    y: int
    segments: list[Segment]


Piece = tuple[str, int, str]


def attrition_picture(all_pairs: int, parts: Sequence[tuple[str, Sequence[Piece]]]) -> list[Bar]:
    """Bars from all pairs down to the released ones; a piece (key, count, tone) that is not empty is at least
    two units wide.
    """
    bars = []
    for place, (key, pieces) in enumerate(parts):
        segments, x = [], LEFT
        for name, count, tone in pieces:
            width = round(count / all_pairs * (WIDTH - LEFT - 20)) if all_pairs else 0
            width = max(width, 2) if count else 0
            segments.append(Segment(name, count, x, width, tone))
            x += width
        bars.append(Bar(key, sum(count for _, count, _ in pieces), 14 + place * 46, segments))
    return bars
