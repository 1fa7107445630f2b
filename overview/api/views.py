"""The lead's pages for programs."""

from dataclasses import asdict
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.access import member
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access, require_reader
from foundation.services.ledger import record_view
from overview.selectors.board import stage_counts
from overview.selectors.pairs import pairs_page
from overview.selectors.people import people_page
from overview.selectors.timeline import timeline


@extend_schema(
    responses=inline_serializer("Counts", {"counts": serializers.DictField(child=serializers.IntegerField())})
)
@api_view(["GET"])
@member(LEAD)
def board(request: Request, access: Access) -> Response:
    """How many pairs are in each stage; selected = true + false + excluded + open."""
    return Response({"counts": stage_counts(access.project)})


class PairSerializer(serializers.Serializer):
    id = serializers.UUIDField(source="pair.pk")
    task_id = serializers.CharField(source="pair.task_id")
    code = serializers.CharField(source="pair.code")
    description = serializers.CharField(source="pair.description")
    sources = serializers.ListField(child=serializers.CharField())
    answers = serializers.IntegerField()
    places = serializers.IntegerField()
    comparison = serializers.CharField(source="kind")
    outcome = serializers.CharField()


@extend_schema(
    operation_id="pairs_list",
    parameters=[
        OpenApiParameter(name, str) for name in ("stage", "source", "q", "chapter", "kind", "after", "before")
    ],
    responses=inline_serializer(
        "PairsPage",
        {
            "total": serializers.IntegerField(),
            "next": serializers.CharField(),
            "previous": serializers.CharField(),
            "pairs": PairSerializer(many=True),
        },
    ),
)
@api_view(["GET"])
@member(LEAD)
def pairs(request: Request, access: Access) -> Response:
    """Fifty pairs, sorted by (task_id, code); `next` and `previous` are query strings."""
    page = pairs_page(access.project, request.query_params.dict())
    return Response(
        {
            "total": page.total,
            "next": page.next_query,
            "previous": page.previous_query,
            "pairs": PairSerializer(page.rows, many=True).data,
        }
    )


class MomentSerializer(serializers.Serializer):
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    quotes = serializers.ListField(child=serializers.CharField())


@extend_schema(responses=MomentSerializer(many=True))
@api_view(["GET"])
@member(LEAD)
def pair(request: Request, access: Access, pair_id: UUID) -> Response:
    """A pair's whole history, oldest first."""
    require_reader(access)
    history = timeline(access.project, pair_id)
    record_view(reader=access.user, project=access.project, note=history.pair.note)
    return Response(MomentSerializer(history.moments, many=True).data)


@extend_schema(responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
@member(LEAD)
def people(request: Request, access: Access) -> Response:
    """Members of the project with their attestations and how many notes they opened."""
    return Response([asdict(row) for row in people_page(access.project)])
