"""The worker stops calmly: nothing is half stored, nothing is lost, and its log stays readable."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from corpus.models import Note
from corpus.tasks import carry_out
from foundation.management.worker import Worker
from foundation.models import Project
from foundation.services.jobs import WorkerStops, open_job
from tests import make
from tests.corpus.files import note_row, notes
from tests.desk.server import database_url
from tests.triage.model_server import serving, yes
from triage.models import Vote
from triage.tasks import carry_out as ask

WORKS = carry_out.func.__globals__["WORKS"]


@pytest.fixture(autouse=True)
def _database_queue(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


@pytest.fixture
def listening():
    """A worker that ends when nothing waits; its signals are the test's own again afterwards."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    worker = Worker(batch=True)
    worker.listen()
    yield worker
    for number, handler in before.items():
        signal.signal(number, handler)


def waiting(work, monkeypatch, kind="notes"):
    """A job whose work is the function given, put down for the worker."""
    ward = Project.objects.first() or make.project()
    monkeypatch.setitem(WORKS, kind, work)
    file = SimpleUploadedFile("n.csv", b"x")
    job = open_job(actor=make.person("lena", ward), project=ward, kind=kind, file=file)
    carry_out.enqueue(str(job.pk))
    return job


@pytest.mark.django_db(transaction=True)
def test_told_to_stop_in_the_middle_it_undoes_what_it_is_at_and_the_next_worker_starts_it_anew(
    listening, monkeypatch, caplog
):
    times = []

    @transaction.atomic
    def interrupted(job, path, _report, _progress):
        times.append(path.read_bytes())
        make.note(job.project, f"{len(times)}_1")
        if len(times) == 1:
            os.kill(os.getpid(), signal.SIGTERM)
            pytest.fail("the worker went on")
        return {"created": 1}

    job = waiting(interrupted, monkeypatch)
    listening.run()
    job.refresh_from_db()
    assert (job.status, job.started_at, Note.objects.count()) == ("waiting", None, 0)
    assert DBTaskResult.objects.get().status == TaskResultStatus.READY
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["Told to stop"]
    assert "force" not in caplog.text
    Worker(batch=True).run()
    job.refresh_from_db()
    assert (job.status, times) == ("done", [b"x", b"x"])
    assert Note.objects.get().task_id == "2_1"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("level", "told"), [(logging.WARNING, False), (logging.DEBUG, True)])
def test_a_failure_is_one_line_with_the_jobs_id_and_its_traceback_is_for_who_debugs(
    listening, monkeypatch, caplog, level, told
):
    def break_down(*_arguments):
        raise RuntimeError("patient text")

    caplog.set_level(level, logger="foundation")
    job = waiting(break_down, monkeypatch)
    listening.run()
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) == 1
    assert f"Job {job.pk} (notes) failed: RuntimeError in " in lines[0]
    assert ("Traceback" in caplog.text, "patient text" in caplog.text) == (told, told)


@pytest.mark.django_db(transaction=True)
def test_a_refused_job_is_one_line_too(listening, monkeypatch, caplog, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1, "a\0b"))
    ward = make.project()
    file = SimpleUploadedFile(path.name, path.read_bytes())
    job = open_job(actor=make.person("lena", ward), project=ward, kind="notes", file=file)
    carry_out.enqueue(str(job.pk))
    listening.run()
    assert [record.getMessage() for record in caplog.records] == [
        f"Job {job.pk} (notes) was refused: bad_rows"
    ]
    assert all(record.exc_info is None for record in caplog.records)


@pytest.mark.django_db(transaction=True)
def test_a_task_that_breaks_before_its_job_is_read_stops_no_worker(listening, caplog):
    carry_out.enqueue("no id of a job")
    listening.run()
    assert DBTaskResult.objects.get().status == TaskResultStatus.FAILED
    assert [record.exc_info for record in caplog.records] == [None]


def started(*arguments):
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "config.settings.base",
    }
    command = [sys.executable, "manage.py", "run_worker", *arguments]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.mark.django_db(transaction=True)
def test_an_idle_worker_ends_at_once_and_says_nothing_of_force():
    process = started()
    assert process.stdout.readline() == "The worker is ready.\n"
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=20)
    assert (process.returncode, said) == (0, "The worker ends; it worked off 0.\n")


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_stops_while_a_model_answers_keeps_what_is_in_the_air_and_asks_for_the_rest_later():
    ward = make.project()
    for number in range(1, 11):
        make.pair(ward, f"{number:03}_9", text="Hgb 7.2", selected=None)
    go_on = threading.Event()

    def hang_after_some(body, number):
        if number > 9:
            go_on.wait(30)
        return yes(body, number)

    with serving(hang_after_some) as server:
        options = {"stage": 1, "endpoint": server.url, "model": "tiny", "concurrency": 3}
        job = open_job(actor=make.person("lena", ward), project=ward, kind="ask", options=options)
        ask.enqueue(str(job.pk))
        process = started()
        for _ in range(3000):
            if len(server.bodies) >= 12 and Vote.objects.count() == 9:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        go_on.set()
        said, _ = process.communicate(timeout=30)
        job.refresh_from_db()
        assert (process.returncode, job.status, Vote.objects.count()) == (0, "waiting", 12), said
        again = started("--batch")
        again.communicate(timeout=60)
        job.refresh_from_db()
    assert (again.returncode, job.status, Vote.objects.count()) == (0, "done", 30)
    assert len(server.bodies) == 30


def test_a_second_signal_interrupts_nothing_that_is_being_put_in_order():
    worker = Worker()
    worker._interruptible = True
    with pytest.raises(WorkerStops):
        worker._stop(signal.SIGTERM, None)
    worker._stop(signal.SIGTERM, None)
