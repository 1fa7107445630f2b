import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from benchmark.models import Run
from benchmark.selectors.releases import archive_of, files_of
from benchmark.services.releasing import freeze_release
from foundation.models import User
from tests import make
from tests.benchmark.test_pages import PREDICTIONS
from tests.benchmark.ward import lena, ward

pytestmark = pytest.mark.django_db
ROOT = "/api/projects/ward/"


@pytest.fixture
def api():
    ward()
    client = APIClient()
    client.force_authenticate(lena())
    return client


def test_a_version_is_frozen_read_and_withdrawn(api):
    assert api.get(ROOT + "releases/next/").json()["next_version"] == "1.0.0"
    made = api.post(ROOT + "releases/", {"version": "1.0.0"}, format="json")
    job = made.json()
    assert (made.status_code, job["status"], job["result"]["items"]) == (202, "done", 4)
    assert api.get(f"{ROOT}releases/jobs/{job['id']}/").json()["result"]["version"] == "1.0.0"
    again = api.post(ROOT + "releases/", {"version": "1.0.0"}, format="json")
    assert (again.status_code, again.json()["error"]) == (409, "version_taken")
    detail = api.get(ROOT + "releases/1.0.0/").json()
    assert {row["path"] for row in detail["files"]} >= {"manifest.json", "data/dataset_raw.csv"}
    assert detail["differences"] is None
    gone = api.post(ROOT + "releases/1.0.0/withdraw/", {"reason": "x"}, format="json")
    assert gone.json()["status"] == "withdrawn"
    assert [row["version"] for row in api.get(ROOT + "releases/").json()] == ["1.0.0"]


def test_bytes_come_out_as_they_were_frozen(api):
    release = freeze_release(actor=None, project=lena().memberships.get().project, version="1.0.0")
    assert api.get(ROOT + "releases/1.0.0/archive/").content == archive_of(release)
    path = "data/strata.csv"
    assert api.get(f"{ROOT}releases/1.0.0/files/{path}").content == files_of(release)[path]
    assert api.get(ROOT + "releases/1.0.0/files/none").status_code == 404
    assert api.get(ROOT + "releases/9.0.0/").status_code == 404


def test_predictions_are_uploaded_scored_and_compared(api):
    freeze_release(actor=None, project=lena().memberships.get().project, version="1.0.0")
    for name in ("one", "two"):
        file = SimpleUploadedFile("p.csv", PREDICTIONS.encode())
        made = api.post(
            ROOT + "releases/1.0.0/runs/", {"system": name, "predictions": file}, format="multipart"
        )
        assert (made.status_code, made.json()["status"]) == (201, "scored")
    one, other = (Run.objects.get(system=name) for name in ("one", "two"))
    assert api.get(f"{ROOT}runs/{one.pk}/").json()["score"] == one.score
    row = api.get(f"{ROOT}runs/{one.pk}/against/{other.pk}/").json()
    assert (row["f1_difference"], row["mcnemar_p"]) == (0.0, 1.0)
    kinds = {row["kind"] for row in api.get(ROOT + "releases/1.0.0/leaderboard/").json()}
    assert kinds == {"people", "model", "baseline"}


def test_the_card_is_patched_and_a_bad_split_rule_is_refused(api):
    assert api.patch(ROOT + "card/", {"title": "W"}, format="json").json()["title"] == "W"
    assert api.get(ROOT + "card/").json()["title"] == "W"
    assert api.patch(ROOT + "card/", {"split_rule": "a=2"}, format="json").status_code == 400


def test_nobody_else_sees_any_of_it():
    project = ward()
    freeze_release(actor=None, project=project, version="1.0.0")
    make.person("mallory")
    client = APIClient()
    for who, status in (("alice", 403), ("sofia", 403), ("mallory", 404)):
        client.force_authenticate(User.objects.get(username=who))
        for path in ("releases/", "releases/next/", "card/", "releases/1.0.0/", "releases/1.0.0/archive/"):
            assert client.get(ROOT + path).status_code == status, (who, path)


def test_an_archive_needs_an_attestation():
    project = ward()
    freeze_release(actor=None, project=project, version="1.0.0")
    client = APIClient()
    client.force_authenticate(make.person("dora", project, "lead", reads=False))
    answer = client.get(ROOT + "releases/1.0.0/archive/")
    assert (answer.status_code, answer.json()["error"]) == (403, "attestation_needed")
