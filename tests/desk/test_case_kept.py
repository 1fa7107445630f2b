"""What the expert's page keeps, and for whom: claim, draft, and another expert in the same browser."""

import pytest
from playwright.sync_api import expect

from adjudication.models import Decision, ReviewCase, ReviewDraft
from tests import make
from tests.desk.conftest import NOTE, session_cookie

WITHOUT = "[name=without_evidence]"


@pytest.fixture
def case(case_of):
    """sofia's page of a pair that alice and ben answered alike."""
    span = (NOTE.index("hemoglobin"), NOTE.index("hemoglobin") + 10)
    return case_of(make.related(span), make.related(span))


def choose_true(case) -> None:
    case.focus_note()
    case.page.keyboard.press("t")


def test_a_claim_that_begins_or_is_renewed_with_a_save_is_told_at_once(case):
    line = case.page.locator("[data-claim]")
    expect(line).to_have_text("")
    choose_true(case)
    expect(line).to_have_text("claimed for 30 min")
    ReviewCase.objects.update(claimed_until=ReviewCase.objects.get().claimed_until.replace(year=2000))
    case.open()
    expect(line).to_have_text("claim ended")
    case.write("Going on.")
    expect(line).to_have_text("claimed for 30 min")


def test_that_nothing_can_be_marked_is_kept_in_the_draft(case):
    choose_true(case)
    case.page.locator(WITHOUT).check()
    case.wait_saved()
    assert ReviewDraft.objects.get().without_evidence
    case.page.reload()
    case.ready()
    expect(case.page.locator(WITHOUT)).to_be_checked()
    case.write("Implied by the whole course.")
    case.submit()
    case.page.wait_for_url("**/review/")
    case.open()
    expect(case.page.locator(WITHOUT)).to_be_checked()  # as it was decided
    expect(case.page.locator(WITHOUT)).to_be_disabled()


def test_the_tick_of_a_true_decision_goes_with_it(case):
    choose_true(case)
    case.page.locator(WITHOUT).check()
    case.page.keyboard.press("f")
    case.wait_saved()
    expect(case.page.locator(WITHOUT)).to_be_hidden()
    assert not ReviewDraft.objects.get().without_evidence


def test_another_expert_in_the_same_browser_never_gets_this_one_s_work(case, context, ward, live_server):
    """Their session would save and decide under their name what the first one wrote."""
    context.add_cookies([session_cookie(make.person("sam", ward, "sme"), live_server.url)])
    choose_true(case)
    expect(case.trouble).to_contain_text("Somebody else is signed in")
    case.submit()
    expect(case.trouble).to_be_visible()
    assert not ReviewDraft.objects.exists()
    assert not Decision.objects.exists()
    assert ReviewCase.objects.get().claimed_by is None
    context.add_cookies([session_cookie(make.person("sofia"), live_server.url)])
    case.trouble.locator("[data-act=retry]").click()
    case.wait_saved()
    assert ReviewDraft.objects.get().sme.username == "sofia"


def test_leaving_the_case_for_another_expert_is_refused_too(case, context, ward, live_server):
    context.add_cookies([session_cookie(make.person("sam", ward, "sme"), live_server.url)])
    case.page.locator("[data-release]").click()
    expect(case.trouble).to_contain_text("Somebody else is signed in")
    assert case.page.url == case.url
