"""Who leaves, or annotates no longer, holds no place; what they said stays."""

import pytest
from django.urls import reverse

from adjudication.models import ReviewCase
from adjudication.services import reviewing
from annotation.models import Assignment, Draft
from annotation.services import freeing
from annotation.services.annotating import save_draft
from annotation.services.assigning import assign_pairs, open_places, take_next
from foundation.models import LedgerEntry, Membership
from foundation.services.people import add_person, set_active
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "carol", "sofia", "lena")
    return ward


def membership(name):
    return Membership.objects.get(user__username=name)


def change(client, name, action):
    client.force_login(make.person("lena"))
    return client.post(reverse("people_change", args=["ward", name]), {"action": action})


def draft(annotator, assignment):
    save_draft(
        annotator=annotator,
        project=assignment.project,
        assignment_id=assignment.pk,
        answer=make.related(),
        quotes=None,
        version=0,
    )


def test_removing_frees_and_pausing_keeps_what_is_held(client, ward):
    make.pairs(ward, 2)
    assign_pairs(actor=None, project=ward, annotators=[make.person("alice"), make.person("ben")])
    assert change(client, "alice", "pause").status_code == 302
    assert Assignment.objects.filter(annotator__username="alice").count() == 2
    assert change(client, "alice", "remove").status_code == 302
    assert not Assignment.objects.filter(annotator__username="alice").exists()
    assert Assignment.objects.filter(status="free").count() == 2


def test_who_cannot_be_freed_is_not_out_either(client, ward, monkeypatch):
    """Leaving and freeing are one step."""

    def broken(**named):
        raise RuntimeError

    monkeypatch.setattr(freeing, "free_places_of", broken)
    with pytest.raises(RuntimeError):
        change(client, "alice", "remove")
    assert membership("alice").active
    assert not LedgerEntry.objects.filter(verb="member_paused").exists()


def test_an_answer_sent_back_to_somebody_who_left_stands_and_the_case_goes_on(ward):
    pair = make.pair(ward)
    make.answer(make.person("alice"), pair, make.related())
    make.answer(make.person("ben"), pair, make.unrelated())
    make.compared(ward)
    case = ReviewCase.objects.get()
    reviewing.send_back(sme=make.person("sofia"), project=ward, case_id=case.pk, message="Look again.")
    freeing.remove_person(actor=None, membership=membership("alice"))
    make.answer(make.person("ben"), pair, make.related())
    assert make.compared(ward)["agreed"] == 1
    case.refresh_from_db()
    assert case.status == "waiting"
    assert Assignment.objects.get(annotator__username="alice").revision == 1


def test_whoever_changes_role_before_answering_holds_no_place_in_the_way(ward):
    make.pairs(ward, 2)
    people = [make.person("alice"), make.person("ben")]
    assign_pairs(actor=None, project=ward, annotators=people, repeats=1)
    draft(people[0], Assignment.objects.filter(annotator=people[0], purpose="work").first())
    add_person(actor=None, project=ward, username="alice", role="sme")
    assert take_next(annotator=make.person("carol"), project=ward) is not None
    assert not Assignment.objects.filter(annotator=people[0]).exists()
    assert Draft.objects.count() == 1


def test_a_case_referred_to_an_expert_who_left_waits_for_the_others(ward):
    sofia, sara = make.person("sofia"), make.person("sara", ward, "sme")
    pair = make.pair(ward)
    for name in ("alice", "ben"):
        make.answer(make.person(name), pair, make.related())
    make.compared(ward)
    case = ReviewCase.objects.get()
    reviewing.refer(sme=sofia, project=ward, case_id=case.pk, to=sara, message="Yours?")
    assert reviewing.claim_next(sme=sofia, project=ward) is None
    set_active(actor=None, membership=membership("sara"), active=False)
    assert reviewing.claim_next(sme=sofia, project=ward) == case
    assert reviewing.claim(sme=sofia, project=ward, case_id=case.pk).claimed_by == sofia


def test_a_draft_that_comes_in_while_leases_are_looked_at_keeps_its_place(ward, monkeypatch):
    alice = make.person("alice")
    make.pair(ward)
    open_places(actor=None, project=ward)
    place = take_next(annotator=alice, project=ward)
    Assignment.objects.filter(pk=place.pk).update(lease_until=place.taken_at)
    give_up = freeing._give_up

    def after_a_draft(unanswered):
        draft(alice, place)
        return give_up(unanswered)

    monkeypatch.setattr(freeing, "_give_up", after_a_draft)
    assert freeing.free_expired(project=ward) == 0
    place.refresh_from_db()
    assert place.annotator == alice
