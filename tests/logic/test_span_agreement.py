import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.logic.span_agreement import means, span_f1, tokens_touched, units_touched
from corpus.logic.spans import overlaps
from corpus.logic.text import tokens

TEXT = "Hgb 7.2 today. No bleeding, fever gone."
SENTENCES = [[0, 14], [15, 39]]


def test_hand_computed_figures():
    """A marks `Hgb 7.2` and `bleeding`, B `7.2 today`: 4 tokens and 3, of which 2 are the same."""
    found = span_f1(TEXT, ((0, 7), (18, 26)), ((4, 13),), SENTENCES)
    assert (found.exact, found.overlap) == (0, pytest.approx(2 / 3))
    assert found.token == pytest.approx(2 * 2 / (4 + 3))
    assert found.sentence == pytest.approx(2 * 1 / (2 + 1))


def test_equal_evidence_is_1_whatever_its_order_and_blanks():
    found = span_f1(TEXT, ((18, 26), (0, 7)), ((0, 8), (17, 26)), SENTENCES)
    assert (found.exact, found.overlap, found.token, found.sentence) == (1, 1, 1, 1)


def test_evidence_that_never_meets_is_0():
    found = span_f1(TEXT, ((0, 3),), ((28, 33),), SENTENCES)
    assert (found.exact, found.overlap, found.token, found.sentence) == (0, 0, 0, 0)


def test_marks_without_a_token_leave_the_tokens_undefined():
    assert span_f1("a ... b", ((2, 3),), ((4, 5),), []).token is None
    assert means([span_f1("a ... b", ((2, 3),), ((4, 5),), [])])["f1_token"] is None


SPANS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(1, 8)).map(lambda at: (at[0], sum(at))), max_size=4
)


@given(st.text("ab_ .\u00e9\u0301", min_size=40, max_size=40), SPANS)
def test_tokens_touched_are_those_that_share_a_character_with_a_span(text, spans):
    wanted = {token[0] for token in tokens(text) if any(overlaps(token, span) for span in spans)}
    assert tokens_touched(text, spans) == wanted


@given(st.sets(st.integers(0, 40), max_size=12), SPANS)
def test_units_touched_are_those_that_share_a_character_with_a_span(cuts, spans):
    ends = sorted(cuts)
    units = list(zip(ends[::2], ends[1::2], strict=False))
    wanted = {at for at, unit in enumerate(units) if any(overlaps(unit, span) for span in spans)}
    assert units_touched(spans, units) == wanted
