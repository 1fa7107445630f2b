"""A lead watches the votes, asks models, brings votes in and chooses pairs on a page."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from foundation.models import Job, LedgerEntry
from tests import make
from tests.triage.model_server import serving
from triage.models import Selection, TriageResult, TriageRun, Vote

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def ward():
    ward = make.project()
    for number in (1, 2):
        make.pair(ward, f"{number}_9", text="Hgb 7.2", selected=None)
    return ward


@pytest.fixture
def lena(client, ward):
    client.force_login(make.person("lena", ward))
    return client


def page(client, answer=None):
    answer = answer or client.get(reverse("triage", args=["ward"]))
    return answer.content.decode()


def asked(client, **fields):
    form = {"stage": "1", "endpoint": "http://127.0.0.1:1/v1", "model": "tiny", "concurrency": "2"} | fields
    return client.post(reverse("triage_ask", args=["ward"]), form, follow=True)


def test_asking_from_the_page_brings_votes_and_their_cost(lena):
    with serving() as server:
        answer = asked(lena, endpoint=server.url)
    assert Vote.objects.count() == 6
    assert "Votes given" in page(lena, answer)
    shown = page(lena)
    assert "600 tokens read, 60 written" in shown
    assert "tiny" in shown


def test_an_endpoint_of_another_machine_needs_a_statement_that_goes_on_record(lena):
    answer = asked(lena, endpoint="https://models.example.org/v1")
    assert answer.status_code == 400
    assert "keeps nothing" in page(lena, answer)
    assert not Job.objects.exists()
    answer = asked(lena, endpoint="http://models.example.org/v1", statement="Contract 7: zero retention")
    assert "only encrypted" in page(lena, answer)
    assert not LedgerEntry.objects.filter(verb="endpoint_attested").exists()


def test_a_run_is_stopped_from_the_page(lena, ward):
    run = TriageRun.objects.create(project=ward, stage=1, model="tiny", endpoint="http://127.0.0.1:1/v1")
    assert reverse("triage_stop", args=["ward", run.pk]) in page(lena)
    lena.post(reverse("triage_stop", args=["ward", run.pk]))
    run.refresh_from_db()
    assert run.status == "stopped"
    assert lena.post(reverse("triage_stop", args=["ward", run.pk])).status_code == 409


def test_votes_from_a_file_are_checked_and_then_brought_in(lena):
    vote = {"task_id": "1_9", "code": "D64.9", "stage": 1, "vote": 1, "model": "small", "label": "implicit"}
    file = SimpleUploadedFile("v.jsonl", json.dumps(vote).encode())
    answer = lena.post(reverse("triage_votes", args=["ward"]), {"layout": "votes", "file": file}, follow=True)
    assert "The file is sound" in page(lena, answer)
    assert not Vote.objects.exists()
    lena.post(reverse("triage_go", args=["ward", Job.objects.get().pk]))
    assert Vote.objects.get().label == "implicit"


def test_the_open_questions_are_written_as_a_file_that_is_taken_away_on_record(lena):
    form = {"stage": "1", "model": "large", "votes": ""}
    answer = lena.post(reverse("triage_requests", args=["ward"]), form, follow=True)
    job = Job.objects.get()
    assert "Download requests-stage-1.jsonl" in page(lena, answer)
    assert (job.status, job.result) == ("done", {"requests": 6})
    taken = lena.get(reverse("triage_output", args=["ward", job.pk]))
    assert taken["Content-Disposition"] == 'attachment; filename="requests-stage-1.jsonl"'
    lines = [json.loads(line) for line in b"".join(taken.streaming_content).splitlines()]
    assert [line["body"]["model"] for line in lines] == ["large"] * 6
    assert LedgerEntry.objects.filter(verb="job_file_taken").count() == 1
    lena.post(reverse("triage_drop", args=["ward", job.pk]))
    assert lena.get(reverse("triage_output", args=["ward", job.pk])).status_code == 404


def test_a_file_of_questions_holds_notes_and_needs_an_attestation(client, ward):
    client.force_login(make.person("dora", ward, "lead", reads=False))
    form = {"stage": "1", "model": "large"}
    assert client.post(reverse("triage_requests", args=["ward"]), form).status_code == 403
    asked = client.post("/api/projects/ward/triage/requests/", form)
    assert (asked.status_code, asked.json()["error"]) == (403, "attestation_needed")
    assert not Job.objects.exists()
    client.force_login(make.person("lena", ward))
    made = client.post("/api/projects/ward/triage/requests/", form).json()
    url = f"/api/projects/ward/triage/jobs/{made['id']}/output/"
    assert made["output"] == "requests-stage-1.jsonl"
    assert b"Hgb 7.2" in b"".join(client.get(url).streaming_content)
    client.force_login(make.person("dora"))
    assert client.get(url).status_code == 403
    assert client.get(reverse("triage_output", args=["ward", made["id"]])).status_code == 302


def test_pairs_are_selected_under_the_chosen_reading(lena, ward):
    for pair in ward.pairs.all():
        for stage in (1, 2):
            TriageResult.objects.create(
                pair=pair, stage=stage, label="unrelated", unanimous=True, valid_votes=3
            )
    form = {"stage2_scope": "billing_disagreement", "positives": "1", "negatives": "", "seed": "3"}
    answer = lena.post(reverse("triage_select", args=["ward"]), form, follow=True)
    assert "1 putative positives" in page(lena, answer)
    assert Selection.objects.get().kind == "positive"
    answer = lena.post(reverse("triage_select", args=["ward"]), form | {"positives": "9"})
    assert answer.status_code == 400
    assert "9 positive pairs are wanted and there are 2" in page(lena, answer)


@pytest.mark.parametrize(("name", "status"), [("alice", 403), ("sofia", 403), ("mallory", 404)])
def test_nobody_but_a_lead_may_look_or_act(client, ward, name, status):
    client.force_login(make.person(name, ward if name != "mallory" else None))
    run = TriageRun.objects.create(project=ward, stage=1, model="tiny")
    assert client.get(reverse("triage", args=["ward"])).status_code == status
    for action in ("triage_votes", "triage_ask", "triage_requests", "triage_select"):
        assert client.post(reverse(action, args=["ward"])).status_code == status
    assert client.post(reverse("triage_stop", args=["ward", run.pk])).status_code == status
