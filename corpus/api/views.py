"""Bringing files in and making pairs, for programs: the same checks and reports as the page."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from corpus.api import serializers as shapes
from corpus.selectors.contents import corpus_contents
from corpus.services.background import WORKS
from corpus.tasks import carry_out
from foundation.api.access import member
from foundation.api.jobs import Area, JobSerializer
from foundation.api.reading import checked
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.selectors.administrators import require_administrator

AREA = Area("api_imports", WORKS, carry_out.enqueue)


@extend_schema(responses=shapes.ContentsSerializer)
@api_view(["GET"])
@member(LEAD)
def contents(request: Request, access: Access) -> Response:
    """What the project's corpus holds."""
    return Response(shapes.ContentsSerializer(corpus_contents(access.project)).data)


@extend_schema(request={"multipart/form-data": shapes.ImportFileSerializer}, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def imports(request: Request, access: Access) -> Response:
    """Bring a file in. It is taken whole or not at all, and the answer is a job to ask about."""
    given = checked(shapes.ImportFileSerializer, request)
    return AREA.opened(access, given["kind"], file=given["file"], check_only=given["check_only"])


@extend_schema(request=None, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def make_pairs(request: Request, access: Access) -> Response:
    """Make a pair of every billed code."""
    return AREA.opened(access, "build_pairs")


@extend_schema(request={"multipart/form-data": shapes.TerminologySerializer}, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def terminology(request: Request, access: Access) -> Response:
    """Load a code system, which all projects share. Administrators only; the answer is a job to ask about."""
    require_administrator(access.user, "loads a terminology")
    given = checked(shapes.TerminologySerializer, request)
    options = {"system": given["system"]}
    return AREA.opened(
        access, "terminology", file=given.get("file"), options=options, check_only=given["check_only"]
    )


@extend_schema(request=shapes.NegativesSerializer, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def negatives(request: Request, access: Access) -> Response:
    """Draw concepts that were not billed."""
    return AREA.opened(access, "negatives", options=checked(shapes.NegativesSerializer, request))
