import json
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.logic import text as words

ROOT = Path(__file__).resolve().parents[2]
CASES = json.loads((ROOT / "tests/data/offsets.json").read_text(encoding="utf-8"))["cases"]
ANY_TEXT = st.text(
    alphabet=st.characters(exclude_categories=["Cs"]) | st.sampled_from(" \t\r\n\x0b\x1c\u2028\xa0")
)


def test_the_blanks_of_javascript_are_the_blanks_of_python():
    source = (ROOT / "static/js/marking/blanks.js").read_text(encoding="utf-8")
    listed = re.search(r"new Set\(\[(.*?)\]\)", source, re.S).group(1)
    shared = [int(item, 16) for item in re.findall(r"0x[0-9a-f]+", listed)]
    assert shared == [point for point in range(sys.maxunicode + 1) if words.is_blank(chr(point))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_selection_of_the_shared_cases_is_counted_in_code_points(case):
    assert len(case["text"]) == case["length"]
    for selection in case["selections"]:
        assert case["text"][selection["start"] : selection["end"]] == selection["quote"]


def test_trimming_takes_the_blanks_at_both_ends_only():
    assert words.trim("a \u2009fever  of\xa0\n", 1, 13) == (3, 12)


def test_a_span_of_blanks_trims_to_nothing():
    assert words.trim("a   b", 1, 4) == (1, 1)


@given(ANY_TEXT, st.data())
def test_trimming_keeps_every_character_that_is_not_blank(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = words.trim(text, start, end)
    assert start <= first <= last <= end
    assert text[first:last] == text[start:end].strip()


def test_tokens_are_runs_of_word_characters_with_numbers_kept():
    text = "Hgb 7.2, β-blocker_x 𝛽"
    assert [text[start:end] for start, end in words.tokens(text)] == ["Hgb", "7", "2", "β", "blocker_x", "𝛽"]


def test_every_kind_of_line_end_ends_one_line():
    text = "one\rtwo\nthree\r\nfour\x85five\u2028six\u2029seven\x0beight\x0cnine"
    assert [text[start:end] for start, end, _ in words.lines(text)] == (
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    )


def test_a_file_separator_does_not_end_a_line():
    assert words.lines("a\x1cb\x1db\x1ec") == [(0, 7, 7)]


@given(ANY_TEXT)
def test_the_lines_together_are_the_whole_text(text):
    parts = words.lines(text)
    assert "".join(text[start:following] for start, _, following in parts) == text
    assert all(following > start for start, _, following in parts)


@given(ANY_TEXT, st.data())
def test_a_line_number_leads_back_to_the_line_that_holds_the_offset(text, data):
    offset = data.draw(st.integers(0, len(text)))
    starts = words.line_starts(text)
    number = words.line_number(starts, offset)
    assert starts[number] <= offset
    assert number + 1 == len(starts) or offset < starts[number + 1]
