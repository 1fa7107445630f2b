from uuid import UUID

from django_tasks import task

from annotation.services.background import WORKS
from foundation.services.jobs import work_off


@task()
def carry_out(job_id: str) -> None:
    """Work off one job of assignments; safe to be called again."""
    work_off(UUID(job_id), WORKS)
