"""An answer leaves the desk once, whole, and only when the server took it."""

import pytest
from playwright.sync_api import expect

from annotation.models import Annotation, Draft
from annotation.services.annotating import publish_guideline
from tests import make
from tests.desk.conftest import NOTE, answer


def test_submitting_at_once_takes_the_last_words_along(desk, stored):
    answer(desk, "Typed just before the click.")
    desk.submit()
    desk.page.wait_for_url("**/annotate/")
    annotation = Annotation.objects.get()
    assert annotation.rationale == "Typed just before the click."
    assert list(annotation.spans.values_list("quote", flat=True)) == ["hemoglobin"]
    assert annotation.label == "Related"


def test_five_clicks_submit_once(desk):
    answer(desk)
    desk.page.evaluate("""() => {
      const button = document.querySelector("[data-submit]");
      for (let i = 0; i < 5; i += 1) button.click();
    }""")
    desk.page.wait_for_url("**/annotate/")
    assert Annotation.objects.count() == 1


@pytest.mark.parametrize("status", [400, 403, 500])
def test_a_submit_that_fails_never_leaves_the_page(desk, status):
    answer(desk)
    desk.page.route(
        "**/submit/", lambda route: route.fulfill(status=status, json={"error": "x", "message": "Not now."})
    )
    desk.submit()
    expect(desk.page.locator("[data-error-for~=any]")).to_have_text("Not now.")
    assert desk.page.url == desk.url
    desk.page.unroute("**/submit/")
    desk.submit()
    desk.page.wait_for_url("**/annotate/")
    assert Annotation.objects.count() == 1


def test_a_submit_whose_answer_got_lost_can_be_pressed_again(desk):
    def lose_answer(route):
        route.fetch()
        route.abort()

    answer(desk)
    desk.page.route("**/submit/", lose_answer, times=1)
    desk.submit()
    expect(desk.page.locator("[data-error-for~=any]")).to_contain_text("Not sent")
    desk.submit()
    desk.page.wait_for_url("**/annotate/")
    assert Annotation.objects.count() == 1


def test_an_incomplete_answer_is_told_what_is_missing(desk):
    desk.submit()
    expect(desk.page.locator("[data-error-for~=label]")).to_be_visible()
    desk.page.keyboard.press("r")
    desk.page.locator("[name=label][value=Related]").check()
    desk.submit()
    expect(desk.page.locator("[data-error-for=spans]")).to_be_visible()
    desk.drag(*[NOTE.index("hemoglobin"), NOTE.index("hemoglobin") + 10])
    desk.submit()
    expect(desk.page.locator("[data-error-for~=rationale]")).to_be_visible()
    expect(desk.page.locator("#rationale")).to_be_focused()
    assert not Annotation.objects.exists()


def test_a_pair_that_cannot_be_answered_is_reported_with_a_reason(desk):
    desk.page.locator("[data-opens='#cannot']").click()
    dialog = desk.page.locator("#cannot")
    dialog.locator("textarea").fill("The note is cut off.")
    dialog.locator("[type=submit]").click()
    desk.page.wait_for_url("**/annotate/")
    annotation = Annotation.objects.get()
    assert (annotation.label, annotation.rationale) == ("Unanswerable", "The note is cut off.")
    desk.open()
    expect(desk.page.locator(".side .notice.warn")).to_contain_text("be answered: The note is cut off.")


def test_whoever_cannot_answer_finds_their_marks_when_they_change_their_mind(desk):
    desk.drag(*[NOTE.index("hemoglobin"), NOTE.index("hemoglobin") + 10])
    desk.write("Half a thought")
    desk.page.locator("[data-opens='#cannot']").click()
    desk.page.locator("#cannot textarea").fill("The note is cut off.")
    desk.page.locator("#cannot [type=submit]").click()
    desk.page.wait_for_url("**/annotate/")
    desk.open()
    expect(desk.page.locator("#rationale")).to_have_value("Half a thought")
    assert desk.quotes == ["hemoglobin"]


def test_a_pair_put_off_keeps_its_draft_and_comes_back(desk, stored):
    desk.write("Half a thought")
    with desk.page.expect_navigation():
        desk.page.locator("[data-skip]").click()
    assert stored().rationale == "Half a thought"
    desk.open()
    expect(desk.page.locator("#rationale")).to_have_value("Half a thought")


def test_time_is_counted_while_the_page_is_used_and_stored_with_the_answer(seat, ward, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.clock.install()  # the clock of a whole browser profile, so it gets one of its own
    desk = seat("alice", make.held(make.person("alice"), make.pair(ward, text=NOTE)), page).open()
    answer(desk)
    page.clock.fast_forward(40_000)
    page.mouse.move(400, 300)
    page.clock.fast_forward(600_000)  # away: counted for one more minute only
    page.mouse.move(410, 310)
    desk.submit()
    page.wait_for_url("**/annotate/")
    page.context.close()
    assert 95 <= Annotation.objects.get().seconds <= 130


def test_time_spent_reading_outlives_a_reload_and_makes_no_draft(seat, ward, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.clock.install()
    desk = seat("alice", make.held(make.person("alice"), make.pair(ward, text=NOTE)), page).open()
    for _ in range(2):  # forty seconds before each reload
        page.clock.fast_forward(40_000)
        page.mouse.move(400, 300)
        page.reload()
        desk.ready()
    assert not Draft.objects.exists(), "a draft would keep the pair from others for ever"
    kept = page.evaluate("Object.values({ ...sessionStorage })")
    assert [value.isdigit() for value in kept] == [True]
    answer(desk)
    desk.submit()
    page.wait_for_url("**/annotate/")
    page.context.close()
    assert 80 <= Annotation.objects.get().seconds <= 100


def test_an_answer_changed_after_submitting_says_that_it_waits_to_be_submitted(desk):
    answer(desk)
    desk.submit()
    desk.page.wait_for_url("**/annotate/")
    desk.open()
    notice = desk.page.locator(".side .notice")
    expect(notice).to_contain_text("You submitted this answer")
    desk.write("Another reason.")
    desk.wait_saved()
    desk.page.reload()
    desk.ready()
    expect(notice).to_contain_text("changed this answer after submitting")
    expect(desk.page.locator("#rationale")).to_have_value("Another reason.")
    desk.submit()
    desk.page.wait_for_url("**/annotate/")
    desk.open()
    expect(notice).to_contain_text("You submitted this answer")
    assert list(Annotation.objects.order_by("revision").values_list("rationale", flat=True)) == [
        "Low hemoglobin.",
        "Another reason.",
    ]


def test_a_closed_answer_is_shown_and_cannot_be_changed(desk):
    answer(desk)
    desk.submit()
    desk.page.wait_for_url("**/annotate/")
    make.compared(desk.pair.project)
    desk.open()
    assert desk.quotes == ["hemoglobin"]
    desk.drag(*[NOTE.index("dark stools"), NOTE.index("dark stools") + 11])
    assert desk.quotes == ["hemoglobin"]
    expect(desk.page.locator("#rationale")).to_be_disabled()
    expect(desk.page.locator("[data-submit]")).to_have_count(0)
    desk.focus_note()
    desk.page.keyboard.press("Control+Enter")
    assert desk.page.url == desk.url


def test_guidelines_published_meanwhile_are_not_those_of_the_answer(seat, ward):
    publish_guideline(actor=None, project=ward, text="Mark the value.")
    desk = seat("alice", make.held(make.person("alice"), make.pair(ward, text=NOTE))).open()
    publish_guideline(actor=None, project=ward, text="Mark the value and its unit.")
    answer(desk)
    desk.submit()
    desk.page.wait_for_url("**/annotate/")
    assert Annotation.objects.get().guideline.version == 1
