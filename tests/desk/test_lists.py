"""Every list on the desks is one stop of the Tab key, and arrows go through it."""

import pytest
from playwright.sync_api import expect

from tests.desk.conftest import NOTE

OUTLINE, EVIDENCE = "[data-outline]", "[data-evidence]"
SECTIONS = 6


def marked(desk, *quotes: str) -> None:
    for quote in quotes:
        desk.drag(NOTE.index(quote), NOTE.index(quote) + len(quote))


def stops(page, selector: str) -> int:
    """How many rows of the list Tab meets."""
    return page.evaluate(
        """(selector) => [...document.querySelector(selector).children]
             .filter((row) => row.querySelector("button:not([tabindex='-1'])")).length""",
        selector,
    )


def test_the_outline_is_one_stop_and_arrows_go_through_it(desk):
    page = desk.page
    rows = page.locator(f"{OUTLINE} button")
    page.locator("[data-find-input]").focus()
    page.keyboard.press("Tab")
    expect(rows.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(rows.nth(SECTIONS - 1)).to_be_focused()
    page.keyboard.press("ArrowDown")  # there is nothing below
    expect(rows.nth(SECTIONS - 1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(rows.nth(SECTIONS - 2)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-caret-toggle]")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(rows.nth(SECTIONS - 2)).to_be_focused()
    page.keyboard.press("Home")
    expect(rows.first).to_be_focused()
    assert stops(page, OUTLINE) == 1


def test_the_outline_stays_a_list_of_buttons_in_a_named_landmark(desk):
    """Arrows are an addition: a screen reader still meets every section."""
    page = desk.page
    nav = page.get_by_role("navigation", name="Sections of the note")
    expect(nav.get_by_role("listitem")).to_have_count(SECTIONS)
    expect(nav.get_by_role("button", name="Pertinent Results")).to_be_visible()


def test_many_marks_are_one_stop_between_the_verdict_and_the_reason(desk):
    page = desk.page
    marked(desk, "dark stools", "hemoglobin", "Diverticulosis", "Melena")
    assert stops(page, EVIDENCE) == 1
    page.locator(f"{EVIDENCE} [aria-current]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    assert desk.quotes == ["dark stools", "hemoglobin", "Melena"]
    expect(page.locator(f"{EVIDENCE} [data-jump]").last).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(f"{EVIDENCE} [data-remove]").last).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#rationale")).to_be_focused()
    assert stops(page, EVIDENCE) == 1


@pytest.mark.parametrize("undo", [0, 1, 2])
def test_some_row_is_always_met(desk, undo):
    marked(desk, "dark stools", "hemoglobin", "Melena")
    desk.focus_note()
    for _ in range(undo):
        desk.page.keyboard.press("Control+z")
    assert stops(desk.page, EVIDENCE) == 1
