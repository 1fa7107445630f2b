"""A session that ends, and another person's session: the work stays on the page and stays its writer's."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from annotation.models import Annotation, Draft
from tests import make
from tests.desk.conftest import answer, session_cookie


def state(desk, value: str) -> None:
    expect(desk.saved).to_have_attribute("data-state", value)


def test_an_expired_session_is_renewed_in_place(desk, stored):
    desk.write("Before.")
    desk.wait_saved()
    Session.objects.all().delete()
    desk.write("After the session ended.")
    desk.trouble.locator("[data-act=signin]").click()
    dialog = desk.page.locator("#sign-in")
    expect(dialog).to_be_visible()
    state(desk, "signed_out")
    assert stored().rationale == "Before."
    dialog.locator("[name=password]").fill("wrong")
    dialog.locator("[type=submit]").click()
    expect(dialog.locator("[data-error]")).to_be_visible()
    dialog.locator("[name=password]").fill(make.PASSWORD)
    dialog.locator("[type=submit]").click()
    expect(dialog).to_be_hidden()
    desk.wait_saved()
    assert stored().rationale == "After the session ended."


def test_a_session_that_ends_takes_no_words_from_somebody_who_types(desk):
    """No dialog opens under their hands: it would get what they type."""
    desk.focus_note()
    desk.page.keyboard.press("u")
    desk.wait_saved()
    Session.objects.all().delete()
    words = "A long reason, typed on and on while the session is gone already."
    desk.page.locator("#rationale").press_sequentially(words, delay=25)
    expect(desk.trouble).to_contain_text("signed out")
    expect(desk.page.locator("#rationale")).to_have_value(words)
    expect(desk.page.locator("#sign-in")).to_be_hidden()
    desk.submit()
    expect(desk.page.locator("#sign-in")).to_be_visible()


def test_a_log_in_put_off_keeps_the_work_and_says_so(desk, stored):
    Session.objects.all().delete()
    desk.write("Still here.")
    desk.focus_note()
    desk.page.keyboard.press("u")
    expect(desk.page.locator("#sign-in")).to_be_visible()
    desk.page.locator("#sign-in [data-closes]").click()
    expect(desk.trouble).to_contain_text("signed out")
    expect(desk.page.locator("#rationale")).to_have_value("Still here.")
    desk.trouble.locator("[data-act=signin]").click()
    desk.page.locator("#again-password").fill(make.PASSWORD)
    desk.page.locator("#again-password").press("Enter")
    desk.wait_saved()
    assert stored().rationale == "Still here."


def test_a_session_about_to_end_is_told_in_time_and_renewed_in_place(desk, stored, live_server):
    warning = desk.page.locator("[data-session]")
    expect(warning).to_be_hidden()
    for session in Session.objects.all():
        store = SessionStore(session.session_key)
        store.set_expiry(240)
        store.save()
    desk.open()
    expect(warning).to_contain_text("Your session ends at")
    warning.locator("button").click()
    desk.page.locator("#again-password").fill(make.PASSWORD)
    desk.page.locator("#again-password").press("Enter")
    expect(warning).to_be_hidden()
    desk.write("Going on.")
    desk.wait_saved()
    assert stored().rationale == "Going on."


@pytest.mark.parametrize("other", ["ben", "sofia", "mallory"])
def test_another_person_signed_in_meanwhile_is_told_and_gets_nothing(
    desk, stored, context, live_server, other
):
    """An annotator too, somebody in another role, somebody of no project: told alike, what to do included."""
    context.add_cookies([session_cookie(make.person(other), live_server.url)])
    answer(desk, "alice's words")
    expect(desk.trouble).to_contain_text("Somebody else is signed in")
    state(desk, "other_person")
    desk.submit()
    expect(desk.trouble).to_contain_text("log them out in the other tab")
    expect(desk.page.locator("#rationale")).to_have_value("alice's words")
    assert not Draft.objects.exists()
    assert not Annotation.objects.exists()
    context.clear_cookies(name="sessionid")
    desk.trouble.locator("[data-act=retry]").click()
    desk.page.locator("#again-password").fill(make.PASSWORD)
    desk.page.locator("#again-password").press("Enter")
    desk.wait_saved()
    assert stored().rationale == "alice's words"
