"""Offsets are code points on the page exactly as in Python, for every text of the shared table of cases."""

import json
import random
import re
import unicodedata
from pathlib import Path

import pytest

from corpus.logic import text as law
from tests import make

CASES = json.loads((Path(__file__).parents[1] / "data/offsets.json").read_text(encoding="utf-8"))["cases"]
NAMES = [case["name"] for case in CASES]

CONVERT = """
async ({ text, places }) => {
  const { Offsets } = await import("/static/js/marking/offsets.js");
  const offsets = new Offsets(text);
  return {
    length: [offsets.length, offsets.lengthUtf16],
    points: places.map((place) => offsets.toCodePoints(place)),
  };
}
"""


def utf16(text: str, points: int) -> int:
    return len(text[:points].encode("utf-16-le")) // 2


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_converter_goes_both_ways_at_every_place(modules, case):
    text = case["text"]
    places = range(len(text) + 1) if len(text) < 2000 else random.Random(1).sample(range(len(text) + 1), 2000)
    units = [utf16(text, place) for place in places]
    found = modules.evaluate(CONVERT, {"text": text, "places": units})
    assert found["length"] == [case["length"], case["length_utf16"]]
    assert found["points"] == list(places)
    back = modules.evaluate(
        CONVERT.replace("toCodePoints", "toUtf16"), {"text": text, "places": list(places)}
    )
    assert back["points"] == units


def test_words_and_blanks_are_python_s_for_every_character(modules):
    found = modules.evaluate("""async () => {
      const { words } = await import("/static/js/marking/tokens.js");
      const { isBlank } = await import("/static/js/marking/blanks.js");
      const word = [], blank = [];
      for (let code = 0; code < 0x110000; code += 1) {
        if (code >= 0xd800 && code <= 0xdfff) continue;
        if (words(String.fromCodePoint(code)).length) word.push(code);
        if (isBlank(code)) blank.push(code);
      }
      return { word, blank };
    }""")
    # a browser may know characters that this Python's older table has not assigned yet
    known = [c for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs")]
    word, blank = set(found["word"]), set(found["blank"])
    assert [c for c in known if (c in word) != bool(re.match(r"\w", chr(c)))] == []
    assert [c for c in known if (c in blank) != chr(c).isspace()] == []


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_lines_and_words_are_python_s(modules, case):
    found = modules.evaluate(
        """async (text) => {
          const { Note } = await import("/static/js/marking/note.js");
          const { lineStarts } = await import("/static/js/marking/lines.js");
          const note = new Note(text);
          return { words: note.words, lines: lineStarts(text).map((at) => note.offsets.toCodePoints(at)) };
        }""",
        case["text"],
    )
    assert found["words"] == [list(span) for span in law.tokens(case["text"])]
    assert found["lines"] == law.line_starts(case["text"])


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_find_names_a_quote_s_own_place(modules, case):
    """Finding never shifts offsets: each hit, cut from the raw text, is the query but for case and blanks."""
    text = case["text"]
    for selection in case["selections"]:
        query = selection["quote"]
        hits = modules.evaluate(
            """async ({ text, query }) => {
              const { findAll } = await import("/static/js/marking/find.js");
              return findAll(text, query);
            }""",
            {"text": text, "query": query.upper()},
        )
        start, end = law.trim(text, selection["start"], selection["end"])
        wanted = [utf16(text, start), utf16(text, end)]
        if query.upper().lower() == query.lower() and len(query.upper()) == len(query):
            assert wanted in hits


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_what_is_dragged_is_what_is_stored(seat, ward, case):
    """Each selection is made with the mouse (exact, and by hand only as far as a glyph can be pointed at)."""
    from annotation.models import Draft

    pair = make.pair(ward, text=case["text"])
    assignment = make.held(make.person("alice"), pair)
    page = seat("alice", assignment).open()
    assert page.text == case["text"]
    page.snap("exact")
    for selection in case["selections"]:
        start, end = law.trim(case["text"], selection["start"], selection["end"])
        page.drag(start, end)
        assert page.marks == [[start, end]], selection["quote"]
        page.wait_saved()
        draft = Draft.objects.get(assignment=assignment)
        assert draft.spans == [[start, end]]
        page.focus_note()
        page.page.keyboard.press("Control+z")
        assert page.marks == []


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_what_is_stored_is_drawn_again_just_there(seat, ward, case):
    """Spans as another tool may have made them, blanks at their ends too, come back unchanged."""
    from annotation.models import Draft

    pair = make.pair(ward, text=case["text"])
    assignment = make.held(make.person("alice"), pair)
    spans = [[selection["start"], selection["end"]] for selection in case["selections"]]
    Draft.objects.create(assignment=assignment, annotator=assignment.annotator, label="", spans=spans)
    page = seat("alice", assignment).open()
    assert page.marks == sorted(spans)
    assert page.quotes == [selection["quote"][:180] for selection in case["selections"]]
    page.write("A word more.")
    page.wait_saved()
    assert Draft.objects.get(assignment=assignment).spans == spans
