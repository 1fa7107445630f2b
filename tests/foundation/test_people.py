import datetime

import pytest
from django.urls import reverse

from foundation.logic.errors import Forbidden, Missing, Refusal
from foundation.models import LedgerEntry, Membership
from foundation.selectors.access import access_to, attestation_of, require_reader
from foundation.services.people import add_person, attest, set_active
from foundation.services.projects import create_project
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    return make.project()


def test_an_outsider_does_not_learn_that_a_project_exists(ward):
    with pytest.raises(Missing):
        access_to(make.person("mallory"), "ward")
    with pytest.raises(Missing):
        access_to(make.person("mallory"), "nowhere")


def test_a_member_in_another_role_is_told_so(ward):
    with pytest.raises(Forbidden):
        access_to(make.person("alice", ward), "ward", "lead")


def test_a_paused_member_is_outside(ward):
    alice = make.person("alice", ward)
    set_active(actor=None, membership=Membership.objects.get(user=alice), active=False)
    with pytest.raises(Missing):
        access_to(alice, "ward")


def test_reading_needs_an_attestation_that_has_not_expired(ward):
    alice = make.person("alice", ward, reads=False)
    with pytest.raises(Forbidden):
        require_reader(access_to(alice, "ward"))
    held = make.attestation(alice, ward, days=3)
    require_reader(access_to(alice, "ward"))
    after = held.expires_on + datetime.timedelta(days=1)
    assert attestation_of(alice, ward, after) is None


def test_an_attestation_counts_for_its_project_alone(ward):
    alice = make.person("alice", ward)
    other = make.project("other")
    make.person("alice", other, reads=False)
    with pytest.raises(Forbidden):
        require_reader(access_to(alice, other.slug))


def test_nobody_attests_for_another(ward):
    alice, ben = make.people(ward, "alice", "ben")
    today = datetime.date.today()
    with pytest.raises(Forbidden):
        attest(actor=alice, project=ward, user=ben, agreement="x", trained_on=today, expires_on=today)


def test_a_name_in_another_case_is_the_same_person(ward):
    make.person("alice", ward)
    add_person(actor=None, project=ward, username="ALICE", role="annotator")
    assert Membership.objects.count() == 1


def test_an_annotator_adds_nobody(ward):
    with pytest.raises(Forbidden):
        add_person(actor=make.person("alice", ward), project=ward, username="eve", role="lead")


def test_a_lead_cannot_set_another_persons_password(ward):
    lena = make.person("lena", ward)
    make.person("alice", ward)
    with pytest.raises(Forbidden):
        add_person(actor=lena, project=ward, username="alice", role="annotator", password="taken over 123")


def test_a_role_does_not_change_under_work_that_was_done(ward):
    alice, *_ = make.people(ward, "alice", "ben")
    make.answer(alice, make.pair(ward), make.unrelated())
    with pytest.raises(Refusal):
        add_person(actor=None, project=ward, username="alice", role="sme")


def test_a_slug_is_taken_once():
    create_project(actor=None, slug="ward", name="Ward")
    with pytest.raises(Refusal):
        create_project(actor=None, slug="ward", name="Ward")


def test_what_people_do_stands_in_the_ledger(ward):
    make.person("alice", ward)
    assert LedgerEntry.objects.filter(verb="attested").exists()


def test_there_is_no_registration(client):
    for path in ("/register/", "/signup/", "/accounts/signup/", "/admin/"):
        assert client.get(path).status_code == 404


def test_signing_in_again_in_place_refuses_another_person(client, ward):
    alice = make.person("alice", ward)
    make.person("ben", ward)
    client.force_login(alice)
    answer = client.post(
        reverse("login_again"),
        {"username": "ben", "password": make.PASSWORD},
        content_type="application/json",
    )
    assert answer.status_code == 409


def test_signing_in_again_gives_a_new_token(client, ward):
    make.person("alice", ward)
    answer = client.post(
        reverse("login_again"),
        {"username": "alice", "password": make.PASSWORD},
        content_type="application/json",
    )
    assert answer.status_code == 200
    assert answer.json()["csrf"]


def test_a_signed_out_script_is_told_so_and_a_page_leads_to_the_login(client, ward):
    url = reverse("annotate", args=["ward"])
    assert client.get(url, headers={"accept": "application/json"}).json()["error"] == "signed_out"
    assert client.get(url).status_code == 302


def test_opening_a_note_is_recorded(client, ward):
    alice = make.person("alice", ward)
    assignment = make.held(alice, make.pair(ward))
    client.force_login(alice)
    assert client.get(reverse("annotate_desk", args=["ward", assignment.pk])).status_code == 200
    assert LedgerEntry.objects.filter(verb="note_viewed", actor=alice).count() == 1


def test_without_an_attestation_the_desk_leads_to_it(client, ward):
    alice = make.person("alice", ward, reads=False)
    assignment = make.held(alice, make.pair(ward))
    client.force_login(alice)
    answer = client.get(reverse("annotate_desk", args=["ward", assignment.pk]))
    assert answer.status_code == 302
    assert reverse("attestation", args=["ward"]) in answer.url


def test_a_form_of_another_site_cannot_sign_anybody_in(client, ward):
    make.person("alice", ward)
    body = f'{{"username": "alice", "password": "{make.PASSWORD}"}}'
    answer = client.post(reverse("login_again"), body, content_type="text/plain")
    assert answer.status_code == 415
    assert "_auth_user_id" not in client.session


def test_a_lead_changes_settings_and_the_ledger_says_so(client, ward):
    client.force_login(make.person("lena", ward))
    url = reverse("project_settings", args=["ward"])
    form = {"name": "Ward two", "unit": "sentence", "lease_hours": 24, "triage_shown": "on"}
    assert client.post(url, form).status_code == 302
    ward.refresh_from_db()
    assert (ward.name, ward.unit, ward.lease_hours, ward.triage_shown) == ("Ward two", "sentence", 24, True)
    assert LedgerEntry.objects.get(verb="settings_changed").detail["unit"] == "sentence"
    assert client.post(url, form | {"lease_hours": 0}).status_code == 200
    client.force_login(make.person("alice", ward))
    assert client.post(url, form).status_code == 403
