"""How far the work of the worker is."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from django.conf import settings

from foundation.locking import is_held
from foundation.logic.errors import Missing
from foundation.models import Job, Project

SHOWN_ROWS = 100
# folders beside a job's file: what came with it, and what it wrote
SECOND, OUTPUT = "beside", "output"


@dataclass(frozen=True)
class JobPage:
    """One job for its page: how far its reading is (None where unknown), its first rows, the name of the file
    that it wrote, if any."""

    job: Job
    done: int
    total: int | None
    is_stale: bool
    rows: list[dict[str, str]]
    more_rows: int
    output: str


def folder_of(job: Job) -> Path:
    """Where the job's file and its progress lie: in the data folder, which pages and worker share."""
    return Path(settings.MEDIA_ROOT) / "jobs" / str(job.pk)


def progress_of(job: Job) -> Path:
    """Where it stands how far the job is: under a name that no file of a job gets: those hold no blank."""
    return folder_of(job) / "how far"


def file_of(job: Job) -> Path | None:
    """The job's file, or None where it has none (any more)."""
    path = folder_of(job) / job.file_name if job.file_name else None
    return path if path and path.is_file() else None


def second_file_of(job: Job) -> Path | None:
    """What was given beside the job's file, or None where there is nothing (any more)."""
    name = job.options.get(SECOND)
    path = folder_of(job) / SECOND / name if name else None
    return path if path and path.is_file() else None


def place_for_output(job: Job, name: str) -> Path:
    """Where the job writes a file for people to take away; its folder is there afterwards."""
    folder = folder_of(job) / OUTPUT
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder / name


def output_of(job: Job) -> Path | None:
    """The file that a finished job wrote, or None where there is none (any more)."""
    folder = folder_of(job) / OUTPUT
    written = sorted(folder.iterdir()) if job.status == Job.Status.DONE and folder.is_dir() else []
    return written[0] if written else None


def lock_of(job_id: UUID) -> str:
    """The name of the lock that whoever works on the job holds."""
    return f"job {job_id}"


def job_named(project: Project, job_id: UUID) -> Job:
    """The project's job, or Missing."""
    job = Job.objects.select_related("project", "actor").filter(project=project, pk=job_id).first()
    if job is None:
        raise Missing("There is no such job.")
    return job


def jobs_of(project: Project, kinds: tuple[str, ...], most: int = 20) -> list[Job]:
    """The newest jobs of these kinds."""
    found = Job.objects.filter(project=project, kind__in=kinds).exclude(status=Job.Status.DROPPED)
    return list(found.select_related("actor").defer("report").order_by("-created_at")[:most])


def job_page(job: Job) -> JobPage:
    """The job as its page and the API show it."""
    done, total = _progress(job)
    rows = list(csv.DictReader(io.StringIO(job.report)))
    running = job.status == Job.Status.RUNNING
    output = output_of(job)
    return JobPage(
        job=job,
        done=done,
        total=total,
        is_stale=running and not is_held(lock_of(job.pk)),
        rows=rows[:SHOWN_ROWS],
        more_rows=max(0, len(rows) - SHOWN_ROWS),
        output=output.name if output else "",
    )


def _progress(job: Job) -> tuple[int, int | None]:
    try:
        done, total = progress_of(job).read_text().split()
    except (OSError, ValueError):
        return 0, None
    return int(done), int(total) or None
