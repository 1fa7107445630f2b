"""An administrator begins a new project from a published version, on the page and through the API."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from rest_framework.test import APIClient

from benchmark.logic.layout import DATASET
from benchmark.selectors.releases import archive_of, file_of
from benchmark.services import unpacking
from benchmark.services.releasing import freeze_release
from corpus.models import Note
from foundation.models import Job, Membership, Project, User
from tests.benchmark.test_importing import write_notes
from tests.benchmark.ward import lena, ward

pytestmark = pytest.mark.django_db
BEGIN = "/api/projects/ward/releases/begin/"


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def release():
    release = freeze_release(actor=None, project=ward(), version="1.0.0")
    User.objects.filter(username="lena").update(is_staff=True)
    return release


@pytest.fixture
def lead(client, release):
    client.force_login(lena())
    return client


def files(release, tmp_path, content=None, name="ward-1.0.0.zip"):
    notes = write_notes(release.project, tmp_path / "notes.csv").read_bytes()
    packed = archive_of(release) if content is None else content
    return {
        "release": SimpleUploadedFile(name, packed),
        "notes": SimpleUploadedFile("notes.csv", notes),
        "slug": "again",
    }


def checked(lead, fields):
    answer = lead.post(reverse("releases_begin", args=["ward"]), fields, follow=True)
    return answer.content.decode(), Job.objects.order_by("-created_at").first()


def test_a_downloaded_version_is_checked_first_and_becomes_a_project_that_its_maker_leads(
    lead, release, tmp_path
):
    told, job = checked(lead, files(release, tmp_path))
    assert "The file is sound" in told
    assert (job.status, job.result["pairs"]) == ("checked", 5)
    assert not Project.objects.filter(slug="again").exists()
    told = lead.post(reverse("releases_go", args=["ward", job.pk]), follow=True).content.decode()
    assert reverse("project", args=["again"]) in told
    assert Membership.objects.get(project__slug="again").user == lena()
    assert Note.objects.filter(project__slug="again").count() == 3


def test_a_bare_dataset_is_enough(lead, release, tmp_path):
    table = bytes(file_of(release, DATASET).content)
    _, job = checked(lead, files(release, tmp_path, table, "dataset_raw.csv"))
    assert (job.status, job.result["pairs"]) == ("checked", 4)


def archive(packing=zipfile.ZIP_DEFLATED, **entries):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as packed:
        for name, content in entries.items():
            packed.writestr(name.replace("__", "/"), content)
    return stream.getvalue()


def spoiled(packed):
    """The archive with other bytes where the first entry's content is."""
    return packed[:55] + b"\xff" * 8 + packed[63:]


def test_what_is_wrong_is_said_with_file_and_line_and_nothing_is_stored(lead, release, tmp_path):
    table = bytes(file_of(release, DATASET).content).replace(b"False", b"maybe", 1)
    _, job = checked(lead, files(release, tmp_path, archive(**{"x__data__dataset_raw.csv": table})))
    assert job.status == "refused"
    rows = lead.get(reverse("releases_report", args=["ward", job.pk])).content.decode()
    # the rationale of the row before holds a line end
    assert "dataset_raw.csv,4,gold," in rows
    assert not Project.objects.filter(slug="again").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (archive(other="x"), "holds no data/dataset_raw.csv"),
        *(
            (spoiled(archive(packing, **{"data__dataset_raw.csv": "task_id,code\n" * 99})), "is damaged")
            for packing in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
        ),
    ],
)
def test_what_is_no_release_is_refused(lead, release, tmp_path, content, words):
    told, job = checked(lead, files(release, tmp_path, content))
    assert job.status == "refused"
    assert words in told


def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(
    lead, release, tmp_path, monkeypatch
):
    monkeypatch.setattr(unpacking, "MOST_BYTES", 10)
    told, job = checked(lead, files(release, tmp_path))
    assert job.status == "refused"
    assert "unpacks to more than" in told


def test_an_entry_that_points_outside_is_never_written(lead, release, tmp_path):
    evil = archive(**{"..__..__data__dataset_raw.csv": "x", "..__..__evil.txt": "x"})
    _, job = checked(lead, files(release, tmp_path, evil))
    assert job.status == "refused"
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["notes.csv"]


def test_only_an_administrator_may(lead, release, tmp_path):
    User.objects.update(is_staff=False)
    assert lead.post(reverse("releases_begin", args=["ward"]), files(release, tmp_path)).status_code == 403
    assert "Begin a new project" not in lead.get(reverse("releases", args=["ward"])).content.decode()
    api = APIClient()
    api.force_authenticate(lena())
    answer = api.post(BEGIN, files(release, tmp_path), format="multipart")
    assert (answer.status_code, answer.json()["error"]) == (403, "administrators_only")
    assert not Job.objects.exists()


def test_a_program_begins_a_project_too(release, tmp_path):
    api = APIClient()
    api.force_authenticate(lena())
    job = api.post(BEGIN, files(release, tmp_path), format="multipart").json()
    assert (job["status"], job["result"]) == ("done", {"pairs": 5, "errors": 0})
    taken = api.post(BEGIN, files(release, tmp_path), format="multipart").json()
    assert (taken["status"], "already a project" in taken["message"]) == ("refused", True)
