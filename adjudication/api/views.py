"""Review and agreement for programs: the same rules and errors as the pages."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.api import serializers as shapes
from adjudication.selectors.case import case_page
from adjudication.selectors.queue import lanes
from adjudication.selectors.shown_agreement import shown_agreement
from adjudication.services import reviewing
from adjudication.services.background import COMPARING
from adjudication.tasks import carry_out
from adjudication.web.reading import expert_named, verdict_of
from foundation.api.access import member
from foundation.api.jobs import Area, JobSerializer
from foundation.api.reading import checked
from foundation.logic.roles import LEAD, SME
from foundation.selectors.access import Access, require_reader
from foundation.services.ledger import record_view

AREA = Area("api_compare", COMPARING, carry_out.enqueue)


@extend_schema(operation_id="review_lanes", responses=shapes.LanesSerializer)
@api_view(["GET"])
@member(SME)
def own_lanes(request: Request, access: Access) -> Response:
    """How many cases wait for you in each lane."""
    waiting = lanes(access.user, access.project, timezone.now())
    return Response(shapes.LanesSerializer(waiting).data)


@extend_schema(request=shapes.LaneSerializer, responses=shapes.NextCaseSerializer)
@api_view(["POST"])
@member(SME)
def next_case(request: Request, access: Access) -> Response:
    """Your next case, claimed for half an hour."""
    lane = checked(shapes.LaneSerializer, request)["lane"]
    conflict = {"conflict": True, "verify": False}.get(lane)
    case = reviewing.claim_next(sme=access.user, project=access.project, conflict=conflict)
    return Response({"case": case.pk if case else None})


@extend_schema(responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
@member(SME)
def case(request: Request, access: Access, case_id: UUID) -> Response:
    """A case with its note, the answers without names, the proposal and your draft."""
    require_reader(access)
    page = case_page(access.user, access.project, case_id)
    record_view(reader=access.user, project=access.project, note=page.note)
    hidden = {"kind", "urls", "username"}
    return Response({name: value for name, value in page.data.items() if name not in hidden})


@extend_schema(request=shapes.VerdictSerializer, responses=shapes.SavedDecisionSerializer)
@api_view(["PUT"])
@member(SME)
def draft(request: Request, access: Access, case_id: UUID) -> Response:
    """Keep an unfinished decision. 409 `stale_draft` when it was changed elsewhere."""
    require_reader(access)  # what is said about a quote tells what the note says
    body = checked(shapes.VerdictSerializer, request)
    verdict, quotes = verdict_of(body)
    saved = reviewing.save_review_draft(
        sme=access.user,
        project=access.project,
        case_id=case_id,
        verdict=verdict,
        quotes=quotes,
        version=body["version"],
        without_evidence=body["without_evidence"],
    )
    times = {"saved_at": saved.updated_at, "claimed_until": saved.case.claimed_until}
    return Response({"version": saved.version, **times})


@extend_schema(request=shapes.VerdictSerializer, responses=shapes.DecidedSerializer)
@api_view(["POST"])
@member(SME)
def decide(request: Request, access: Access, case_id: UUID) -> Response:
    """Decide True, False or excluded. 409 `case_changed` when it is no longer the case that was read."""
    require_reader(access)
    body = checked(shapes.VerdictSerializer, request)
    verdict, quotes = verdict_of(body)
    decision = reviewing.decide(
        sme=access.user,
        project=access.project,
        case_id=case_id,
        verdict=verdict,
        quotes=quotes,
        version=body["version"],
        basis=body["basis"],
        without_evidence=body["without_evidence"],
    )
    return Response({"revision": decision.revision})


@extend_schema(request=shapes.ReferralSerializer, responses={204: None})
@api_view(["POST"])
@member(SME)
def refer(request: Request, access: Access, case_id: UUID) -> Response:
    """Hand the case to another SME, with a message."""
    body = checked(shapes.ReferralSerializer, request)
    reviewing.refer(
        sme=access.user,
        project=access.project,
        case_id=case_id,
        to=expert_named(access.project, body["to"]),
        message=body["message"],
    )
    return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(request=shapes.MessageSerializer, responses={204: None})
@api_view(["POST"])
@member(SME)
def send_back(request: Request, access: Access, case_id: UUID) -> Response:
    """Send the pair back to its annotators, with a message."""
    message = checked(shapes.MessageSerializer, request)["message"]
    reviewing.send_back(sme=access.user, project=access.project, case_id=case_id, message=message)
    return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(request=shapes.MessageSerializer, responses={204: None})
@api_view(["POST"])
@member(SME, LEAD)
def reopen(request: Request, access: Access, case_id: UUID) -> Response:
    """Let a decided case wait again; the old decision stays in its history."""
    message = checked(shapes.MessageSerializer, request)["message"]
    reviewing.reopen(actor=access.user, project=access.project, case_id=case_id, message=message)
    return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(request=None, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def compare(request: Request, access: Access) -> Response:
    """Close all submitted answers and compare the complete pairs; the answer is a job to ask about."""
    return AREA.opened(access, "compare")


@extend_schema(responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
@member(LEAD)
def agreement(request: Request, access: Access) -> Response:
    """Agreement before adjudication, and people's reliability: the object of `report_agreement`. Of many
    answers, the figures are those of the last comparison."""
    return Response(shown_agreement(access.project).report)
