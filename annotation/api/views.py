"""The annotator's work for programs: the same queue, the same rules, the same errors as the pages."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api import serializers as shapes
from annotation.logic import states
from annotation.logic.validation import Answer
from annotation.selectors import queue
from annotation.selectors.desk import desk_page
from annotation.selectors.places import annotators_named
from annotation.services import annotating
from annotation.services.assigning import check_people, take_next
from annotation.services.background import WORKS
from annotation.tasks import carry_out
from annotation.web.reading import answer_of
from foundation.api.access import member
from foundation.api.jobs import Area, JobSerializer
from foundation.api.reading import checked
from foundation.logic.errors import Forbidden
from foundation.logic.roles import ANNOTATOR, LEAD
from foundation.selectors.access import Access, members, require_reader
from foundation.services.ledger import record_view

AREA = Area("api_assign", WORKS, carry_out.enqueue)


@extend_schema(responses=shapes.QueueSerializer)
@api_view(["GET"])
@member(ANNOTATOR)
def own_queue(request: Request, access: Access) -> Response:
    """What waits for you and how far you are."""
    return Response(shapes.QueueSerializer(queue.queue_page(access.user, access.project)).data)


@extend_schema(request=None, responses=shapes.NextSerializer)
@api_view(["POST"])
@member(ANNOTATOR)
def next_assignment(request: Request, access: Access) -> Response:
    """Your next assignment; the same one until it is answered or put off."""
    assignment = take_next(annotator=access.user, project=access.project)
    return Response({"assignment": assignment.pk if assignment else None})


@extend_schema(responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
@member(ANNOTATOR)
def assignment(request: Request, access: Access, assignment_id: UUID) -> Response:
    """One of your assignments with its note, concept and draft."""
    require_reader(access)
    page = desk_page(access.user, access.project, assignment_id)
    record_view(reader=access.user, project=access.project, note=page.note)
    hidden = {"kind", "urls", "unit", "username"}
    return Response({name: value for name, value in page.data.items() if name not in hidden})


@extend_schema(request=shapes.AnswerSerializer, responses=shapes.SavedSerializer)
@api_view(["PUT"])
@member(ANNOTATOR)
def draft(request: Request, access: Access, assignment_id: UUID) -> Response:
    """Keep an unfinished answer. 409 `stale_draft` when it was changed elsewhere."""
    require_reader(access)  # what is said about a quote tells what the note says
    body = checked(shapes.AnswerSerializer, request)
    answer, quotes = answer_of(body)
    saved = annotating.save_draft(
        annotator=access.user,
        project=access.project,
        assignment_id=assignment_id,
        answer=answer,
        quotes=quotes,
        version=body["version"],
    )
    return Response({"version": saved.version, "saved_at": saved.updated_at})


@extend_schema(request=shapes.AnswerSerializer, responses=shapes.SubmittedSerializer)
@api_view(["POST"])
@member(ANNOTATOR)
def submit(request: Request, access: Access, assignment_id: UUID) -> Response:
    """Submit an answer, or a revision of it until answers are closed."""
    require_reader(access)
    body = checked(shapes.AnswerSerializer, request)
    answer, quotes = answer_of(body)
    annotation = annotating.submit_annotation(
        annotator=access.user,
        project=access.project,
        assignment_id=assignment_id,
        answer=answer,
        quotes=quotes,
        version=body["version"],
        guideline=body["guideline"],
    )
    return Response({"revision": annotation.revision})


@extend_schema(request=shapes.ReasonSerializer, responses=shapes.SubmittedSerializer)
@api_view(["POST"])
@member(ANNOTATOR)
def cannot(request: Request, access: Access, assignment_id: UUID) -> Response:
    """Report that the pair cannot be answered, with a reason."""
    require_reader(access)
    body = checked(shapes.ReasonSerializer, request)
    annotation = annotating.submit_annotation(
        annotator=access.user,
        project=access.project,
        assignment_id=assignment_id,
        answer=Answer(states.UNANSWERABLE, rationale=body["reason"], seconds=body["seconds"]),
        version=body["version"],
        guideline=body["guideline"],
    )
    return Response({"revision": annotation.revision})


@extend_schema(request=None, responses={204: None})
@api_view(["POST"])
@member(ANNOTATOR)
def skip(request: Request, access: Access, assignment_id: UUID) -> Response:
    """Put the pair off: it comes last in your queue."""
    annotating.skip(annotator=access.user, project=access.project, assignment_id=assignment_id)
    return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(responses=shapes.OwnAnswerSerializer(many=True))
@api_view(["GET"])
@member(ANNOTATOR)
def answers(request: Request, access: Access) -> Response:
    """Your own submitted answers, newest first."""
    own = queue.own_answers(access.user, access.project)
    return Response(shapes.OwnAnswerSerializer(own, many=True).data)


@extend_schema(request=shapes.AssignSerializer, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def assign(request: Request, access: Access) -> Response:
    """Give the free places of the selected pairs to annotators; the answer is a job to ask about."""
    body = checked(shapes.AssignSerializer, request)
    named = body.pop("annotators", None)
    everybody = members(access.project, ANNOTATOR)
    people = everybody if named is None else annotators_named(access.project, named)
    check_people(access.project, people, body["bound"])
    return AREA.opened(access, "assign", options={"annotators": named, **body})


@extend_schema(methods=["GET"], responses=shapes.GuidelineSerializer)
@extend_schema(methods=["POST"], request=shapes.GuidelineSerializer, responses=shapes.GuidelineSerializer)
@api_view(["GET", "POST"])
@member()
def guideline(request: Request, access: Access) -> Response:
    """The newest guidelines (version 0 and empty where none are published); a lead publishes the next."""
    if request.method == "POST":
        if not access.leads:
            raise Forbidden("not_your_role", "Only a lead publishes guidelines.")
        text = checked(shapes.GuidelineSerializer, request)["text"]
        newest = annotating.publish_guideline(actor=access.user, project=access.project, text=text)
    else:
        newest = annotating.current_guideline(access.project)
    if newest is None:
        return Response({"version": 0, "text": ""})
    return Response(shapes.GuidelineSerializer(newest).data)
