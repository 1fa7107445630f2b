"""Triage for programs: the same numbers, the same rules as the page."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.access import member
from foundation.api.jobs import Area, JobSerializer
from foundation.api.reading import checked
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access, require_reader
from triage.api import serializers as shapes
from triage.selectors.judged import triage_overview
from triage.services.background import WORKS
from triage.services.running import Asking, allow_endpoint, check_asking, stop_run
from triage.services.selecting import select_pairs
from triage.tasks import carry_out

AREA = Area("api_triage", WORKS, carry_out.enqueue)


@extend_schema(responses=shapes.OverviewSerializer)
@api_view(["GET"])
@member(LEAD)
def triage(request: Request, access: Access) -> Response:
    """How far triage is."""
    return Response(shapes.OverviewSerializer(triage_overview(access.project)).data)


@extend_schema(request={"multipart/form-data": shapes.VotesSerializer}, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def votes(request: Request, access: Access) -> Response:
    """Bring votes in that were made elsewhere."""
    given = checked(shapes.VotesSerializer, request)
    layout = {"layout": given["layout"]}
    return AREA.opened(access, "votes", file=given["file"], options=layout, check_only=given["check_only"])


@extend_schema(request=shapes.AskSerializer, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def ask(request: Request, access: Access) -> Response:
    """Ask a model what is open; a run that was stopped goes on where it was."""
    options = checked(shapes.AskSerializer, request)
    statement, endpoint = options.pop("statement"), options["endpoint"]
    if statement:
        allow_endpoint(actor=access.user, project=access.project, address=endpoint, statement=statement)
    check_asking(actor=access.user, project=access.project, asking=Asking(**options))
    return AREA.opened(access, "ask", options=options)


@extend_schema(request=shapes.RequestsSerializer, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def requests(request: Request, access: Access) -> Response:
    """Have the open questions of a stage written as a file for a batch service; the job's output is the file.
    Needs a current data-use attestation."""
    require_reader(access)
    return AREA.opened(access, "requests", options=checked(shapes.RequestsSerializer, request))


@extend_schema(request=None, responses={204: None})
@api_view(["POST"])
@member(LEAD)
def stop(request: Request, access: Access, run_id: UUID) -> Response:
    """Stop asking; what is in the air is still stored."""
    stop_run(actor=access.user, project=access.project, run_id=run_id)
    return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(request=shapes.SelectSerializer, responses=shapes.SelectedSerializer)
@api_view(["POST"])
@member(LEAD)
def select(request: Request, access: Access) -> Response:
    """Choose the pairs to annotate; without numbers all."""
    return Response(
        select_pairs(actor=access.user, project=access.project, **checked(shapes.SelectSerializer, request))
    )
