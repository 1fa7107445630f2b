"""A drag takes what the hand meant: whole words, no blanks at the ends, nothing outside the note."""

import pytest
from playwright.sync_api import expect

from tests import make
from tests.desk.conftest import span


@pytest.fixture
def on(seat, ward):
    """on(text) opens alice's desk on a note with that text."""

    def open_on(text: str):
        return seat("alice", make.held(make.person("alice"), make.pair(ward, text=text))).open()

    return open_on


@pytest.mark.parametrize("place", ["panel", "below", "left", "above"])
def test_a_drag_that_leaves_the_note_is_clipped_to_it(on, place):
    desk = on("First line of words\nSecond line of words")
    second = desk.glyph(span("line", desk.text, 1)[0])
    row = second["y"] + 5
    ends = {"panel": (1150, row), "below": (300, 690), "left": (40, row), "above": (400, 20)}
    desk.page.mouse.move(second["x"] + 1, row)
    desk.page.mouse.down()
    desk.page.mouse.move(500, row)
    desk.page.mouse.move(*ends[place])
    desk.page.mouse.up()
    above = "First line of words\nSecond"
    wanted = {"panel": "line of words", "below": "line of words", "left": "Second", "above": above}
    assert [desk.text[start:end] for start, end in desk.marks] == [wanted[place]]


def test_a_drag_that_leaves_the_note_selects_nothing_beside_it(desk):
    start = desk.glyph(span("hemoglobin")[0])
    desk.page.mouse.move(start["x"] + 1, start["y"] + 5)
    desk.page.mouse.down()
    desk.page.mouse.move(900, start["y"] + 5)
    desk.page.mouse.move(1200, 600)
    assert (
        desk.page.evaluate("document.getSelection().containsNode(document.querySelector('h1'), true)")
        is False
    )
    desk.page.mouse.up()
    assert desk.quotes


def test_a_part_of_a_word_becomes_the_word(on):
    desk = on("She moved to France last year.")
    start, _ = span("ran", desk.text)
    desk.drag(start, start + 3)
    assert desk.marks == [span("France", desk.text)]
    assert desk.quotes == ["France"]


def test_a_letter_is_not_parted_from_its_accent(on):
    desk = on("ST e\u0301le\u0301vation persisted.")
    start, end = span("e\u0301le\u0301vation", desk.text)
    desk.drag(start + 5, start + 8)
    assert desk.marks == [[start, end]]


def test_snapping_swallows_no_comma_quote_or_bracket(on):
    desk = on('"John Doe (Mr. Bo)" and Smith, John')
    for word in ("Doe", "Bo", "Smith"):
        desk.drag(*span(word, desk.text))
    assert desk.quotes == ["Doe", "Bo", "Smith"]


def test_blanks_around_a_drag_are_left_out(on):
    desk = on("text   text   text")
    desk.drag(7, 14)
    assert desk.marks == [[7, 11]]


def test_one_drag_over_a_line_end_is_one_mark_with_the_indentation_in_its_quote(on):
    desk = on("Foo\n  Bar")
    desk.drag(0, 9)
    assert desk.marks == [[0, 9]]


def test_blanks_alone_are_refused_with_a_word(on):
    desk = on("one          two")
    desk.drag(5, 11)
    assert desk.marks == []
    expect(desk.notice).to_contain_text("Only blanks")
