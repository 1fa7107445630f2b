from uuid import UUID

from django_tasks import task

from adjudication.services.background import WORKS
from foundation.services.jobs import work_off


@task()
def carry_out(job_id: str) -> None:
    """Work off one job of comparison or review; safe to be called again."""
    work_off(UUID(job_id), WORKS)
