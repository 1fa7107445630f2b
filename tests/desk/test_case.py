"""The expert's case page: two answers over one note, and one decision."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from adjudication.models import Decision, ReviewCase, ReviewDraft
from adjudication.services.reviewing import claim, send_back
from tests import make
from tests.desk.conftest import NOTE, session_cookie
from tests.desk.page import NotePage


def span(words: str) -> tuple[int, int]:
    start = NOTE.index(words)
    return start, start + len(words)


HEMOGLOBIN, CELLS, LAB = span("hemoglobin of 7.2"), span("2 units of packed red cells"), span("Hgb-7.2*")
OVERLAP = span("of 7.2. She")


@pytest.fixture
def case(case_of):
    """sofia's page of a pair that alice and ben answered differently."""
    return case_of(
        make.related(HEMOGLOBIN, CELLS, rationale="Bleeding and transfusion.", support="implicit"),
        make.related(LAB, OVERLAP, rationale="A low value."),
    )


def side_of(page, words: str) -> str:
    """The letter of the answer that marked the words: the order is shuffled by the case."""
    answers = page.page.locator(".answer")
    texts = answers.all_text_contents()
    return next("AB"[i] for i, text in enumerate(texts) if words in text)


def test_each_answer_has_its_own_paint_and_what_both_marked_has_a_third(case):
    alice = side_of(case, "2 units").lower()
    ben = {"a": "b", "b": "a"}[alice]
    shared = [OVERLAP[0], HEMOGLOBIN[1]]
    assert case.painted("both") == [shared]
    assert case.painted(alice) == [[HEMOGLOBIN[0], shared[0]], list(CELLS)]
    assert case.painted(ben) == [[shared[1], OVERLAP[1]], list(LAB)]


def test_names_are_nowhere_on_the_page(case):
    content = case.page.content()
    assert "alice" not in content
    assert "ben" not in content.replace("benchmark", "").replace("beneath", "")


def test_undoing_a_taken_answer_gives_the_own_words_back(case):
    rationale = case.page.locator("#rationale")
    case.focus_note()
    case.page.keyboard.press("f")
    case.write("My own reasons, at length.")
    case.focus_note()
    case.page.keyboard.press("1")
    taken = rationale.input_value()
    assert taken in ("Bleeding and transfusion.", "A low value.")
    case.page.keyboard.press("Control+z")
    expect(rationale).to_have_value("My own reasons, at length.")
    expect(case.page.locator("[name=gold][value=False]")).to_be_checked()
    assert case.quotes == []
    case.page.keyboard.press("Control+Shift+Z")
    expect(rationale).to_have_value(taken)
    expect(case.page.locator("[name=gold][value=True]")).to_be_checked()


def test_undo_keeps_words_written_after_taking(case):
    case.focus_note()
    case.page.keyboard.press("1")
    case.write("Rewritten since.")
    case.focus_note()
    case.page.keyboard.press("Control+z")
    expect(case.page.locator("#rationale")).to_have_value("Rewritten since.")


def test_taking_keeps_a_reason_to_exclude_that_is_typed_already(case):
    case.focus_note()
    case.page.keyboard.press("x")
    case.page.locator("#excluded-reason").fill("cut off")
    case.focus_note()
    case.page.keyboard.press("1")
    case.page.keyboard.press("x")
    expect(case.page.locator("#excluded-reason")).to_have_value("cut off")


def test_a_case_that_another_expert_holds_says_so_and_offers_no_decision(case, ward):
    make.person("sam", ward, "sme")
    claim(sme=make.person("sam"), project=ward, case_id=case.case.pk)
    case.open()
    expect(case.page.locator("[data-claim]")).to_contain_text("another expert")
    expect(case.page.locator("[data-held]")).to_be_visible()
    for control in ("[data-submit]", "[data-opens='#send-back']", "[data-take]", "[data-take-refined]"):
        expect(case.page.locator(control)).to_have_count(0)
    assert "sam" not in case.page.locator("main").inner_text()


def test_taking_an_answer_starts_the_decision_from_it_and_one_undo_goes_back(case):
    case.focus_note()
    case.page.keyboard.press("1" if side_of(case, "2 units") == "A" else "2")
    assert case.quotes == ["hemoglobin of 7.2", "2 units of packed red cells"]
    expect(case.page.locator("#rationale")).to_have_value("Bleeding and transfusion.")
    expect(case.page.locator("[name=gold][value=True]")).to_be_checked()
    case.wait_saved()
    draft = ReviewDraft.objects.get()
    assert (draft.outcome, draft.support) == ("True", "implicit")
    case.page.keyboard.press("Control+z")
    assert case.quotes == []


def test_taking_the_refined_marks_joins_both(case):
    case.focus_note()
    case.page.keyboard.press("3")
    assert case.marks == [[HEMOGLOBIN[0], OVERLAP[1]], list(CELLS), list(LAB)]


def test_a_true_decision_holds_evidence_reason_and_support(case):
    case.focus_note()
    case.page.keyboard.press("3")
    case.page.locator("[name=support]").select_option("explicit")
    case.write("Acute drop, transfused.")
    case.focus_note()
    case.page.keyboard.press("Control+Enter")
    case.page.wait_for_url("**/review/")
    decision = Decision.objects.get()
    assert (decision.outcome, decision.support) == ("True", "explicit")
    first = decision.spans.first()
    assert NOTE[first.start : first.end] == NOTE[HEMOGLOBIN[0] : OVERLAP[1]]


def test_a_false_decision_leaves_the_marks_out(case):
    case.focus_note()
    case.page.keyboard.press("3")
    case.page.keyboard.press("f")
    case.page.locator("[name=unrelated_reason]").select_option("history_only")
    case.submit()
    case.page.wait_for_url("**/review/")
    decision = Decision.objects.get()
    assert (decision.outcome, decision.unrelated_reason) == ("False", "history_only")
    assert not decision.spans.exists()


def test_exclusion_needs_a_reason(case):
    case.focus_note()
    case.page.keyboard.press("x")
    case.submit()
    expect(case.page.locator("[data-error-for=excluded_reason]")).to_be_visible()
    case.page.locator("#excluded-reason").fill("The note is cut off.")
    case.submit()
    case.page.wait_for_url("**/review/")
    assert Decision.objects.get().excluded_reason == "The note is cut off."


def test_answers_that_changed_under_the_open_page_are_not_decided_upon(case, ward):
    """The pair was sent back in another window, and the new answers are in."""
    review = ReviewCase.objects.get()
    send_back(sme=make.person("sofia"), project=ward, case_id=review.pk, message="Look again.")
    for name in ("alice", "ben"):
        make.answer(make.person(name), review.pair, make.unrelated())
    make.compared(ward)
    case.focus_note()
    case.page.keyboard.press("f")
    case.submit()
    expect(case.page.get_by_text("changed since this page was opened").first).to_be_visible()
    assert not Decision.objects.exists()
    case.open()
    case.submit()
    case.page.wait_for_url("**/review/")
    assert Decision.objects.get().outcome == "False"


def test_true_without_anything_to_mark_is_an_explicit_statement(case):
    case.focus_note()
    case.page.keyboard.press("t")
    case.write("Implied by the whole course.")
    case.submit()
    expect(case.page.locator("[data-error-for=spans]")).to_be_visible()
    case.page.locator("[name=without_evidence]").check()
    case.submit()
    case.page.wait_for_url("**/review/")
    assert Decision.objects.get().outcome == "True"


def test_a_difference_can_be_clicked(case):
    case.page.locator(".differs [data-span]").first.click()
    assert len(case.painted("find-now")) == 1


def test_typing_a_digit_in_the_reason_takes_no_answer(case):
    case.page.locator("#rationale").press_sequentially("1 and 2 and 3 txf")
    assert case.quotes == []
    assert case.page.locator("[name=gold]:checked").count() == 0


def test_a_draft_survives_leaving_and_coming_back(case):
    case.focus_note()
    case.page.keyboard.press("3")
    case.write("Half decided.")
    case.wait_saved()
    case.page.goto(case.url.rsplit("/", 2)[0] + "/")
    case.open()
    assert len(case.quotes) == 3
    expect(case.page.locator("#rationale")).to_have_value("Half decided.")


def test_sending_back_needs_a_message(case):
    case.page.locator("[data-opens='#send-back']").click()
    case.page.locator("#send-back-message").fill("Look at the results again.")
    case.page.locator("#send-back [type=submit]").click()
    case.page.wait_for_url("**/review/")
    case.case.refresh_from_db()
    assert case.case.status == "returned"


def test_referring_hands_the_case_to_another_expert(case, ward):
    make.person("omar", ward, "sme")
    case.open()
    case.page.locator("[data-opens='#refer']").click()
    case.page.locator("#refer-to").select_option("omar")
    case.page.locator("#refer-message").fill("Is this acute?")
    case.page.locator("#refer [type=submit]").click()
    case.page.wait_for_url("**/review/")
    case.case.refresh_from_db()
    assert case.case.referred_to.username == "omar"
    case.open()
    expect(case.page.locator("[data-held]")).to_contain_text("referred to another expert")
    expect(case.page.locator("[data-submit]")).to_have_count(0)
    case.page.context.add_cookies([session_cookie(make.person("omar"), case.url.partition("/p/")[0])])
    case.open()
    expect(case.page.locator("[data-referral]")).to_contain_text("Is this acute?")
    expect(case.page.locator("[data-submit]")).to_be_visible()


def test_a_decided_case_is_shown_closed_and_can_be_reopened(case):
    test_a_false_decision_leaves_the_marks_out(case)
    case.open()
    expect(case.page.locator("#rationale")).to_be_disabled()
    case.page.locator("[data-opens='#reopen']").click()
    case.page.locator("#reopen-message").fill("A second look.")
    with case.page.expect_navigation():
        case.page.locator("#reopen [type=submit]").click()
    case.ready()
    expect(case.page.locator("[data-submit]")).to_be_visible()
    case.page.locator(".history summary").click()
    expect(case.page.locator(".history")).to_contain_text("A second look.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_a_case(case, theme):
    case.page.emulate_media(color_scheme=theme)
    case.focus_note()
    case.page.keyboard.press("3")
    case.wait_saved()
    found = Axe().run(case.page).response["violations"]
    assert [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in found] == []


def test_in_forced_colours_marks_are_told_apart_by_their_lines(case):
    case.page.emulate_media(forced_colors="active")
    styles = case.page.evaluate("""() => ["mark", "a", "b", "both"].map((name) => {
      const line = document.querySelector("[data-sheet] [data-text] > div");
      const { textDecorationLine, textDecorationStyle } = getComputedStyle(line, `::highlight(note-${name})`);
      return `${textDecorationLine} ${textDecorationStyle}`;
    })""")
    assert styles == ["underline solid", "underline solid", "overline dotted", "underline overline double"]


def test_three_answers_are_shown_and_told_apart(live_server, context, ward):
    ward.annotators = 3
    ward.save()
    make.people(ward, "carol")
    pair = make.pair(ward, text=NOTE)
    for name, words in (("alice", HEMOGLOBIN), ("ben", CELLS), ("carol", LAB)):
        make.answer(make.person(name), pair, make.related(words))
    make.compared(ward)
    context.add_cookies([session_cookie(make.person("sofia"), live_server.url)])
    path = reverse("review_case", args=[ward.slug, ReviewCase.objects.get().pk])
    page = NotePage(context.new_page(), live_server.url + path).open()
    assert page.page.locator(".answer").count() == 3
    assert sorted(page.painted("a") + page.painted("b") + page.painted("c")) == sorted(
        map(list, (HEMOGLOBIN, CELLS, LAB))
    )
