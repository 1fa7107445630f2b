"""Offsets are code points on the page exactly as in Python, for every text of the shared table of cases."""

import json
import re
import unicodedata
from itertools import accumulate
from pathlib import Path

from annotation.models import Draft
from corpus.logic import text as law
from tests import make
from tests.desk import model

CASES = json.loads((Path(__file__).parents[1] / "data/offsets.json").read_text(encoding="utf-8"))["cases"]


def utf16(text: str, points: int) -> int:
    return len(text[:points].encode("utf-16-le")) // 2


def evaluate_all(page, script: str, inputs: list) -> list:
    return page.evaluate(f"async (inputs) => {{ {script} }}", inputs)


def test_the_converter_goes_both_ways_at_every_place(modules):
    found = evaluate_all(
        modules,
        """const { Offsets } = await import("/static/js/marking/offsets.js");
        return inputs.map(({ text, length }) => {
          const offsets = new Offsets(text);
          const units = Array.from({ length: length + 1 }, (_, place) => offsets.toUtf16(place));
          const back = units.map((unit) => offsets.toCodePoints(unit));
          return [offsets.length, offsets.lengthUtf16, units, back];
        });""",
        CASES,
    )
    for case, (length, length_utf16, units, back) in zip(CASES, found, strict=True):
        text = case["text"]
        assert [length, length_utf16] == [case["length"], case["length_utf16"]], case["name"]
        step = [len(character.encode("utf-16-le")) // 2 for character in text]
        assert units == [0, *accumulate(step)], case["name"]
        assert back == list(range(len(text) + 1)), case["name"]


def test_words_and_blanks_are_python_s_for_every_character(modules):
    found = evaluate_all(
        modules,
        """const { words } = await import("/static/js/marking/tokens.js");
        const { isBlank } = await import("/static/js/marking/blanks.js");
        const word = [], blank = [];
        for (let code = 0; code < 0x110000; code += 1) {
          if (code >= 0xd800 && code <= 0xdfff) continue;
          if (words(String.fromCodePoint(code)).length) word.push(code);
          if (isBlank(code)) blank.push(code);
        }
        return { word, blank };""",
        [],
    )
    # a browser may know characters that this Python's older table has not assigned yet
    known = [c for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs")]
    word, blank = set(found["word"]), set(found["blank"])
    assert [c for c in known if (c in word) != bool(re.match(r"\w", chr(c)))] == []
    assert [c for c in known if (c in blank) != chr(c).isspace()] == []


def test_lines_are_python_s_and_words_keep_their_accents(modules):
    found = evaluate_all(
        modules,
        """const { Note } = await import("/static/js/marking/note.js");
        const { lineStarts } = await import("/static/js/marking/lines.js");
        return inputs.map(({ text }) => {
          const note = new Note(text);
          return [note.words, lineStarts(text).map((at) => note.offsets.toCodePoints(at))];
        });""",
        CASES,
    )
    for case, (words, lines) in zip(CASES, found, strict=True):
        assert words == [list(span) for span in model.words(case["text"])], case["name"]
        assert lines == law.line_starts(case["text"]), case["name"]


def test_find_names_a_quote_s_own_place_whatever_its_case_and_blanks(modules):
    inputs, wanted = [], []
    for case in CASES:
        for selection in case["selections"]:
            quote = selection["quote"]
            shifted = quote.upper() if len(quote.upper()) == len(quote) else quote
            inputs.append({"text": case["text"], "query": re.sub(r"\s+", "  ", shifted)})
            start, end = law.trim(case["text"], selection["start"], selection["end"])
            wanted.append([utf16(case["text"], start), utf16(case["text"], end)])
    found = evaluate_all(
        modules,
        """const { findAll } = await import("/static/js/marking/find.js");
        return inputs.map(({ text, query }) => findAll(text, query));""",
        inputs,
    )
    for asked, hits, place in zip(inputs, found, wanted, strict=True):
        assert place in hits, asked["query"]


def test_find_takes_composed_and_decomposed_letters_alike(modules):
    text = "cafe\u0301 and caf\u00e9"
    found = evaluate_all(
        modules,
        """const { findAll } = await import("/static/js/marking/find.js");
        return inputs.map(([text, query]) => findAll(text, query));""",
        [[text, "caf\u00e9"], [text, "CAFE\u0301"], [text, "   "], [text, ".*"]],
    )
    assert found == [[[0, 5], [10, 14]], [[0, 5], [10, 14]], [], []]


def test_what_is_dragged_is_what_is_stored(seat, ward):
    """Each selection of each text is made by hand; blanks at its ends are trimmed.

    With the mouse, or with the keyboard where an end is a character that has no glyph to point at.
    """
    page = None
    for number, case in enumerate(CASES):
        assignment = make.held(make.person("alice"), make.pair(ward, f"{number}_1", text=case["text"]))
        desk = seat("alice", assignment, page).open()
        page = desk.page
        assert desk.text == case["text"]
        desk.snap("exact")
        for selection in case["selections"]:
            if desk.marks:
                page.keyboard.press("Control+z")
            span = list(law.trim(case["text"], selection["start"], selection["end"]))
            if desk.glyph(span[0]):
                desk.drag(*span)
            else:
                desk.mark_by_keys(*span)
            assert desk.marks == [span], (case["name"], selection["quote"])
            desk.focus_note()
        desk.wait_saved()
        assert Draft.objects.get(assignment=assignment).spans == [span], case["name"]


def test_what_is_stored_is_drawn_again_just_there(seat, ward):
    """Spans as another tool may have made them, with blanks at their ends too, come back unchanged."""
    page = None
    for number, case in enumerate(CASES):
        assignment = make.held(make.person("alice"), make.pair(ward, f"{number}_1", text=case["text"]))
        spans = [[selection["start"], selection["end"]] for selection in case["selections"]]
        Draft.objects.create(assignment=assignment, annotator=assignment.annotator, spans=spans)
        desk = seat("alice", assignment, page).open()
        page = desk.page
        assert desk.marks == sorted(spans), case["name"]
        assert desk.quotes == [selection["quote"][:180] for selection in case["selections"]]
        desk.write("A word more.")
        desk.wait_saved()
        assert Draft.objects.get(assignment=assignment).spans == spans
