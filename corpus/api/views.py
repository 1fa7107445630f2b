"""Bringing files in and making pairs, for programs: the same checks and reports as the page."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from corpus.api import serializers as shapes
from corpus.selectors.contents import corpus_contents
from corpus.services.background import FILE_KINDS, OTHER_KINDS
from corpus.tasks import carry_out
from foundation.api import jobs
from foundation.api.access import member
from foundation.api.reading import checked
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.services.jobs import open_job

KINDS = (*FILE_KINDS, *OTHER_KINDS)


@extend_schema(responses=shapes.ContentsSerializer)
@api_view(["GET"])
@member(LEAD)
def contents(request: Request, access: Access) -> Response:
    """What the project's corpus holds."""
    return Response(shapes.ContentsSerializer(corpus_contents(access.project)).data)


@extend_schema(
    request={"multipart/form-data": shapes.ImportFileSerializer}, responses={202: jobs.JobSerializer}
)
@api_view(["POST"])
@member(LEAD)
def imports(request: Request, access: Access) -> Response:
    """Bring a file in. It is taken whole or not at all, and the answer is a job to ask about."""
    given = checked(shapes.ImportFileSerializer, request)
    job = open_job(
        actor=access.user,
        project=access.project,
        kind=given["kind"],
        file=given["file"],
        check_only=given["check_only"],
    )
    return jobs.started(job, carry_out.enqueue)


@extend_schema(request=None, responses={202: jobs.JobSerializer})
@api_view(["POST"])
@member(LEAD)
def make_pairs(request: Request, access: Access) -> Response:
    """Make a pair of every billed code."""
    job = open_job(actor=access.user, project=access.project, kind="build_pairs")
    return jobs.started(job, carry_out.enqueue)


@extend_schema(request=shapes.NegativesSerializer, responses={202: jobs.JobSerializer})
@api_view(["POST"])
@member(LEAD)
def negatives(request: Request, access: Access) -> Response:
    """Draw concepts that were not billed."""
    options = checked(shapes.NegativesSerializer, request)
    job = open_job(actor=access.user, project=access.project, kind="negatives", options=options)
    return jobs.started(job, carry_out.enqueue)


@extend_schema(methods=["GET"], responses=jobs.JobSerializer)
@extend_schema(methods=["DELETE"], responses=jobs.JobSerializer)
@api_view(["GET", "DELETE"])
@member(LEAD)
def job(request: Request, access: Access, job_id: UUID) -> Response:
    """One job: how far it is and what it found; DELETE puts its file away."""
    found = jobs.found(access, job_id, KINDS)
    return jobs.dropped(access, found) if request.method == "DELETE" else jobs.job_answer(found)


@extend_schema(request=None, responses={202: jobs.JobSerializer})
@api_view(["POST"])
@member(LEAD)
def go(request: Request, access: Access, job_id: UUID) -> Response:
    """Import what was checked, or try again what failed."""
    return jobs.gone_on(access, jobs.found(access, job_id, KINDS), carry_out.enqueue)
