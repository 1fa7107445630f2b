import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.logic import spans as intervals
from corpus.logic.spans import SpanError

CASES = json.loads((Path(__file__).parents[1] / "data/offsets.json").read_text(encoding="utf-8"))["cases"]
SPANS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda pair: tuple(sorted(pair))), max_size=8
)


def points(spans):
    return {point for start, end in spans for point in range(start, end)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_selections_of_the_shared_cases_are_accepted(case):
    for item in case["selections"]:
        intervals.check_span(case["text"], item["start"], item["end"], item["quote"])


@pytest.mark.parametrize(
    ("start", "end", "quote", "code"),
    [
        (5, 2, None, "span_reversed"),
        (-1, 2, None, "span_out_of_range"),
        (0, 12, None, "span_out_of_range"),
        (3, 5, None, "span_blank"),
        (4, 4, None, "span_blank"),
        (0, 3, "Hgb ", "quote_mismatch"),
        (0, 3, "", "quote_mismatch"),
        (True, 3, None, "span_malformed"),
        ("0", 3, None, "span_malformed"),
        (0.0, 3, None, "span_malformed"),
    ],
)
def test_a_span_the_note_cannot_have_is_refused_by_name(start, end, quote, code):
    with pytest.raises(SpanError) as refusal:
        intervals.check_span("Hgb  7.2 \t\n", start, end, quote)
    assert refusal.value.code == code


def test_offsets_counted_in_utf16_units_are_refused_because_the_quote_differs():
    with pytest.raises(SpanError) as refusal:
        intervals.check_span("💩This is an annotation.", 13, 23, "annotation")
    assert refusal.value.code == "quote_mismatch"


def test_a_refusal_never_repeats_words_of_the_note():
    with pytest.raises(SpanError) as refusal:
        intervals.check_span("secret words", 0, 6, "Secret")
    assert "ecret" not in str(refusal.value)


def test_touching_spans_are_joined_but_do_not_overlap():
    assert intervals.normalise([(5, 9), (0, 5)]) == [(0, 9)]
    assert not intervals.overlaps((0, 5), (5, 9))
    assert intervals.overlaps((0, 6), (5, 9))


@given(SPANS)
def test_joining_keeps_the_same_code_points_in_sorted_spans_with_gaps(spans):
    joined = intervals.normalise(spans)
    assert points(joined) == points(spans)
    assert all(one[1] < other[0] for one, other in pairwise(joined))
    assert intervals.measure(spans) == len(points(spans))


@given(SPANS, SPANS)
def test_what_is_shared_and_what_is_left_are_sets_of_code_points(one, other):
    assert points(intervals.intersect(one, other)) == points(one) & points(other)
    assert points(intervals.subtract(one, other)) == points(one) - points(other)
    for found in (intervals.intersect(one, other), intervals.subtract(one, other)):
        assert found == intervals.normalise(found)


def test_a_column_keeps_the_order_in_which_the_spans_were_given():
    assert intervals.format_spans([(8012, 8047), (6350, 6379)]) == "[(8012, 8047), (6350, 6379)]"
    assert intervals.format_spans([]) == "[]"


@given(SPANS)
def test_a_column_reads_back_as_it_was_written(spans):
    assert intervals.parse_spans(intervals.format_spans(spans)) == spans
    assert intervals.parse_spans(json.dumps(spans)) == spans


@pytest.mark.parametrize("value", ["[(1,2)]", " [ ( 1 , 2 ) , ] ", "[[1, 2]]", "[(1, 2),]"])
def test_a_column_may_be_spaced_as_python_or_json_would(value):
    assert intervals.parse_spans(value) == [(1, 2)]


@pytest.mark.parametrize(
    "value",
    [
        *["", "None", "(1, 2)", "[(1, 2), 3]", "[(1, -2)]", "[(1, 2.0)]", "[(1, 2, 3)]", "[(1, 2)] x"],
        *["[(١, ٢)]", "[,]", "[(1, 2)(3, 4)]", "[1, 2]", "[(1, 9999999999999)]"],
    ],
)
def test_anything_else_in_a_column_is_refused(value):
    with pytest.raises(SpanError) as refusal:
        intervals.parse_spans(value)
    assert refusal.value.code == "span_malformed"
