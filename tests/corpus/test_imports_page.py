"""A lead brings files in on a page: checked first, imported by the worker, reported row by row."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from corpus.models import BilledCode, Note, Pair
from corpus.tasks import carry_out
from foundation.models import Job
from foundation.selectors.jobs import file_of, folder_of
from tests import make
from tests.corpus.files import billing, note_row, notes

pytestmark = pytest.mark.django_db


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


def upload(client, path, kind="notes", name=None):
    file = SimpleUploadedFile(name or path.name, path.read_bytes())
    answer = client.post(reverse("imports", args=["ward"]), {"kind": kind, "file": file}, follow=True)
    return answer, Job.objects.order_by("-created_at").first()


def press(client, job, name):
    answer = client.post(reverse(name, args=["ward", job.pk]), follow=True)
    job.refresh_from_db()
    return answer.content.decode()


def test_a_sound_file_is_checked_first_and_imported_when_the_lead_says_so(lena, tmp_path):
    answer, job = upload(lena, notes(tmp_path / "n.csv.gz", note_row(1), note_row(2)))
    assert "The file is sound" in answer.content.decode()
    assert (job.status, job.result["created"], Note.objects.count()) == ("checked", 2, 0)
    page = press(lena, job, "imports_go")
    assert (job.status, job.check_only, Note.objects.count()) == ("done", False, 2)
    assert "New" in page
    assert not folder_of(job).exists()


def test_a_bad_file_is_refused_row_by_row_with_a_report_to_download(lena, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1), note_row(2, ""), note_row(3, "a\0b"))
    answer, job = upload(lena, path)
    page = answer.content.decode()
    assert "2 bad rows; nothing was imported" in page
    assert "U+0000 at offset 1" in page
    assert job.status == "refused"
    assert not folder_of(job).exists()
    report = lena.get(reverse("imports_report", args=["ward", job.pk]))
    assert "attachment" in report["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(report.content.decode())))
    assert [(row["kind"], row["line"], row["column"]) for row in rows] == [
        ("error", "4", "text"),
        ("error", "5", "text"),
    ]


def test_a_report_runs_nothing_in_a_spreadsheet_and_the_page_shows_it_as_it_is(lena, tmp_path):
    name = "=cmd.csv"
    Job.objects.create(
        project=make.Project.objects.get(),
        actor=make.person("lena"),
        kind="notes",
        status="refused",
        report=f'kind,file,line,column,reason\nerror,{name},2,"@x, y",+1 too many\n',
    )
    url = reverse("imports_report", args=["ward", Job.objects.get().pk])
    report = lena.get(url).content.decode()
    assert report == "kind,file,line,column,reason\nerror,'=cmd.csv,2,\"'@x, y\",'+1 too many\n"
    page = lena.get(reverse("imports_job", args=["ward", Job.objects.get().pk])).content.decode()
    assert "<td>=cmd.csv</td>" in page


def test_what_is_passed_over_is_reported_too(lena, ward, tmp_path):
    make.note(ward, "1_91")
    _, job = upload(lena, billing(tmp_path / "d.csv", ("1", "91", "I10"), ("8", "98", "I10")), "diagnoses")
    assert job.result["skipped"] == {"unknown_stay": 1}
    page = press(lena, job, "imports_go")
    assert "no note of stay 98 is here" in page
    assert BilledCode.objects.count() == 1


def test_a_file_that_is_put_away_leaves_nothing(lena, tmp_path):
    _, job = upload(lena, notes(tmp_path / "n.csv", note_row(1)))
    kept = file_of(job)
    assert kept.exists()
    assert "put away" in press(lena, job, "imports_drop")
    assert (job.status, kept.exists(), Note.objects.count()) == ("dropped", False, 0)
    assert "n.csv" not in lena.get(reverse("imports", args=["ward"])).content.decode()


def test_a_second_press_of_the_button_imports_once(lena, tmp_path):
    _, job = upload(lena, notes(tmp_path / "n.csv", note_row(1)))
    press(lena, job, "imports_go")
    again = lena.post(reverse("imports_go", args=["ward", job.pk]))
    assert again.status_code == 409
    carry_out.func(str(job.pk))
    assert Note.objects.count() == 1


def test_a_hostile_file_name_is_a_plain_name_in_its_own_folder(lena, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1, ""))
    answer, job = upload(lena, path, name="..\\..\\<img src=x onerror=alert(1)>.csv")
    assert "<img" not in answer.content.decode()
    assert "/" not in job.file_name
    assert job.file_name.endswith(".csv")


def test_a_fault_in_the_product_is_said_and_can_be_tried_again(lena, tmp_path, monkeypatch):
    def break_down(*_arguments):
        raise RuntimeError("patient text")

    with monkeypatch.context() as patch:
        patch.setitem(carry_out.func.__globals__["WORKS"], "notes", break_down)
        answer, job = upload(lena, notes(tmp_path / "n.csv", note_row(1)))
    page = answer.content.decode()
    assert "Something broke. Nothing is half stored" in page
    assert "patient text" not in page
    press(lena, job, "imports_go")
    assert job.status == "checked"


def test_a_job_whose_worker_died_says_so_and_starts_anew(lena, tmp_path):
    _, job = upload(lena, notes(tmp_path / "n.csv", note_row(1)))
    Job.objects.filter(pk=job.pk).update(status="running")
    page = lena.get(reverse("imports_job", args=["ward", job.pk])).content.decode()
    assert "The worker stopped in the middle" in page
    press(lena, job, "imports_go")
    assert job.status == "checked"


def test_the_state_alone_is_given_to_the_script_that_watches(lena, ward, tmp_path):
    job = Job.objects.create(project=ward, actor=make.person("lena"), kind="notes", file_name="n.csv")
    url = reverse("imports_job", args=["ward", job.pk])
    part = lena.get(f"{url}?part=state").content.decode()
    assert "<html" not in part
    assert f'data-refresh="{url}?part=state"' in part


def test_pairs_and_negatives_are_made_from_the_page(lena, ward):
    make.note(ward, "1_91")
    make.note(ward, "2_92")
    for stay, code in (("91", "I10"), ("92", "D64.9")):
        BilledCode.objects.create(project=ward, subject_id=stay[1], hadm_id=stay, concept=make.concept(code))
    lena.post(reverse("imports_make_pairs", args=["ward"]))
    assert Pair.objects.count() == 2
    form = {"strategy": "prevalence", "per_stay": "1", "seed": "3"}
    page = lena.post(reverse("imports_negatives", args=["ward"]), form, follow=True).content.decode()
    assert "Hops to the nearest billed code" in page
    assert Pair.objects.count() == 4
    wrong = lena.post(reverse("imports_negatives", args=["ward"]), form | {"per_stay": "0"})
    assert wrong.status_code == 400


def test_the_page_shows_what_is_there(lena, ward):
    make.pair(ward, "1_91")
    page = lena.get(reverse("imports", args=["ward"])).content.decode()
    assert "billed 1" in page


@pytest.mark.parametrize(("name", "status"), [("alice", 403), ("sofia", 403), ("mallory", 404)])
def test_nobody_but_a_lead_may_come_in(client, ward, tmp_path, name, status):
    client.force_login(make.person(name, ward if name != "mallory" else None))
    job = Job.objects.create(project=ward, actor=make.person("lena", ward), kind="notes", status="checked")
    for page in ("imports_job", "imports_report"):
        assert client.get(reverse(page, args=["ward", job.pk])).status_code == status
    for page in ("imports_go", "imports_drop"):
        assert client.post(reverse(page, args=["ward", job.pk])).status_code == status
    assert client.post(reverse("imports", args=["ward"]), {"kind": "notes"}).status_code == status
    job.refresh_from_db()
    assert job.status == "checked"


def test_a_lead_of_another_project_sees_no_job_of_this_one(client, ward):
    other = make.project("other")
    client.force_login(make.person("lena", other))
    job = Job.objects.create(project=ward, actor=make.person("sofia", ward), kind="notes", status="checked")
    assert client.get(reverse("imports_job", args=["other", job.pk])).status_code == 404
