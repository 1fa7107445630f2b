"""Programs see and do in triage what the page shows and does."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import make
from tests.triage.model_server import serving
from triage.models import Selection, TriageRun, Vote

pytestmark = pytest.mark.django_db
TRIAGE = "/api/projects/ward/triage/"


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def ward():
    ward = make.project()
    make.pair(ward, "1_9", text="Hgb 7.2", source="imported", selected=None)
    return ward


@pytest.fixture
def lena(client, ward):
    client.force_login(make.person("lena", ward))
    return client


def post(client, name, **body):
    return client.post(f"{TRIAGE}{name}/", json.dumps(body), content_type="application/json")


def test_a_model_is_asked_and_the_overview_counts(lena):
    with serving() as server:
        answer = post(lena, "ask", stage=1, endpoint=server.url, model="tiny", parameters={"temperature": 0})
    assert (answer.status_code, answer.json()["result"]["votes"]) == (202, 3)
    overview = lena.get(TRIAGE).json()
    assert overview["votes"] == {"1": 3, "2": 0}
    assert overview["results"]["1"]["implicit"] == 1
    assert server.bodies[0]["temperature"] == 0


def test_an_endpoint_that_notes_must_not_go_to_is_refused(lena):
    answer = post(lena, "ask", stage=1, endpoint="https://models.example.org/v1", model="tiny")
    assert (answer.status_code, answer.json()["error"]) == (403, "endpoint_not_attested")
    assert "--zero-retention" in answer.json()["message"]


def test_votes_come_from_a_file(lena):
    vote = {"task_id": "1_9", "code": "D64.9", "stage": 1, "vote": 1, "model": "small", "label": "implicit"}
    file = SimpleUploadedFile("v.jsonl", json.dumps(vote).encode())
    job = lena.post(f"{TRIAGE}votes/", {"file": file}).json()
    assert (job["status"], Vote.objects.count()) == ("done", 1)
    assert lena.get(f"{TRIAGE}jobs/{job['id']}/").json()["result"]["created"] == 1


def test_pairs_are_selected(lena):
    assert post(lena, "select").json() == {"positives": 0, "negatives": 0, "imported": 1}
    assert Selection.objects.count() == 1
    assert post(lena, "select", positives=-1).status_code == 400


def test_a_run_is_stopped(lena, ward):
    run = TriageRun.objects.create(project=ward, stage=1, model="tiny")
    assert lena.post(f"{TRIAGE}runs/{run.pk}/stop/").status_code == 204
    run.refresh_from_db()
    assert run.status == "stopped"


@pytest.mark.parametrize(("name", "status"), [("alice", 403), ("mallory", 404)])
def test_nobody_but_a_lead_may(client, ward, name, status):
    client.force_login(make.person(name, ward if name == "alice" else None))
    assert client.get(TRIAGE).status_code == status
    assert post(client, "select").status_code == status
