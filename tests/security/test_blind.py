"""Counts and roles tell an annotator nothing of repeats and of what others said."""

import pytest

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.selectors.feedback import feedback
from adjudication.services import reviewing
from adjudication.services.feedback import set_feedback
from annotation.models import Assignment
from annotation.selectors.queue import queue_page
from foundation.logic.errors import Conflict, Refusal
from foundation.models import Membership
from foundation.services.ledger import record_view
from foundation.services.people import add_person
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia", "lena")
    return ward


def case_of(ward):
    pair = make.pair(ward)
    for name in ("alice", "ben"):
        make.answer(make.person(name), pair, make.related())
    make.compared(ward)
    return ReviewCase.objects.get()


def repeat(pair):
    return Assignment.objects.create(
        project=pair.project,
        pair=pair,
        annotator=make.person("alice"),
        purpose="repeat",
        status="open",
        position=9,
    )


def test_the_count_of_what_waits_shows_no_repeat(ward):
    alice = make.person("alice")
    first, second = make.pairs(ward, 2)
    make.held(alice, first)
    make.held(alice, second)
    repeat(first)

    def waits():
        page = queue_page(alice, ward)
        assert page.waiting == page.progress.total - page.progress.done
        return page.waiting

    before = waits()
    make.answer(alice, first, make.related())
    assert waits() == before - 1


def test_final_answers_of_what_is_to_be_answered_again_stay_hidden(ward):
    case = case_of(ward)
    verdict = Verdict("True", ((26, 33),), "why")
    reviewing.decide(sme=make.person("sofia"), project=ward, case_id=case.pk, verdict=verdict)
    ward = set_feedback(actor=None, project=ward, open_to_annotators=True)
    assert len(feedback(make.person("alice"), ward).rows) == 1
    repeat(case.pair)
    assert feedback(make.person("alice"), ward).rows == []


@pytest.mark.parametrize("name", ["sofia", "lena"])
def test_who_has_seen_answers_annotates_no_more(ward, name):
    record_view(reader=make.person(name), project=ward, note=make.note(ward))
    with pytest.raises(Refusal) as refused:
        add_person(actor=None, project=ward, username=name, role="annotator")
    assert refused.value.code == "not_blind"
    assert Membership.objects.get(user__username=name).role != "annotator"


def test_a_case_that_was_referred_is_claimed_by_that_expert_alone(ward):
    sofia, sara = make.person("sofia"), make.person("sara", ward, "sme")
    case = case_of(ward)
    reviewing.refer(sme=sofia, project=ward, case_id=case.pk, to=sara, message="Yours?")
    with pytest.raises(Conflict, match="another expert"):
        reviewing.claim(sme=sofia, project=ward, case_id=case.pk)
    assert reviewing.claim(sme=sara, project=ward, case_id=case.pk).claimed_by == sara


@pytest.mark.parametrize("answered", [False, True])
def test_another_persons_answer_has_no_address_before_and_after_ones_own(client, ward, answered):
    alice, pair = make.person("alice"), make.pair(ward)
    theirs = make.answer(make.person("ben"), pair, make.related())
    if answered:
        make.answer(alice, pair, make.unrelated())
    client.force_login(alice)
    for key in (theirs.pk, theirs.assignment_id):
        assert client.get(f"/p/ward/annotate/{key}/").status_code == 404
        assert client.get(f"/api/projects/ward/assignments/{key}/").status_code == 404
    assert client.get("/p/ward/pairs/", {"q": "D64"}).status_code == 403
    assert client.get("/api/projects/ward/pairs/", {"q": "D64"}).status_code == 403
    assert client.get(f"/p/ward/pairs/{pair.pk}/").status_code == 403
