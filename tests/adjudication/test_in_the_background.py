"""What grows with a project is done by the worker: comparing, accepting together, giving pairs out."""

import pytest
from django.urls import reverse

from adjudication.models import ReviewCase
from adjudication.services.reviewing import decide
from adjudication.services.sampling import set_sample_rule
from annotation.models import Assignment
from foundation.models import Job
from tests import make
from tests.benchmark.ward import true

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia", "lena")
    return ward


@pytest.fixture
def idle(settings):
    """No worker: what is put down waits."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


def signed_in(client, name):
    client.force_login(make.person(name))
    return client


def answered(ward):
    for pair in make.pairs(ward, 2):
        for name in ("alice", "ben"):
            make.answer(make.person(name), pair, make.related())


def test_a_lead_compares_and_is_led_to_the_agreement(client, ward):
    answered(ward)
    page = signed_in(client, "lena").post(reverse("compare", args=["ward"]), follow=True).content.decode()
    assert Job.objects.get().result["agreed"] == 2
    assert f'href="{reverse("agreement", args=["ward"])}">Agreement</a>' in page


def test_nothing_that_grows_is_done_in_the_request(client, ward, idle):
    answered(ward)
    lena = signed_in(client, "lena")
    lena.post(reverse("compare", args=["ward"]))
    lena.post(reverse("assign", args=["ward"]), {"way": "pull", "controls": 0, "repeats": 0, "seed": 0})
    assert not ReviewCase.objects.exists()
    assert set(Job.objects.values_list("kind", "status")) == {("compare", "waiting"), ("open", "waiting")}
    job = Job.objects.get(kind="compare")
    page = lena.get(reverse("agreement_job", args=["ward", job.pk])).content.decode()
    assert "Waiting for the worker" in page


def test_an_expert_accepts_the_rest_in_the_background_and_a_lead_does_not_look_in(client, ward, idle):
    answered(ward)
    make.compared(ward)
    rule = {"share": 1, "most_overturned": 0, "seed": 1}
    set_sample_rule(actor=None, project=ward, **rule)
    sofia = signed_in(client, "sofia")
    refused = sofia.post(reverse("review_accept", args=["ward"]))
    assert (refused.status_code, Job.objects.count()) == (409, 0)
    for case in ReviewCase.objects.all():
        decide(sme=make.person("sofia"), project=ward, case_id=case.pk, verdict=true())
    sofia.post(reverse("review_accept", args=["ward"]))
    job = Job.objects.get()
    assert (job.kind, job.status, job.actor) == ("accept", "waiting", make.person("sofia"))
    address = reverse("review_job", args=["ward", job.pk])
    assert sofia.get(address).status_code == 200
    assert signed_in(client, "lena").get(address).status_code == 403
    assert client.get(reverse("agreement_job", args=["ward", job.pk])).status_code == 404


def test_pairs_are_given_out_by_the_worker_and_the_page_says_to_whom(client, ward):
    make.pairs(ward, 3)
    form = {
        "way": "balance",
        "annotators": ["alice", "ben"],
        "controls": 0,
        "repeats": 0,
        "seed": 0,
        "code": "d",
    }
    page = (
        signed_in(client, "lena").post(reverse("assign", args=["ward"]), form, follow=True).content.decode()
    )
    assert Job.objects.get().result["assigned"] == {"alice": 3, "ben": 3}
    assert Assignment.objects.filter(status="open").count() == 6
    assert 'alice <span class="num">3</span>' in page
    wrong = client.post(reverse("assign", args=["ward"]), form | {"annotators": []})
    assert "has no active annotators" in wrong.content.decode()
    assert Job.objects.count() == 1


def test_a_program_gives_out_and_compares_by_jobs(client, ward):
    make.pairs(ward, 1)
    lena = signed_in(client, "lena")
    root = "/api/projects/ward/"
    given = lena.post(root + "assign/", {"annotators": ["Alice", "ben"]}, content_type="application/json")
    assert (given.status_code, given.json()["result"]["assigned"]) == (202, {"alice": 1, "ben": 1})
    assert lena.get(f"{root}assign/jobs/{given.json()['id']}/").json()["status"] == "done"
    compared = lena.post(root + "compare/")
    assert (compared.status_code, compared.json()["result"]["incomplete"]) == (202, 1)
    bound = lena.post(
        root + "assign/", {"annotators": ["alice"], "bound": True}, content_type="application/json"
    )
    assert (bound.status_code, bound.json()["error"]) == (400, "wrong_number")
