from uuid import UUID

from django_tasks import task

from foundation.services.jobs import work_off
from triage.services.background import WORKS


@task()
def carry_out(job_id: str) -> None:
    """Work off one job of triage; safe to be called again."""
    work_off(UUID(job_id), WORKS)
