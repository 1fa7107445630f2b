"""Nothing the server acknowledged is ever lost, and the page never claims more than that."""

import re
import time

import pytest
from playwright.sync_api import expect

from annotation.models import Annotation
from tests import make
from tests.desk.conftest import NOTE, answer, session_cookie

DRAFTS = re.compile(r".*/draft/$")


def state(desk, value: str) -> None:
    expect(desk.saved).to_have_attribute("data-state", value)


def dialogs(page) -> list[str]:
    """The kinds of dialogs that the browser showed; each is dismissed, so the page stays."""
    seen = []

    def dismiss(dialog) -> None:
        seen.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", dismiss)
    return seen


def test_each_change_reaches_the_server_within_a_second(desk, stored):
    """Also while changes go on and on: the wait is counted from the first of them."""
    arrived = []
    desk.page.on("request", lambda request: DRAFTS.match(request.url) and arrived.append(time.monotonic()))
    started = time.monotonic()
    desk.page.locator("#rationale").press_sequentially("She bled, and it was seen in the numbers.", delay=45)
    desk.wait_saved()
    assert arrived[0] - started < 1.0
    assert len(arrived) >= 2
    assert stored().rationale == "She bled, and it was seen in the numbers."


def test_saved_is_shown_only_after_the_server_wrote(desk, stored):
    held = []
    desk.page.route(DRAFTS, lambda route: held.append(route))
    desk.write("Waiting.")
    desk.page.wait_for_timeout(1200)
    state(desk, "saving")
    assert "Saved" not in desk.saved.text_content()
    assert stored() is None
    held[0].continue_()
    desk.wait_saved()
    expect(desk.saved).to_have_text(re.compile(r"^Saved \d\d:\d\d:\d\d$"))
    assert stored().rationale == "Waiting."


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_failed_save_is_said_and_tried_again_until_it_holds(desk, stored, status):
    desk.page.route(DRAFTS, lambda route: route.fulfill(status=status, body="<h1>broken</h1>"))
    desk.write("Kept.")
    state(desk, "failed")
    expect(desk.trouble).to_contain_text("stays on this page")
    desk.page.unroute(DRAFTS)
    desk.wait_saved()
    expect(desk.trouble).to_be_hidden()
    assert stored().rationale == "Kept."


def test_a_page_of_html_with_status_200_is_no_acknowledgement(desk, stored):
    desk.page.route(DRAFTS, lambda route: route.fulfill(status=200, content_type="text/html", body="Welcome"))
    desk.write("Kept.")
    state(desk, "failed")
    assert stored() is None


def test_a_refused_save_says_why_and_keeps_the_work(desk, stored):
    answer = {"error": "span_out_of_range", "message": "Span 9..99 leaves the note.", "field": "spans"}
    desk.page.route(DRAFTS, lambda route: route.fulfill(status=400, json=answer))
    desk.write("Kept.")
    expect(desk.trouble).to_contain_text("Span 9..99 leaves the note.")
    expect(desk.page.locator("#rationale")).to_have_value("Kept.")
    desk.page.unroute(DRAFTS)
    desk.write("Kept again.")
    desk.wait_saved()
    assert stored().rationale == "Kept again."


def test_offline_is_said_at_once_and_the_work_goes_out_when_the_line_is_back(desk, stored, context):
    context.set_offline(True)
    desk.drag(*[NOTE.index("hemoglobin"), NOTE.index("hemoglobin") + 10])
    state(desk, "offline")
    expect(desk.trouble).to_contain_text("offline")
    context.set_offline(False)
    desk.wait_saved()
    assert [NOTE[start:end] for start, end in stored().spans] == ["hemoglobin"]


def test_a_save_whose_answer_got_lost_is_no_conflict(desk, stored):
    """The server wrote, the line broke: the same work, or more of it, goes on from there."""

    def lose_answer(route):
        route.fetch()
        route.abort()

    desk.page.route(DRAFTS, lose_answer, times=1)
    desk.write("Written, never heard of.")
    state(desk, "failed")
    desk.write("Written, never heard of. And more.")
    desk.wait_saved()
    assert stored().rationale == "Written, never heard of. And more."
    expect(desk.trouble).to_be_hidden()


def test_a_line_that_drops_every_third_request_loses_no_edit(desk, stored):
    """Dropped on the way there, or on the way back after the server wrote."""
    seen = []

    def drop(route) -> None:
        seen.append(route)
        if len(seen) % 3:
            route.continue_()
            return
        if len(seen) % 2:
            route.fetch()
        route.abort()

    desk.page.route(DRAFTS, drop)
    for number in range(8):
        desk.write(f"Edit {number}")
        desk.wait_saved()
        assert stored().rationale == f"Edit {number}"
        if number % 3 == 2:
            desk.page.reload()
            desk.ready()
            expect(desk.page.locator("#rationale")).to_have_value(f"Edit {number}")
    assert len(seen) > 8


def test_a_server_that_is_killed_and_restarted_loses_nothing(desk, stored, server, context):
    context.add_cookies([session_cookie(make.person("alice"), server.url)])
    desk.url = server.url + desk.url[desk.url.index("/p/") :]
    desk.open()
    desk.write("Before.")
    desk.wait_saved()
    server.kill()
    desk.write("During.")
    state(desk, "failed")
    expect(desk.trouble).to_contain_text("stays on this page")
    assert stored().rationale == "Before."
    server.start()
    desk.wait_saved(seconds=40)
    assert stored().rationale == "During."


class TestSecondTab:
    """Two windows on the same answer."""

    @pytest.fixture
    def tabs(self, desk, context):
        other = type(desk)(context.new_page(), desk.url).open()
        desk.write("From the first window.")
        desk.wait_saved()
        other.write("From the second window.")
        state(other, "conflict")
        return desk, other

    def test_the_second_is_told_and_nothing_is_overwritten(self, tabs, stored):
        _, other = tabs
        expect(other.trouble).to_contain_text("changed in another window")
        expect(other.page.locator("#rationale")).to_have_value("From the second window.")
        other.submit()
        other.page.wait_for_timeout(300)
        assert stored().rationale == "From the first window."
        assert not Annotation.objects.exists()

    def test_it_may_show_the_stored_one(self, tabs, stored):
        _, other = tabs
        other.trouble.locator("[data-act=theirs]").click()
        expect(other.page.locator("#rationale")).to_have_value("From the first window.")
        expect(other.trouble).to_be_hidden()
        other.write("Going on from the first.")
        other.wait_saved()
        assert stored().rationale == "Going on from the first."

    def test_it_may_keep_its_own(self, tabs, stored):
        first, other = tabs
        other.trouble.locator("[data-act=mine]").click()
        other.wait_saved()
        assert stored().rationale == "From the second window."
        first.write("From the first again.")
        state(first, "conflict")


def test_reload_and_back_show_what_the_server_acknowledged(desk):
    answer(desk, "Seen again.")
    desk.page.locator("[name=support]").select_option("implicit")
    desk.wait_saved()
    desk.page.reload()
    desk.ready()
    for _ in range(2):
        expect(desk.page.locator("#rationale")).to_have_value("Seen again.")
        expect(desk.page.locator("[name=label][value=Related]")).to_be_checked()
        expect(desk.page.locator("[name=support]")).to_have_value("implicit")
        assert desk.quotes == ["hemoglobin"]
        desk.page.goto(desk.url.rsplit("/", 2)[0] + "/")
        desk.page.go_back()
        desk.ready()


def test_leaving_asks_only_while_something_is_not_acknowledged(desk):
    seen = dialogs(desk.page)
    desk.page.route(DRAFTS, lambda route: route.abort())
    desk.page.locator("#rationale").press_sequentially("Not saved.")
    state(desk, "failed")
    desk.page.evaluate("location.reload()")
    desk.page.wait_for_timeout(400)
    assert seen == ["beforeunload"]
    expect(desk.page.locator("#rationale")).to_have_value("Not saved.")
    desk.page.unroute(DRAFTS)
    desk.wait_saved()
    desk.page.reload()
    desk.ready()
    assert seen == ["beforeunload"]


def test_saving_again_without_a_change_keeps_the_spans_as_they_are(desk, stored):
    answer(desk)
    desk.wait_saved()
    before = stored().spans
    desk.open()
    desk.write("Other words.")
    desk.wait_saved()
    assert stored().spans == before


def test_no_words_of_note_or_answer_are_kept_in_the_browser(desk):
    answer(desk, "A secret reason.")
    desk.wait_saved()
    kept = desk.page.evaluate("""async () => JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), await caches.keys(),
      document.cookie,
    ])""")
    assert "secret" not in kept
    assert "hemoglobin" not in kept
    assert "anemia" not in desk.page.title().lower()
