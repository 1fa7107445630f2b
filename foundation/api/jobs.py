"""The work of the worker, for programs."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import FileResponse
from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.access import member
from foundation.logic.errors import Missing
from foundation.logic.roles import LEAD
from foundation.models import Job
from foundation.selectors.access import Access, require_reader
from foundation.selectors.jobs import job_named, job_page
from foundation.services.jobs import drop_job, open_job, start_again, take_output


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
    output = serializers.CharField(help_text="name of the file that the job wrote, at .../output/; or empty")


@dataclass(frozen=True)
class Area:
    """One room's jobs, for programs: the addresses of a job are named `<home>_job`, `_output` and `_go`."""

    home: str
    kinds: Collection[str]
    enqueue: Callable[[str], object]
    role: str = LEAD

    def addresses(self, below: str) -> list[URLPattern]:
        """The addresses of a job, open to those who may start one."""
        job = f"{below}<uuid:job_id>/"
        views = [(job, "job", self._job()), (job + "output/", "output", self._output())]
        views.append((job + "go/", "go", self._go()))
        return [path(route, view, name=f"{self.home}_{name}") for route, name, view in views]

    def opened(self, access: Access, kind: str, **given: Any) -> Response:
        """Put a job down and hand it to the worker; 202 with its state."""
        job = open_job(actor=access.user, project=access.project, kind=kind, role=self.role, **given)
        return self._started(job)

    def _job(self) -> Callable:
        @extend_schema(methods=["GET"], responses=JobSerializer)
        @extend_schema(methods=["DELETE"], responses=JobSerializer)
        @api_view(["GET", "DELETE"])
        @member(self.role)
        def job(request: Request, access: Access, job_id: UUID) -> Response:
            """One job: how far it is and what it found; DELETE puts its file away."""
            found = self._found(access, job_id)
            if request.method == "DELETE":
                found = drop_job(actor=access.user, job=found, role=self.role)
            return _answer(found)

        return job

    def _output(self) -> Callable:
        @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
        @api_view(["GET"])
        @member(self.role)
        def output(request: Request, access: Access, job_id: UUID) -> FileResponse:
            """The file that a job wrote. Needs a current data-use attestation."""
            require_reader(access)
            written = take_output(actor=access.user, job=self._found(access, job_id), role=self.role)
            return FileResponse(written.open("rb"), as_attachment=True, filename=written.name)

        return output

    def _go(self) -> Callable:
        @extend_schema(request=None, responses={202: JobSerializer})
        @api_view(["POST"])
        @member(self.role)
        def go(request: Request, access: Access, job_id: UUID) -> Response:
            """Carry out what was checked, or try again what failed."""
            job = self._found(access, job_id)
            return self._started(start_again(actor=access.user, job=job, role=self.role))

        return go

    def _found(self, access: Access, job_id: UUID) -> Job:
        job = job_named(access.project, job_id)
        if job.kind not in self.kinds:
            raise Missing("There is no such job.")
        return job

    def _started(self, job: Job) -> Response:
        self.enqueue(str(job.pk))
        job.refresh_from_db()
        return _answer(job, status.HTTP_202_ACCEPTED)


def _answer(job: Job, code: int = status.HTTP_200_OK) -> Response:
    return Response(JobSerializer(job_page(job)).data, status=code)
