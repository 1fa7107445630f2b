"""The work of the worker, for programs."""

from collections.abc import Callable, Collection
from uuid import UUID

from rest_framework import serializers, status
from rest_framework.response import Response

from foundation.logic.errors import Missing
from foundation.models import Job
from foundation.selectors.access import Access
from foundation.selectors.jobs import job_named, job_page
from foundation.services.jobs import drop_job, start_again


class RowSerializer(serializers.Serializer):
    kind = serializers.CharField(help_text="error or notice")
    file = serializers.CharField()
    line = serializers.CharField()
    column = serializers.CharField()
    reason = serializers.CharField()


class JobSerializer(serializers.Serializer):
    """A job with its first hundred rows; ask again until its status is neither waiting nor running."""

    id = serializers.UUIDField(source="job.pk")
    kind = serializers.CharField(source="job.kind")
    file_name = serializers.CharField(source="job.file_name")
    check_only = serializers.BooleanField(source="job.check_only")
    status = serializers.CharField(source="job.status")
    message = serializers.CharField(source="job.message")
    result = serializers.DictField(source="job.result")
    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    rows = RowSerializer(many=True)
    more_rows = serializers.IntegerField()


def job_answer(job: Job, code: int = status.HTTP_200_OK) -> Response:
    """The job now."""
    return Response(JobSerializer(job_page(job)).data, status=code)


def started(job: Job, enqueue: Callable[[str], object]) -> Response:
    """Hand the job to the worker; 202 with its state."""
    enqueue(str(job.pk))
    job.refresh_from_db()
    return job_answer(job, status.HTTP_202_ACCEPTED)


def found(access: Access, job_id: UUID, kinds: Collection[str]) -> Job:
    """The project's job of one of these kinds, or Missing."""
    job = job_named(access.project, job_id)
    if job.kind not in kinds:
        raise Missing("There is no such job.")
    return job


def gone_on(access: Access, job: Job, enqueue: Callable[[str], object]) -> Response:
    """Carry out what was checked, or try again what failed."""
    check_only = job.check_only and job.status != Job.Status.CHECKED
    return started(start_again(actor=access.user, job=job, check_only=check_only), enqueue)


def dropped(access: Access, job: Job) -> Response:
    """Put the job's file away."""
    return job_answer(drop_job(actor=access.user, job=job))
