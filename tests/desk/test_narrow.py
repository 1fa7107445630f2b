"""The two desks on a tablet: everything within its own panel, and the outline at hand."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from adjudication.models import ReviewCase
from tests import make
from tests.desk.conftest import NOTE, session_cookie
from tests.desk.page import NotePage

TABLET = {"width": 1024, "height": 768}

# Controls that stick out of the panel they stand in.
OUTSIDE = """
() => [...document.querySelectorAll(".side button, .tools button, .tools input")]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }))
  .filter((control) => {
    const box = control.getBoundingClientRect();
    const panel = control.closest(".side-foot, .side, .tools");
    const { left, right } = panel.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(panel);
    return box.left < left + parseFloat(paddingLeft) - 1 || box.right > right - parseFloat(paddingRight) + 1;
  })
  .map((control) => control.textContent.trim())
"""


@pytest.fixture
def case(live_server, context, ward):
    make.people(ward, "carol")
    make.person("sam", ward, "sme")
    pair = make.pair(ward, text=NOTE)
    make.answer(make.person("alice"), pair, make.related((26, 33)))
    make.answer(make.person("ben"), pair, make.unrelated())
    make.compared(ward)
    context.add_cookies([session_cookie(make.person("sofia"), live_server.url)])
    path = reverse("review_case", args=[ward.slug, ReviewCase.objects.get().pk])
    return NotePage(context.new_page(), live_server.url + path)


@pytest.mark.parametrize("width", [1280, 1024, 820, 640])
def test_no_control_leaves_its_panel(case, width):
    case.page.set_viewport_size(TABLET | {"width": width})
    case.open()
    assert case.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("width", [1280, 1024, 820, 640])
def test_no_control_leaves_its_panel_on_the_annotator_s_desk(desk, width):
    desk.page.set_viewport_size(TABLET | {"width": width})
    desk.open()
    assert desk.page.evaluate(OUTSIDE) == []


def test_the_outline_opens_from_a_button_and_goes_to_the_section(desk):
    page = desk.page
    page.set_viewport_size(TABLET | {"height": 500})
    opener = page.locator("[data-outline-open]")
    entry = page.locator("[data-outline] button", has_text="Discharge Diagnosis")
    expect(entry).to_be_hidden()
    opener.click()
    expect(entry).to_be_visible()
    entry.click()
    expect(entry).to_be_hidden()
    box = desk.glyph(NOTE.index("Discharge Diagnosis"))
    assert 0 < box["top"] < 500


def test_on_a_wide_screen_the_outline_is_always_there(desk):
    expect(desk.page.locator("[data-outline-open]")).to_be_hidden()
    expect(desk.page.locator("[data-outline] button").first).to_be_visible()


def test_zoomed_to_200_percent_the_answer_has_room(case):
    case.page.set_viewport_size({"width": 640, "height": 360})
    case.open()
    room = "([...document.querySelectorAll('.side-scroll, .pane')].map((part) => part.clientHeight))"
    assert min(case.page.evaluate(room)) >= 240
    assert case.page.evaluate("document.documentElement.scrollWidth") <= 640
