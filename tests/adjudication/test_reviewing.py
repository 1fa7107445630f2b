import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from adjudication.logic.validation import Verdict
from adjudication.models import Decision, ReviewCase
from adjudication.selectors.case import case_page
from adjudication.services import reviewing
from annotation.models import EvidenceSpan
from annotation.services.freeing import remove_person
from foundation.logic.errors import Conflict, Forbidden, Missing, Refusal
from overview.selectors.board import stage_counts
from tests import make

pytestmark = pytest.mark.django_db

TRUE = Verdict("True", ((26, 33),), "Hgb 7.2 is anemia.", support="implicit")


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia")
    make.person("sara", ward, "sme")
    return ward


@pytest.fixture
def sofia(ward):
    return make.person("sofia")


@pytest.fixture
def case(ward):
    pair = make.pair(ward)
    make.answer(make.person("alice"), pair, make.related())
    make.answer(make.person("ben"), pair, make.unrelated())
    make.compared(ward)
    return ReviewCase.objects.get(pair=pair)


def decide(ward, sme, case, verdict, **named):
    return reviewing.decide(sme=sme, project=ward, case_id=case.pk, verdict=verdict, **named)


def test_a_decision_keeps_its_evidence_in_the_order_given(ward, sofia, case):
    decision = decide(ward, sofia, case, Verdict("True", ((59, 66), (26, 33)), "why"))
    assert [(span.start, span.end) for span in decision.spans.all()] == [(59, 66), (26, 33)]


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (Verdict(""), "outcome_missing"),
        (Verdict("True", (), "why"), "span_missing"),
        (Verdict("True", ((26, 33),)), "rationale_missing"),
        (Verdict("excluded"), "reason_missing"),
        (Verdict("False", ((26, 33),)), "evidence_of_true"),
        (Verdict("False", excluded_reason="x"), "reason_of_excluded"),
        (Verdict("True", ((26, 999),), "why"), "span_out_of_range"),
    ],
)
def test_an_incomplete_decision_is_refused_by_name(ward, sofia, case, verdict, code):
    with pytest.raises(Refusal) as caught:
        decide(ward, sofia, case, verdict)
    assert caught.value.code == code
    assert not Decision.objects.exists()


def test_true_without_any_evidence_can_be_said_explicitly(ward, sofia, case):
    assert decide(ward, sofia, case, Verdict("True", (), "why"), without_evidence=True).outcome == "True"


def test_deciding_twice_the_same_leaves_one_decision(ward, sofia, case):
    assert decide(ward, sofia, case, TRUE) == decide(ward, sofia, case, TRUE)


def test_reopening_keeps_the_old_decision(ward, sofia, case):
    decide(ward, sofia, case, TRUE)
    reviewing.reopen(actor=sofia, project=ward, case_id=case.pk, message="A second look.")
    decide(ward, sofia, case, Verdict("excluded", excluded_reason="two notes mixed"))
    assert list(Decision.objects.order_by("revision").values_list("outcome", flat=True)) == [
        "True",
        "excluded",
    ]


def test_nobody_reviews_a_pair_they_annotated(ward, case):
    alice = make.person("alice")
    alice.memberships.update(role="sme")
    with pytest.raises(Forbidden) as caught:
        decide(ward, alice, case, TRUE)
    assert caught.value.code == "own_pair"
    with pytest.raises(Forbidden):
        case_page(alice, ward, case.pk)
    assert reviewing.claim_next(sme=alice, project=ward) is None


def test_an_annotator_decides_nothing(ward, case):
    with pytest.raises(Forbidden):
        decide(ward, make.person("alice"), case, TRUE)


def test_a_case_of_another_project_does_not_exist_here(ward, sofia, case):
    other = make.project("other")
    make.person("sofia", other)
    with pytest.raises(Missing):
        reviewing.decide(sme=sofia, project=other, case_id=case.pk, verdict=TRUE)


def test_a_claimed_case_is_closed_to_others_until_the_claim_runs_out(ward, sofia, case):
    sara = make.person("sara")
    now = timezone.now()
    assert reviewing.claim_next(sme=sofia, project=ward, now=now) == case
    assert reviewing.claim_next(sme=sara, project=ward, now=now) is None
    with pytest.raises(Conflict):
        decide(ward, sara, case, TRUE)
    later = now + datetime.timedelta(minutes=31)
    assert reviewing.claim_next(sme=sara, project=ward, now=later) == case


def test_whoever_put_a_case_back_is_given_every_other_first(ward, sofia, case):
    other = make.pair(ward, "9_9")
    make.answer(make.person("alice"), other, make.unrelated())
    make.answer(make.person("ben"), other, make.unrelated())
    make.compared(ward)
    assert reviewing.claim_next(sme=sofia, project=ward) == case
    reviewing.release_claim(sme=sofia, project=ward, case_id=case.pk)
    second = reviewing.claim_next(sme=sofia, project=ward)
    assert second.pair == other
    reviewing.release_claim(sme=sofia, project=ward, case_id=second.pk)
    later = timezone.now() + datetime.timedelta(hours=1)
    assert reviewing.claim_next(sme=make.person("sara"), project=ward) == case
    assert reviewing.claim_next(sme=sofia, project=ward, now=later) == case


def test_a_case_that_an_expert_holds_comes_before_those_nobody_holds(ward, sofia, case):
    other = make.pair(ward, "9_9")
    make.answer(make.person("alice"), other, make.unrelated())
    make.answer(make.person("ben"), other, make.unrelated())
    make.compared(ward)
    held = reviewing.claim(sme=sofia, project=ward, case_id=ReviewCase.objects.get(pair=other).pk)
    assert reviewing.claim_next(sme=sofia, project=ward) == held


def test_a_case_put_back_comes_again_where_no_other_waits(ward, sofia, case):
    reviewing.claim_next(sme=sofia, project=ward)
    reviewing.release_claim(sme=sofia, project=ward, case_id=case.pk)
    assert reviewing.claim_next(sme=sofia, project=ward, conflict=True) == case


def test_a_referred_case_waits_for_the_other_expert_alone(ward, sofia, case):
    sara = make.person("sara")
    reviewing.refer(sme=sofia, project=ward, case_id=case.pk, to=sara, message="Is this yours?")
    assert reviewing.claim_next(sme=sofia, project=ward) is None
    assert reviewing.claim_next(sme=sara, project=ward) == case


def test_a_case_cannot_be_referred_to_somebody_who_annotated_it(ward, sofia, case):
    alice = make.person("alice")
    alice.memberships.update(role="sme")
    with pytest.raises(Refusal) as caught:
        reviewing.refer(sme=sofia, project=ward, case_id=case.pk, to=alice, message="You?")
    assert caught.value.code == "own_pair"


def test_sending_back_needs_a_message(ward, sofia, case):
    with pytest.raises(Refusal):
        reviewing.send_back(sme=sofia, project=ward, case_id=case.pk, message=" ")
    case.refresh_from_db()
    assert case.status == "waiting"


def test_a_second_window_overwrites_nothing(ward, sofia, case):
    named = {"sme": sofia, "project": ward, "case_id": case.pk, "quotes": None}
    reviewing.save_review_draft(verdict=TRUE, version=0, **named)
    with pytest.raises(reviewing.StaleReviewDraft):
        reviewing.save_review_draft(verdict=Verdict("False"), version=0, **named)


def test_the_page_names_no_annotator_and_keeps_its_letters(ward, sofia, case):
    first = case_page(sofia, ward, case.pk).data
    assert first["answers"] == case_page(sofia, ward, case.pk).data["answers"]
    assert not {"alice", "ben"} & set(str(first).replace("'", " ").split())
    assert sorted(answer["label"] for answer in first["answers"].values()) == ["Related", "Unrelated"]


def test_letters_are_shuffled_from_pair_to_pair(ward, sofia):
    letters = set()
    for pair in make.pairs(ward, 12):
        make.answer(make.person("alice"), pair, make.related())
        make.answer(make.person("ben"), pair, make.unrelated())
    make.compared(ward)
    for case in ReviewCase.objects.all():
        letters.add(case_page(sofia, ward, case.pk).data["answers"]["A"]["label"])
    assert letters == {"Related", "Unrelated"}


def test_the_page_of_a_case_sent_back_still_opens(ward, sofia, case):
    reviewing.send_back(sme=sofia, project=ward, case_id=case.pk, message="Look again.")
    data = case_page(sofia, ward, case.pk).data
    assert data["complete"] == {"answered": 0, "of": 2}
    assert data["state"] == "returned"


@pytest.mark.parametrize("state", ["waiting", "returned", "held", "decided"])
def test_only_a_case_that_can_be_decided_asks_for_marks(client, ward, sofia, case, state):
    if state == "returned":
        reviewing.send_back(sme=sofia, project=ward, case_id=case.pk, message="Look again.")
    elif state == "held":
        reviewing.claim(sme=make.person("sara"), project=ward, case_id=case.pk)
    elif state == "decided":
        decide(ward, sofia, case, TRUE)
    client.force_login(sofia)
    page = client.get(reverse("review_case", args=["ward", case.pk])).content.decode()
    for asked in ("Drag over the words", "data-take-refined"):
        assert (asked in page) == (state == "waiting")


def test_a_decision_on_a_page_that_shows_older_answers_is_refused(ward, sofia, case):
    """Another expert sent the pair back meanwhile, and the new answers are in."""
    basis = case_page(sofia, ward, case.pk).data["basis"]
    reviewing.send_back(sme=make.person("sara"), project=ward, case_id=case.pk, message="Look again.")
    for name in ("alice", "ben"):
        make.answer(make.person(name), case.pair, make.related(rationale="looked again"))
    make.compared(ward)
    with pytest.raises(Conflict) as caught:
        decide(ward, sofia, case, TRUE, basis=basis)
    assert caught.value.code == "case_changed"
    assert not Decision.objects.exists()
    assert decide(ward, sofia, case, TRUE, basis=case_page(sofia, ward, case.pk).data["basis"])


def test_a_decision_made_before_another_one_is_refused(ward, sofia, case):
    sara = make.person("sara")
    basis = case_page(sofia, ward, case.pk).data["basis"]
    decide(ward, sara, case, TRUE)
    reviewing.reopen(actor=sara, project=ward, case_id=case.pk, message="A second look.")
    with pytest.raises(Conflict):
        decide(ward, sofia, case, Verdict("False"), basis=basis)


@pytest.mark.parametrize("way", ["page", "api"])
def test_both_doors_refuse_a_case_that_changed(client, ward, sofia, case, way):
    client.force_login(sofia)
    address = {"page": reverse("review_decide", args=["ward", case.pk])}
    url = address.get(way) or reverse("api_case_decide", args=["ward", case.pk])
    body = {"version": 0, "gold": "False", "spans": [], "basis": "0-of another day"}
    said = client.post(url, body, content_type="application/json")
    assert (said.status_code, said.json()["error"]) == (409, "case_changed")


def test_after_one_annotator_left_a_case_still_opens_and_decides(ward, sofia, case):
    remove_person(actor=None, membership=make.person("alice").memberships.get())
    data = case_page(sofia, ward, case.pk).data
    assert data["complete"] == {"answered": 2, "of": 2}
    assert decide(ward, sofia, case, TRUE).outcome == "True"


def test_neither_answer_is_right_is_a_decision_like_any_other(ward, sofia):
    """Both marked something; the expert says that nothing of it supports the concept."""
    pair = make.pair(ward, "2_1")
    make.answer(make.person("alice"), pair, make.related((26, 33)))
    make.answer(make.person("ben"), pair, make.related((58, 66)))
    make.compared(ward)
    decision = decide(ward, sofia, pair.review_case, Verdict("False", unrelated_reason="not_enough"))
    assert not decision.spans.exists()
    assert stage_counts(ward)["false"] == 1


def test_what_nobody_could_answer_can_be_excluded(ward, sofia):
    pair = make.pair(ward, "2_1")
    for name in ("alice", "ben"):
        make.answer(make.person(name), pair, make.Answer("Unanswerable", rationale="cut off"))
    make.compared(ward)
    decide(ward, sofia, pair.review_case, Verdict("excluded", excluded_reason="note is cut off"))
    counts = stage_counts(ward)
    assert (counts["excluded"], counts["selected"]) == (1, counts["open"] + 1)


def test_evidence_of_the_decision_is_the_experts_and_nowhere_in_the_answers(client, ward, sofia, case):
    decide(ward, sofia, case, Verdict("True", ((58, 66),), "Words of the expert."))
    assert set(EvidenceSpan.objects.values_list("quote", flat=True)) == {make.TEXT[26:33]}
    client.force_login(make.person("alice"))
    mine = case.pair.assignments.get(annotator__username="alice")
    desk = client.get(reverse("annotate_desk", args=["ward", mine.pk])).content.decode()
    assert "Words of the expert" not in desk
    assert "[[26, 33]]" in desk
    assert "[58, 66]" not in desk
