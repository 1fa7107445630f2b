"""A project that has a lead keeps one, whoever does what at the same moment."""

import threading
from contextlib import suppress

import pytest
from django.db import connection
from django.urls import reverse

from foundation.logic.errors import Conflict, Refusal
from foundation.models import Membership
from foundation.services import people
from foundation.services.people import add_person, set_active
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "lena", "alice")
    return ward


def leads():
    return sorted(
        Membership.objects.filter(role="lead", active=True).values_list("user__username", flat=True)
    )


@pytest.mark.parametrize("role", ["annotator", "sme"])
def test_the_last_lead_takes_no_other_role(ward, role):
    for actor in (None, make.person("lena")):
        with pytest.raises(Conflict) as refused:
            add_person(actor=actor, project=ward, username="lena", role=role)
        assert refused.value.code == "last_lead"
    assert leads() == ["lena"]


def test_the_last_lead_is_not_paused(ward):
    with pytest.raises(Conflict) as refused:
        set_active(actor=None, membership=Membership.objects.get(user__username="lena"), active=False)
    assert refused.value.code == "last_lead"


def test_a_lead_who_is_paused_or_cannot_sign_in_is_no_other_lead(ward):
    lutz, lou = make.person("lutz", ward, "lead"), make.person("lou", ward, "lead")
    set_active(actor=None, membership=Membership.objects.get(user=lutz), active=False)
    lou.is_active = False
    lou.save()
    with pytest.raises(Conflict):
        add_person(actor=None, project=ward, username="lena", role="sme")


def test_with_another_lead_one_may_go(ward):
    make.person("lutz", ward, "lead")
    add_person(actor=make.person("lena"), project=ward, username="lena", role="sme")
    assert leads() == ["lutz"]


def test_the_page_says_why(client, ward):
    client.force_login(make.person("lena"))
    page = client.post(reverse("people", args=["ward"]), {"username": "lena", "role": "sme"})
    assert page.status_code == 200
    assert "only lead" in page.content.decode()
    assert leads() == ["lena"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["role", "pause"])
def test_of_two_leads_who_put_each_other_out_at_once_one_is_refused(ward, monkeypatch, way):
    make.person("lutz", ward, "lead")
    meeting, check = threading.Barrier(2), people._refuse_without_a_lead

    def check_and_meet(membership):
        """Whoever was allowed waits for the other to be allowed too, a moment only: they must not be."""
        check(membership)
        with suppress(threading.BrokenBarrierError):
            meeting.wait(timeout=1)

    monkeypatch.setattr(people, "_refuse_without_a_lead", check_and_meet)
    barrier, refused = threading.Barrier(2), []

    def put_out(actor, other):
        try:
            actor = make.person(actor)
            membership = Membership.objects.select_related("project").get(user__username=other)
            barrier.wait(timeout=30)
            if way == "role":
                add_person(actor=actor, project=ward, username=other, role="sme")
            else:
                set_active(actor=actor, membership=membership, active=False)
        except Refusal as refusal:
            refused.append(refusal.status)
        finally:
            connection.close()

    threads = [threading.Thread(target=put_out, args=pair) for pair in (("lena", "lutz"), ("lutz", "lena"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(refused) == 1
    assert len(leads()) == 1
