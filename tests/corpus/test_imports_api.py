"""Programs bring files in by the same rules as the page."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from corpus.models import Note
from tests import make
from tests.corpus.files import note_row, notes

pytestmark = pytest.mark.django_db
IMPORTS = "/api/projects/ward/imports/"


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def ward():
    return make.project()


@pytest.fixture
def lena(client, ward):
    client.force_login(make.person("lena", ward))
    return client


def send(client, path, **fields):
    file = SimpleUploadedFile(path.name, path.read_bytes())
    return client.post(IMPORTS, {"kind": "notes", "file": file} | fields)


def test_a_file_is_checked_and_then_imported(lena, tmp_path):
    answer = send(lena, notes(tmp_path / "n.csv", note_row(1)), check_only="true")
    job = answer.json()
    assert (answer.status_code, job["status"], job["result"]["created"]) == (202, "checked", 1)
    assert not Note.objects.exists()
    assert lena.post(f"{IMPORTS}{job['id']}/go/").json()["status"] == "done"
    assert lena.get(f"{IMPORTS}{job['id']}/").json()["status"] == "done"
    assert lena.get("/api/projects/ward/corpus/").json()["notes"] == 1


def test_a_bad_row_is_told_with_file_line_column_and_reason(lena, tmp_path):
    job = send(lena, notes(tmp_path / "n.csv", note_row(1, ""))).json()
    assert job["status"] == "refused"
    assert job["rows"] == [
        {"kind": "error", "file": "n.csv", "line": "2", "column": "text", "reason": "empty"}
    ]


def test_what_a_request_lacks_is_named(lena):
    answer = lena.post(IMPORTS, {"kind": "spreadsheet"})
    assert answer.status_code == 400
    told = answer.json()
    assert (told["error"], told["field"], told["errors"]) == ("bad_request", "kind", [])
    assert "kind: " in told["message"]
    assert "file: " in told["message"]


def test_a_checked_file_is_put_away(lena, tmp_path):
    job = send(lena, notes(tmp_path / "n.csv", note_row(1)), check_only="true").json()
    assert lena.delete(f"{IMPORTS}{job['id']}/").json()["status"] == "dropped"
    assert lena.post(f"{IMPORTS}{job['id']}/go/").status_code == 409


@pytest.mark.parametrize(("name", "status"), [("alice", 403), ("mallory", 404)])
def test_nobody_but_a_lead_may(client, ward, tmp_path, name, status):
    client.force_login(make.person(name, ward if name == "alice" else None))
    assert send(client, notes(tmp_path / "n.csv", note_row(1))).status_code == status
    assert client.get("/api/projects/ward/corpus/").status_code == status
