"""Marks made by hand are what the hand meant."""

from playwright.sync_api import expect

from tests import make
from tests.desk.conftest import NOTE, span


def test_a_double_click_takes_the_word_and_a_triple_click_its_sentence_alone(desk):
    start, _ = span("hemoglobin")
    desk.click(start + 3, clicks=2)
    assert desk.marks == [span("hemoglobin")]
    desk.focus_note()
    desk.page.keyboard.press("Control+z")
    desk.click(start + 3, clicks=3)
    sentence = "She was found to\nhave a hemoglobin of 7.2."
    assert desk.marks == [span(sentence)]
    desk.focus_note()
    desk.page.keyboard.press("Control+z")
    assert desk.marks == [], "a triple click is one step to undo"


def test_a_double_click_takes_the_sentence_where_marks_snap_to_sentences(desk):
    desk.snap("sentence")
    desk.click(span("hemoglobin")[0] + 2, clicks=2)
    assert desk.quotes == ["She was found to\nhave a hemoglobin of 7.2."]


def test_marks_that_meet_are_joined_with_a_word(desk):
    desk.drag(*span("hemoglobin"))
    desk.drag(*span("of 7"))
    desk.drag(*span("hemoglobin of"))
    assert desk.quotes == ["hemoglobin of 7"]
    expect(desk.notice).to_contain_text("Joined")


def test_a_notice_goes_with_what_it_told_of(desk):
    desk.drag(*span("hemoglobin"))
    desk.drag(*span("hemoglobin of"))
    expect(desk.notice).to_contain_text("Joined")
    desk.page.keyboard.press("Control+z")
    assert desk.notice.is_hidden(), "the joining is undone"
    assert desk.quotes == ["hemoglobin"]


def test_evidence_in_two_places_is_listed_in_the_order_made(desk):
    desk.drag(*span("Hgb-7.2*"))
    desk.drag(*span("dark stools"))
    assert desk.quotes == ["Hgb-7.2*", "dark stools"]
    sections = desk.page.locator("[data-evidence] small:first-of-type").all_text_contents()
    assert sections == ["Pertinent Results", "History of Present Illness"]


def test_an_end_of_the_chosen_mark_can_be_dragged(desk):
    desk.drag(*span("hemoglobin"))
    handle = desk.page.locator("[data-handle=end]").bounding_box()
    target = desk.glyph(span("7.2")[1] - 1)
    mouse = desk.page.mouse
    mouse.move(handle["x"] + 5, handle["y"] + 5)
    mouse.down()
    mouse.move(target["x"], target["y"] + 8)
    mouse.move(target["right"] - 1, target["y"] + 8)
    mouse.up()
    assert desk.quotes == ["hemoglobin of 7.2"]


def test_a_click_chooses_a_mark_and_delete_removes_it(desk):
    desk.drag(*span("dark stools"))
    desk.drag(*span("Hgb"))
    desk.click(span("stools")[0] + 2)
    assert desk.painted("chosen") == [span("dark stools")]
    desk.page.keyboard.press("Delete")
    assert desk.quotes == ["Hgb"]


def test_a_click_in_overlapping_marks_takes_them_in_turn(seat, ward):
    from annotation.models import Draft

    assignment = make.held(make.person("alice"), make.pair(ward, text=NOTE))
    long, short = span("a hemoglobin of 7.2"), span("hemoglobin")
    Draft.objects.create(assignment=assignment, annotator=assignment.annotator, spans=[long, short])
    desk = seat("alice", assignment).open()
    inside = short[0] + 4
    desk.click(inside)
    assert desk.painted("chosen") == [short]
    desk.page.wait_for_timeout(600)  # longer than a double click
    desk.click(inside)
    assert desk.painted("chosen") == [long]


def test_jumping_to_a_mark_scrolls_to_it(desk):
    desk.page.emulate_media(reduced_motion="reduce")
    desk.drag(*span("Diverticular bleeding"))
    desk.page.evaluate("document.querySelector('[data-pane]').scrollTop = 0")
    desk.page.set_viewport_size({"width": 1280, "height": 420})
    desk.page.locator("[data-jump]").click()
    pane = desk.page.locator("[data-pane]").bounding_box()
    glyph = desk.glyph(span("Diverticular")[0])
    assert pane["y"] <= glyph["top"] <= pane["y"] + pane["height"]


def test_a_search_hit_is_marked_as_it_is(desk):
    page = desk.page
    desk.focus_note()
    page.keyboard.press("/")
    page.keyboard.type("FOUND TO HAVE")
    expect(page.locator("[data-find-count]")).to_have_text("1 of 1")
    page.locator("[data-find-mark]").click()
    assert desk.quotes == ["found to\nhave"]


def test_find_counts_and_steps_around(desk):
    page = desk.page
    page.locator("[data-find-input]").fill("bleed")
    expect(page.locator("[data-find-count]")).to_have_text("1 of 2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-find-count]")).to_have_text("2 of 2")
    assert desk.painted("find-now") == [span("bleed", nth=1)]
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Enter")
    assert desk.painted("find-now") == [span("bleed", nth=1)]
    page.keyboard.press("Escape")
    assert desk.painted("find-now") == []


def test_the_outline_names_the_sections_and_counts_their_marks(desk):
    outline = desk.page.locator("[data-outline] button")
    assert [text.rstrip("0123456789") for text in outline.all_text_contents()] == [
        "Chief Complaint",
        "History of Present Illness",
        "Past Medical History",
        "Pertinent Results",
        "Brief Hospital Course",
        "Discharge Diagnosis",
    ]
    desk.drag(*span("dark stools"))
    expect(outline.nth(1).locator(".dot")).to_have_text("1")


def test_a_note_is_marked_with_the_keyboard_alone(desk):
    page = desk.page
    page.keyboard.press("m")
    expect(page.locator(".caret")).to_be_visible()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+ArrowRight")  # after "Chief"
    page.keyboard.press("Control+Shift+ArrowRight")  # over "Complaint"
    page.keyboard.press("Enter")
    assert desk.quotes == ["Complaint"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert desk.quotes == ["Complaint", "Fatigue"]
    page.keyboard.press("Control+ArrowDown")
    page.keyboard.press("Control+Shift+ArrowUp")
    page.keyboard.press("Shift+End")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".caret")).to_be_hidden()
    expect(page.locator("[data-caret-toggle]")).to_be_focused()


def test_arrows_on_a_listed_mark_resize_it_by_the_unit(desk):
    desk.drag(*span("hemoglobin of"))
    jump = desk.page.locator("[data-jump]")
    jump.focus()
    desk.page.keyboard.press("ArrowRight")
    assert desk.quotes == ["hemoglobin of 7"]
    desk.page.keyboard.press("Shift+ArrowLeft")
    assert desk.quotes == ["a hemoglobin of 7"]
    desk.snap("exact")
    jump.focus()
    desk.page.keyboard.press("ArrowRight")
    assert desk.quotes == ["a hemoglobin of 7."]


def test_undo_goes_back_one_step_at_a_time(desk):
    for words in ("dark stools", "Hgb", "Melena"):
        desk.drag(*span(words))
    desk.focus_note()
    desk.page.keyboard.press("Control+z")
    assert desk.quotes == ["dark stools", "Hgb"]
    desk.page.keyboard.press("Control+Shift+z")
    assert desk.quotes == ["dark stools", "Hgb", "Melena"]


def test_text_size_is_kept_and_marks_stay_on_their_words(desk):
    desk.drag(*span("hemoglobin"))
    desk.page.locator("[data-size-up]").click()
    desk.wait_saved()
    desk.open()
    expect(desk.page.locator("[data-pane]")).to_have_attribute("data-size", "large")
    assert desk.marks == [span("hemoglobin")]


def test_a_browser_without_the_highlight_api_shows_marks_all_the_same(desk):
    desk.drag(*span("hemoglobin"))
    desk.wait_saved()
    desk.page.add_init_script("delete globalThis.Highlight")
    desk.open()
    expect(desk.page.locator("[data-old-browser]")).to_be_visible()
    desk.drag(*span("dark stools"))
    assert desk.quotes == ["hemoglobin", "dark stools"]
    box = desk.page.locator(".layer-mark > div").bounding_box()
    glyph = desk.glyph(span("hemoglobin")[0])
    assert abs(box["x"] - glyph["x"]) < 1
    assert abs(box["y"] - glyph["y"]) < 1


def test_a_finger_s_selection_is_marked_by_a_button(desk):
    start, end = span("hemoglobin of")
    button = desk.page.locator("[data-mark-selection]")
    expect(button).to_be_hidden()
    desk.page.locator("[data-pane]").dispatch_event("pointerdown", {"pointerType": "touch"})
    desk.page.evaluate(
        """([start, end]) => {
          document.getSelection().setBaseAndExtent(...test.pointOf(start), ...test.pointOf(end));
        }""",
        [start, end],
    )
    button.click()
    assert desk.quotes == ["hemoglobin of"]
    expect(button).to_be_hidden()
