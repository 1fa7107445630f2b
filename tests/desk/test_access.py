"""The desk for everybody: keyboard, screen reader, contrast, forced colours, both themes, small screens."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.desk.conftest import NOTE

VERDICT = "[name=label][value=Related]"


def faults(page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in found]


def mark(desk, words: str) -> None:
    start = NOTE.index(words)
    desk.drag(start, start + len(words))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_desk_at_work(desk, theme):
    desk.page.emulate_media(color_scheme=theme)
    mark(desk, "hemoglobin")
    desk.page.keyboard.press("r")
    desk.page.locator("[data-find-input]").fill("bleed")
    desk.write("Low.")
    desk.wait_saved()
    assert faults(desk.page) == []
    desk.focus_note()
    desk.page.keyboard.press("?")
    assert faults(desk.page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_while_marking_by_keys_or_in_trouble(desk, theme):
    desk.page.emulate_media(color_scheme=theme)
    desk.page.route("**/draft/", lambda route: route.abort())
    desk.page.keyboard.press("m")
    desk.page.keyboard.press("Enter")
    expect(desk.trouble).to_be_visible()
    assert faults(desk.page) == []


def focused(page) -> str:
    return page.evaluate("""() => {
      const active = document.activeElement;
      if (active.name === "label") return "verdict";
      if (active.closest(".evidence")) return "evidence";
      if (active.id === "rationale") return "rationale";
      if (active.matches("[data-submit]")) return "submit";
      return active.closest("[data-pane], [data-sheet]") ? "note" : "else";
    }""")


def test_the_focus_goes_verdict_evidence_rationale_submit(desk):
    mark(desk, "hemoglobin")
    desk.page.locator(VERDICT).focus()
    stops = ["verdict"]
    for _ in range(12):
        desk.page.keyboard.press("Tab")
        stop = focused(desk.page)
        if stop not in ("else", stops[-1]):
            stops.append(stop)
        if stop == "submit":
            break
    assert stops == ["verdict", "evidence", "rationale", "submit"]


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
def test_the_note_is_no_trap_not_even_while_marking_by_keys(desk, key):
    desk.page.keyboard.press("m")
    expect(desk.page.locator("[data-sheet] [data-text]")).to_be_focused()
    stops = []
    for _ in range(3):
        desk.page.keyboard.press(key)
        stops.append(focused(desk.page))
    assert stops[-1] != "note"


def test_keys_that_are_shortcuts_are_letters_while_somebody_types(desk):
    mark(desk, "hemoglobin")
    keys = ["r", "u", "j", "k", "m", "/", "?", "Control+Enter", "Delete", "Control+z"]
    for field in ("#rationale", "[data-find-input]"):
        desk.page.locator(field).focus()
        for key in keys:
            desk.page.keyboard.press(key)
    assert desk.quotes == ["hemoglobin"]
    assert desk.page.evaluate("document.querySelector('[data-answer]').elements.label.value") == ""
    assert desk.page.locator("dialog[open]").count() == 0
    assert desk.page.url == desk.url
    expect(desk.page.locator("[data-find-input]")).not_to_have_value("")


def test_each_shortcut_does_what_it_says(desk):
    page = desk.page
    desk.focus_note()
    page.keyboard.press("r")
    expect(page.locator(VERDICT)).to_be_checked()
    page.keyboard.press("u")
    expect(page.locator("[name=label][value=Unrelated]")).to_be_checked()
    mark(desk, "hemoglobin")
    mark(desk, "dark stools")
    page.keyboard.press("j")
    assert desk.painted("chosen") == [[NOTE.index("hemoglobin"), NOTE.index("hemoglobin") + 10]]
    page.keyboard.press("k")
    assert desk.painted("chosen") == [[NOTE.index("dark"), NOTE.index("dark") + 11]]
    page.keyboard.press("/")
    expect(page.locator("[data-find-input]")).to_be_focused()
    desk.focus_note()
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/annotate/")


def test_single_keys_can_be_switched_off(desk):
    page = desk.page
    desk.focus_note()
    page.keyboard.press("?")
    page.locator("[data-single-keys]").uncheck()
    page.locator("#shortcuts [data-closes]").click()
    desk.focus_note()
    page.keyboard.press("r")
    expect(page.locator(VERDICT)).not_to_be_checked()


def test_backspace_and_enter_outside_a_field_throw_nothing_away(desk):
    mark(desk, "hemoglobin")
    desk.focus_note()
    for key in ("Backspace", "Enter", "Space"):
        desk.page.keyboard.press(key)
    assert desk.quotes == ["hemoglobin"]
    assert desk.page.url == desk.url


def test_what_happens_is_spoken(desk):
    live = desk.page.locator("[data-live]")
    mark(desk, "hemoglobin")
    expect(live).to_have_text("Marked: hemoglobin")
    desk.focus_note()
    desk.page.keyboard.press("Control+z")
    expect(live).to_have_text("Undone.")
    desk.page.keyboard.press("m")
    desk.page.keyboard.press("Control+ArrowRight")
    expect(live).to_contain_text("Chief")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768), (768, 1024), (640, 900)])
def test_nothing_scrolls_sideways_and_nothing_lies_over_submit(desk, size):
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    mark(desk, "hemoglobin")
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert desk.page.evaluate("""() => {
      const button = document.querySelector("[data-submit]");
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const inside = left >= 0 && right <= innerWidth && bottom <= innerHeight;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return inside && button.contains(hit);
    }""")


def test_the_reason_stays_in_view_however_many_marks_there_are(desk):
    for word in ("Fatigue", "dark stools", "hemoglobin", "units", "Diverticulosis", "Melena"):
        mark(desk, word)
    expect(desk.page.locator("#rationale")).to_be_in_viewport(ratio=0.9)


def test_the_page_breaks_no_rule_of_its_content_security_policy(desk):
    said = []
    desk.page.on("console", lambda message: said.append(message.text))
    desk.page.on("pageerror", lambda error: said.append(str(error)))
    desk.open()
    mark(desk, "hemoglobin")
    desk.page.keyboard.press("m")
    desk.page.keyboard.press("Escape")
    desk.wait_saved()
    assert said == []


def test_everything_comes_from_our_own_server(desk, live_server):
    asked = []
    desk.page.on("request", lambda request: asked.append(request.url))
    desk.open()
    assert [url for url in asked if not url.startswith(live_server.url)] == []


def test_script_and_style_of_the_desk_stay_under_120_kb(desk):
    sizes = {}

    def weigh(response) -> None:
        if response.url.endswith((".js", ".css")):
            sizes[response.url] = len(response.body())

    desk.page.on("response", weigh)
    desk.page.reload()
    desk.ready()
    assert len(sizes) > 20
    assert sum(sizes.values()) < 120_000
