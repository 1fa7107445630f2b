from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from benchmark.logic.pictures import (
    PLANE_HEIGHT,
    PLANE_WIDTH,
    Figure,
    attrition_picture,
    interval_picture,
    plane,
)

NAMES = ["Annotators (9)", "large-reasoner", "large-reasoner + cues", "Always True", "String match", "Random"]
SHARE = st.floats(0, 1)


def box(point):
    wide = 7 * len(point.figure.name)
    left = {"start": 0, "end": wide, "middle": wide // 2}[point.anchor]
    return point.label_x - left, point.label_y - 11, point.label_x - left + wide, point.label_y + 3


@given(st.lists(st.tuples(SHARE, SHARE), min_size=1, max_size=6))
def test_no_label_of_a_plane_covers_another_label(places):
    figures = [Figure(NAMES[at], "accent", up, other=across) for at, (up, across) in enumerate(places)]
    points = plane(figures).points
    assert len(points) == len(places)
    for one, other in combinations(map(box, points), 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    for point in points:
        assert 0 <= point.x <= PLANE_WIDTH
        assert 0 <= point.y <= PLANE_HEIGHT


def test_a_figure_without_the_second_value_is_not_on_the_plane():
    assert plane([Figure("x", "accent", 0.5)]).points == []


def test_intervals_keep_their_order_on_the_line():
    (row,) = interval_picture([Figure("x", "accent", 0.5, 0.4, 0.7)], reference=0.6).rows
    assert row.low < row.x < row.high < row.text


def test_pieces_of_a_bar_share_one_scale_and_stay_visible():
    whole, part = attrition_picture(
        1000, [("a", [("x", 999, "accent"), ("y", 1, "bad")]), ("b", [("z", 500, "gold"), ("w", 0, "bad")])]
    )
    assert whole.total == 1000
    assert whole.segments[1].width == 2
    assert part.segments[0].width * 2 - whole.segments[0].width in (-1, 0, 1, 2)
    assert part.segments[1].width == 0
