"""Work for the worker: put down in a request, carried out once, never half done.

A job's own transaction shows nothing to anybody until it ends, so how far it is stands in a file beside the
one it reads.
"""

import logging
import shutil
import time
import traceback
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.exceptions import SuspiciousFileOperation
from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.utils import timezone
from django.utils.text import get_valid_filename

from foundation.locking import is_held, only_one
from foundation.logic.errors import Conflict, Missing, Refusal
from foundation.logic.moves import check_move, moves
from foundation.logic.report import Report, rows_as_csv
from foundation.logic.roles import LEAD
from foundation.logic.words import short_name
from foundation.models import Job, Project, User
from foundation.selectors.access import require_role
from foundation.selectors.jobs import (
    SECOND,
    file_of,
    folder_of,
    lock_of,
    output_of,
    progress_of,
    second_file_of,
)
from foundation.services.ledger import record

Progress = Callable[[int, int | None], None]
# (job, path of its file, report, progress) -> what the page and the API show
Work = Callable[[Job, Path | None, Report, Progress], dict[str, Any]]
KEPT_DAYS = 7
SECONDS_BETWEEN_MARKS = 0.5
SECONDS_TO_LET_GO = 5.0
SECONDS_BETWEEN_TRIES = 0.02
_MOVES = moves(
    {
        "waiting": ("running", "dropped"),
        "running": ("checked", "done", "refused", "failed", "waiting"),
        "checked": ("waiting", "dropped"),
        "failed": ("waiting", "dropped"),
        "refused": ("dropped",),
        "done": ("dropped",),
    }
)
_log = logging.getLogger(__name__)


class WorkerStops(BaseException):
    """The worker was told to stop; what it was at is undone on the way out and waits again."""


def say_failed(log: logging.Logger, what: str, error: Exception) -> None:
    """One line that repeats nothing of what was read; the whole way to the fault at level DEBUG."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    log.error("%s failed: %s in %s, line %s", what, type(error).__name__, place.filename, place.lineno)
    log.debug("%s failed", what, exc_info=error)


@transaction.atomic
def open_job(
    *,
    actor: User,
    project: Project,
    kind: str,
    file: UploadedFile | None = None,
    second: UploadedFile | None = None,
    options: dict[str, Any] | None = None,
    check_only: bool = False,
    role: str = LEAD,
) -> Job:
    """Afterwards the job waits for the worker, and its files are kept until it is over. A file that there is
    no room for is refused, and nothing of it stays."""
    require_role(actor, project, role)
    _drop_forgotten(project)
    beside = {SECOND: _safe_name(second.name)} if second else {}
    job = Job.objects.create(
        project=project,
        actor=actor,
        kind=kind,
        file_name=_safe_name(file.name) if file else "",
        options={**(options or {}), **beside},
        check_only=check_only,
    )
    folder = folder_of(job)
    try:
        if file:
            _keep(file, folder / job.file_name)
        if second:
            _keep(second, folder / SECOND / beside[SECOND])
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise Refusal(
            "no_room", f"The file could not be kept ({error.strerror}); nothing of it was."
        ) from error
    record(actor=actor, verb="job_opened", project=project, target=job, kind=kind, check_only=check_only)
    return job


def _keep(file: UploadedFile, place: Path) -> None:
    place.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    with place.open("wb") as kept:
        for chunk in file.chunks():
            kept.write(chunk)


def start_again(*, actor: User, job: Job, role: str = LEAD) -> Job:
    """Afterwards the job waits again: a checked one for the real thing, a failed or orphaned one anew."""
    require_role(actor, job.project, role)
    if job.status == Job.Status.RUNNING and is_held(lock_of(job.pk)):
        raise Conflict("wrong_state", "The worker is busy with this job.")
    if (job.file_name and file_of(job) is None) or (SECOND in job.options and second_file_of(job) is None):
        raise Conflict("file_gone", "The file of this job is no longer here; choose it again.")
    check_only = job.check_only and job.status != Job.Status.CHECKED
    return _move(job.pk, Job.Status.WAITING, actor=actor, check_only=check_only, message="", report="")


def drop_job(*, actor: User, job: Job, role: str = LEAD) -> Job:
    """Afterwards the job and its files are put away. Nothing of a job was or will be stored but for one that
    wrote a file, which is all it did."""
    require_role(actor, job.project, role)
    if job.status == Job.Status.DONE and output_of(job) is None:
        raise Conflict("wrong_state", "What this job did is done; there is no file to put away.")
    dropped = _move(job.pk, Job.Status.DROPPED)
    shutil.rmtree(folder_of(dropped), ignore_errors=True)
    record(actor=actor, verb="job_dropped", project=job.project, target=job, kind=job.kind)
    return dropped


def take_output(*, actor: User, job: Job, role: str = LEAD) -> Path:
    """The file that the job wrote; afterwards the ledger says who took it away."""
    require_role(actor, job.project, role)
    output = output_of(job)
    if output is None:
        raise Missing("This job has no file (any more).")
    record(actor=actor, verb="job_file_taken", project=job.project, target=job, kind=job.kind)
    return output


def work_off(job_id: UUID, works: Mapping[str, Work]) -> None:
    """What the worker does: afterwards the job is over, or checked. A job that is not waiting, or that
    another worker holds, is left alone."""
    until = time.monotonic() + SECONDS_TO_LET_GO
    while time.monotonic() < until and Job.objects.filter(pk=job_id, status=Job.Status.WAITING).exists():
        try:
            with only_one(lock_of(job_id)):
                return _work_if_waiting(job_id, works)
        except Conflict:
            # whoever looks whether a job is held holds it for that moment
            time.sleep(SECONDS_BETWEEN_TRIES)


def _work_if_waiting(job_id: UUID, works: Mapping[str, Work]) -> None:
    try:
        job = _move(job_id, Job.Status.RUNNING, started_at=timezone.now(), ended_at=None)
    except Conflict:
        return
    _work(job, works[job.kind])


def _work(job: Job, work: Work) -> None:
    report = Report()
    mark = _Mark(job)
    try:
        result = work(job, file_of(job), report, mark)
    except WorkerStops:
        connection.close_if_unusable_or_obsolete()
        _move(job.pk, Job.Status.WAITING, started_at=None)
        raise
    except Refusal as refusal:
        _log.warning("Job %s (%s) was refused: %s", job.pk, job.kind, refusal.code)
        rows = rows_as_csv(refusal.errors, report.notices)
        _end(job, Job.Status.REFUSED, message=refusal.message, report=rows, result=refusal.facts)
    except Exception as error:
        say_failed(_log, f"Job {job.pk} ({job.kind})", error)
        _end(job, Job.Status.FAILED, message="Something broke. Nothing is half stored.", report="")
    else:
        status = Job.Status.CHECKED if job.check_only else Job.Status.DONE
        report_csv = rows_as_csv([], report.notices) if report.notices else ""
        _end(job, status, result=result, message="", report=report_csv)


def _end(job: Job, status: str, **fields: Any) -> None:
    over = _move(job.pk, status, ended_at=timezone.now(), **fields)
    if status in (Job.Status.DONE, Job.Status.REFUSED) and output_of(over) is None:
        shutil.rmtree(folder_of(over), ignore_errors=True)


@transaction.atomic
def _move(job_id: UUID, status: str, **fields: Any) -> Job:
    job = Job.objects.select_for_update().select_related("project").get(pk=job_id)
    check_move(_MOVES, "job", job.status, status)
    job.status = status
    for name, value in fields.items():
        setattr(job, name, value)
    job.save(update_fields=["status", *fields])
    return job


def _drop_forgotten(project: Project) -> None:
    """Files that nobody came back for do not stay: they hold patients' texts."""
    long_ago = timezone.now() - timedelta(days=KEPT_DAYS)
    over = [Job.Status.CHECKED, Job.Status.FAILED, Job.Status.DONE]
    for job in Job.objects.filter(project=project, status__in=over, ended_at__lt=long_ago).defer("report"):
        if job.status != Job.Status.DONE:
            _move(job.pk, Job.Status.DROPPED)
        shutil.rmtree(folder_of(job), ignore_errors=True)


def _safe_name(name: str) -> str:
    """The browser's name for the file, as a name that any file system takes; its ending stays."""
    tail = name.replace("\\", "/").rsplit("/", 1)[-1]
    try:
        return get_valid_filename(short_name(tail))
    except SuspiciousFileOperation:
        return "file"


class _Mark:
    """Writes down how far the work is, at most twice a second."""

    def __init__(self, job: Job) -> None:
        self._path = progress_of(job)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._written = 0.0

    def __call__(self, done: int, total: int | None = None) -> None:
        now = time.monotonic()
        if now - self._written >= SECONDS_BETWEEN_MARKS:
            self._written = now
            self._path.write_text(f"{done} {total or 0}")
