import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.logic.sentences import CONVENTION, split_sentences

DATA = Path(__file__).parents[1] / "data"
CASES = json.loads((DATA / "offsets.json").read_text(encoding="utf-8"))["cases"]
MARKED = (DATA / "sentences/marked.txt").read_text(encoding="utf-8").split("%%\n")[1:]
CLINICAL = st.sampled_from(
    [
        *["Hgb 7.2", "p.o. b.i.d.", "Dr. ___", "1. ", "- ", ". ", "Chief Complaint:", "=====", "a" * 60],
        *["? ", "…", "\n", "\r\n", "\r", "\t", "\u2028", "\xa0", "  ", "\x0b", "\x1c", "💩", "e\u0301"],
    ]
)
TEXTS = st.text(alphabet=st.characters(exclude_categories=["Cs"])) | st.lists(CLINICAL).map("".join)


def read_marked(part):
    """The text without marks, where sentences must start, and where lines are only wrapped."""
    text, starts, wraps = "", set(), set()
    for character in part:
        if character == "¦":
            starts.add(len(text))
        elif character == "~":
            wraps.add(len(text))
        else:
            text += character
    return text, starts, {at + len(text[at:]) - len(text[at:].lstrip()) for at in wraps}


def assert_partition(text):
    found = split_sentences(text)
    holders = [0] * len(text)
    last = 0
    for start, end in found:
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        for at in range(start, end):
            holders[at] += 1
        last = end
    outside = [at for at, times in enumerate(holders) if times == 0]
    assert all(text[at].isspace() for at in outside)
    assert max(holders, default=0) <= 1


def test_the_convention_has_a_name_and_a_version():
    assert CONVENTION == "goldsmith-clinical-1"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_word_of_the_shared_cases_is_in_exactly_one_sentence(case):
    assert_partition(case["text"])


@given(TEXTS)
@settings(deadline=None)
def test_every_word_of_any_text_is_in_exactly_one_sentence(text):
    assert_partition(text)


@pytest.mark.parametrize("part", MARKED)
def test_sentences_start_where_they_must_and_wrapped_lines_are_not_cut(part):
    text, starts, wraps = read_marked(part)
    found = {start for start, _ in split_sentences(text)}
    assert found >= starts
    assert not found & wraps


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_other_line_ends_cut_the_same_sentences(ending):
    for part in MARKED:
        text = read_marked(part)[0]
        plain = [text[start:end].split() for start, end in split_sentences(text)]
        other = text.replace("\n", ending)
        assert [other[start:end].split() for start, end in split_sentences(other)] == plain


def test_a_blank_note_has_no_sentence():
    assert split_sentences("") == []
    assert split_sentences(" \r\n\t\u2028") == []
