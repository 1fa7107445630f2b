"""Work that is too long for a request."""

from uuid import UUID

from django_tasks import task

from benchmark.models import Run
from benchmark.services.background import WORKS
from benchmark.services.kept import keep_people
from benchmark.services.scoring import score_run
from foundation.services.jobs import work_off


@task()
def carry_out(job_id: str) -> None:
    """Work off one job of releases; safe to be called again."""
    work_off(UUID(job_id), WORKS)


@task()
def score_waiting_run(run_id: str) -> None:
    """Score one run. Safe to do again: the same predictions give the same score."""
    run = Run.objects.select_related("release__project").filter(pk=UUID(run_id)).first()
    if run is not None:
        score_run(run)
        keep_people(run.release)
