"""A key does what its control does, and no two controls have one key."""

import pytest
from playwright.sync_api import expect

from adjudication.models import ReviewDraft
from tests import make

KEYS = "[...document.querySelectorAll('[aria-keyshortcuts]')].map((control) => control.ariaKeyShortcuts)"


@pytest.fixture
def case(case_of):
    """sofia's page of a pair that alice and ben answered differently."""
    return case_of(make.related((26, 33)), make.unrelated())


def test_no_two_controls_of_the_annotator_s_desk_have_one_key(desk):
    keys = desk.page.evaluate(KEYS)
    assert len(keys) == len(set(keys)) >= 6


def test_no_two_controls_of_the_expert_s_desk_have_one_key(case):
    keys = case.page.evaluate(KEYS)
    assert len(keys) == len(set(keys)) >= 7


@pytest.mark.parametrize(("key", "value"), [("r", "Related"), ("u", "Unrelated")])
def test_a_key_stores_what_a_click_on_its_control_stores(desk, stored, key, value):
    control = desk.page.locator(f"[name=label][value={value}]")
    expect(control).to_have_attribute("aria-keyshortcuts", key)
    desk.focus_note()
    desk.page.keyboard.press(key)
    desk.wait_saved()
    by_key = stored().label
    desk.page.locator(f"[name=label]:not([value={value}])").check()
    control.check()
    desk.wait_saved()
    assert by_key == stored().label == value


@pytest.mark.parametrize(("key", "value"), [("t", "True"), ("f", "False"), ("x", "excluded")])
def test_a_key_of_the_expert_stores_what_a_click_stores(case, key, value):
    control = case.page.locator(f"[name=gold][value={value}]")
    expect(control).to_have_attribute("aria-keyshortcuts", key)
    case.focus_note()
    case.page.keyboard.press(key)
    case.wait_saved()
    by_key = ReviewDraft.objects.get().outcome
    case.page.locator(f"[name=gold]:not([value={value}])").first.check()
    control.check()
    case.wait_saved()
    assert by_key == ReviewDraft.objects.get().outcome == value
