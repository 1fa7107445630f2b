"""What a job keeps beside the tables: files that came with it, files it wrote, and when they go."""

import datetime
import errno
import threading
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from foundation.locking import only_one
from foundation.logic.errors import Conflict, Missing, Refusal
from foundation.models import Job, LedgerEntry
from foundation.selectors.jobs import file_of, folder_of, lock_of, output_of, place_for_output, second_file_of
from foundation.services.jobs import drop_job, open_job, start_again, take_output, work_off
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def lena():
    return make.person("lena", make.project())


def ward():
    return make.Project.objects.get()


def writing(job, _path, _report, _progress):
    place_for_output(job, "answers.csv").write_text("a,b\n")
    return {"rows": 1}


def done(lena, work=writing, **given):
    job = open_job(actor=lena, project=ward(), kind="any", **given)
    work_off(job.pk, {"any": work})
    job.refresh_from_db()
    return job


def test_what_a_job_wrote_is_taken_away_on_record_and_put_away_at_last(lena):
    job = done(lena, file=SimpleUploadedFile("n.csv", b"x"))
    assert job.status == "done"
    assert take_output(actor=lena, job=job).read_text() == "a,b\n"
    assert LedgerEntry.objects.get(verb="job_file_taken").actor == lena
    drop_job(actor=lena, job=job)
    assert not folder_of(job).exists()
    job.refresh_from_db()
    with pytest.raises(Missing):
        take_output(actor=lena, job=job)


def test_a_job_that_stored_something_cannot_be_put_away(lena):
    job = done(lena, lambda *_: {"created": 1})
    with pytest.raises(Conflict, match="is done"):
        drop_job(actor=lena, job=job)


def test_a_file_that_nobody_takes_goes_after_a_week(lena):
    job = done(lena)
    Job.objects.update(ended_at=timezone.now() - datetime.timedelta(days=8))
    open_job(actor=lena, project=ward(), kind="any")
    assert output_of(job) is None


@pytest.mark.django_db(transaction=True)
def test_a_job_is_not_lost_because_somebody_just_looks_whether_it_is_held(lena, monkeypatch):
    job = open_job(actor=lena, project=ward(), kind="any")
    looking, seen = threading.Event(), threading.Event()

    def look():
        with only_one(lock_of(job.pk)):
            looking.set()
            seen.wait(20)
        connection.close()

    looker = threading.Thread(target=look)
    looker.start()
    assert looking.wait(20)

    def let_go(_seconds):
        seen.set()
        looker.join(20)

    monkeypatch.setattr(time, "sleep", let_go)
    work_off(job.pk, {"any": writing})
    seen.set()
    job.refresh_from_db()
    assert job.status == "done"


def test_a_job_that_another_worker_is_at_is_left_alone(lena):
    job = open_job(actor=lena, project=ward(), kind="any")
    Job.objects.update(status="running")
    work_off(job.pk, {"any": lambda *_: pytest.fail("worked on twice")})
    job.refresh_from_db()
    assert job.status == "running"


def test_two_files_of_one_name_are_two_files(lena):
    job = open_job(
        actor=lena,
        project=ward(),
        kind="any",
        file=SimpleUploadedFile("n.csv", b"first"),
        second=SimpleUploadedFile("../n.csv", b"second"),
    )
    assert (file_of(job).read_bytes(), second_file_of(job).read_bytes()) == (b"first", b"second")
    Job.objects.update(status="failed")
    second_file_of(job).unlink()
    with pytest.raises(Conflict, match="no longer here"):
        start_again(actor=lena, job=Job.objects.get())


def test_a_file_that_there_is_no_room_for_leaves_nothing(lena, monkeypatch):
    def full(self, *_arguments, **_named):
        yield b"half of it"
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(SimpleUploadedFile, "chunks", full)
    with pytest.raises(Refusal, match="No space left on device"):
        open_job(actor=lena, project=ward(), kind="any", file=SimpleUploadedFile("n.csv", b"x"))
    assert not Job.objects.exists()
    assert list((folder_of(Job()).parent).iterdir()) == []
