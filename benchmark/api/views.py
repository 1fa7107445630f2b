"""Releases and scores for programs: the same rules and errors as the pages."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import api_view, parser_classes
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api import serializers as shapes
from benchmark.models import Card
from benchmark.selectors.leaderboard import leaderboard
from benchmark.selectors.release_pages import proposal, release_page
from benchmark.selectors.releases import archive_of, file_of, folder_name, release_named
from benchmark.selectors.runs import run_with_id
from benchmark.services.background import WORKS
from benchmark.services.cards import keep_card
from benchmark.services.exporting import record_download
from benchmark.services.kept import check_comparable, comparison_of
from benchmark.services.releasing import check_new_version, withdraw_release
from benchmark.services.scoring import add_run, check_size
from benchmark.tasks import carry_out, score_waiting_run
from foundation.api.access import member
from foundation.api.jobs import Area, JobSerializer
from foundation.api.parsers import FlatJSONParser
from foundation.api.reading import checked
from foundation.logic.errors import Conflict
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access, require_reader
from foundation.selectors.administrators import require_administrator

AREA = Area("api_releases", WORKS, carry_out.enqueue)


@extend_schema(methods=["GET"], responses=shapes.ReleaseSerializer(many=True))
@extend_schema(methods=["POST"], request=shapes.VersionSerializer, responses={202: JobSerializer})
@api_view(["GET", "POST"])
@member(LEAD)
def releases(request: Request, access: Access) -> Response:
    """The versions of a project, newest first; POST has one frozen, and answers with a job to ask about."""
    if request.method == "POST":
        version = checked(shapes.VersionSerializer, request)["version"]
        check_new_version(access.project, version)
        return AREA.opened(access, "freeze", options={"version": version})
    rows = access.project.releases.order_by("-frozen_at")
    return Response(shapes.ReleaseSerializer(rows, many=True).data)


@extend_schema(request={"multipart/form-data": shapes.BeginSerializer}, responses={202: JobSerializer})
@api_view(["POST"])
@member(LEAD)
def begin(request: Request, access: Access) -> Response:
    """Begin a new project from a published version. Administrators only; the answer is a job to ask about."""
    require_administrator(access.user, "opens a project")
    given = checked(shapes.BeginSerializer, request)
    return AREA.opened(
        access,
        "release",
        file=given["release"],
        second=given["notes"],
        options={"slug": given["slug"]},
        check_only=given["check_only"],
    )


@extend_schema(responses=shapes.ProposalSerializer)
@api_view(["GET"])
@member(LEAD)
def next_release(request: Request, access: Access) -> Response:
    """What a version frozen now would hold, and what stands in its way."""
    return Response(shapes.ProposalSerializer(proposal(access.project)).data)


@extend_schema(methods=["GET"], responses=shapes.CardSerializer)
@extend_schema(methods=["PATCH"], request=shapes.CardSerializer, responses=shapes.CardSerializer)
@api_view(["GET", "PATCH"])
@member(LEAD)
def card(request: Request, access: Access) -> Response:
    """What the lead writes for the data card of the next version."""
    held = Card.objects.filter(project=access.project).first() or Card(project=access.project)
    if request.method == "PATCH":
        shape = shapes.CardSerializer(held, data=request.data, partial=True)
        shape.is_valid(raise_exception=True)
        for name, value in shape.validated_data.items():
            setattr(held, name, value)
        keep_card(actor=access.user, card=held)
    return Response(shapes.CardSerializer(held).data)


@extend_schema(responses=shapes.ReleaseDetailSerializer)
@api_view(["GET"])
@member(LEAD)
def release(request: Request, access: Access, version: str) -> Response:
    """One version: counts, files with hashes, and what it changed."""
    page = release_page(access.project, release_named(access.project, version))
    found = page.differences
    differences = found and {"since": found.since, "counts": found.counts(), "rows": found.rows()}
    body = {"release": page.release, "files": page.files, "differences": differences}
    return Response(shapes.ReleaseDetailSerializer(body).data)


@extend_schema(request=shapes.WithdrawalSerializer, responses=shapes.ReleaseSerializer)
@api_view(["POST"])
@member(LEAD)
def withdraw(request: Request, access: Access, version: str) -> Response:
    """Withdraw a version, with a reason. Its bytes stay."""
    reason = checked(shapes.WithdrawalSerializer, request)["reason"]
    release = withdraw_release(actor=access.user, project=access.project, version=version, reason=reason)
    return Response(shapes.ReleaseSerializer(release).data)


@extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
@api_view(["GET"])
@member(LEAD)
def archive(request: Request, access: Access, version: str) -> HttpResponse:
    """A whole version, packed. Needs a current data-use attestation."""
    require_reader(access)
    release = release_named(access.project, version)
    record_download(actor=access.user, release=release, path="")
    answer = HttpResponse(archive_of(release), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{folder_name(release)}.zip"'
    return answer


@extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
@api_view(["GET"])
@member(LEAD)
def file(request: Request, access: Access, version: str, path: str) -> HttpResponse:
    """One file of a version, byte for byte. Needs a current data-use attestation."""
    require_reader(access)
    release = release_named(access.project, version)
    found = file_of(release, path)
    record_download(actor=access.user, release=release, path=path)
    return HttpResponse(bytes(found.content), content_type="application/octet-stream")


@extend_schema(methods=["GET"], responses=shapes.RunSerializer(many=True))
@extend_schema(
    methods=["POST"],
    request={"multipart/form-data": shapes.UploadSerializer},
    responses=shapes.RunSerializer,
)
@api_view(["GET", "POST"])
@parser_classes([MultiPartParser, FlatJSONParser])
@member(LEAD)
def runs(request: Request, access: Access, version: str) -> Response:
    """The runs on a version; POST uploads a predictions file and has it scored."""
    release = release_named(access.project, version)
    if request.method == "POST":
        given = checked(shapes.UploadSerializer, request)
        upload = given.pop("predictions")
        check_size(upload.size)
        run = add_run(
            actor=access.user, release=release, file_name=upload.name, content=upload.read(), **given
        )
        score_waiting_run.enqueue(str(run.pk))
        run.refresh_from_db()
        return Response(shapes.RunSerializer(run).data, status=status.HTTP_201_CREATED)
    rows = release.runs.defer("predictions", "score").order_by("system")
    return Response(shapes.RunSerializer(rows, many=True).data)


@extend_schema(responses=shapes.StandingSerializer(many=True))
@api_view(["GET"])
@member(LEAD)
def standings(request: Request, access: Access, version: str) -> Response:
    """Systems, trivial baselines and people on a version. An undefined F1 counts as 0 here, and only here."""
    board = leaderboard(access.project, version, {})
    return Response(shapes.StandingSerializer(board.standings, many=True).data)


@extend_schema(responses=shapes.RunDetailSerializer)
@api_view(["GET"])
@member(LEAD)
def run(request: Request, access: Access, run_id: UUID) -> Response:
    """A run with the object that `score_run` prints, or with why it was refused."""
    return Response(shapes.RunDetailSerializer(run_with_id(access.project, run_id)).data)


@extend_schema(methods=["GET"], responses=OpenApiTypes.OBJECT)
@extend_schema(methods=["POST"], request=None, responses={202: JobSerializer})
@api_view(["GET", "POST"])
@member(LEAD)
def against(request: Request, access: Access, run_id: UUID, other_id: UUID) -> Response:
    """Two scored runs of one version, paired: the comparison object of a score. On a large version 409
    `not_compared`, until a POST had the worker work it out."""
    one, other = run_with_id(access.project, run_id), run_with_id(access.project, other_id)
    if request.method == "POST":
        check_comparable(one, other)
        return AREA.opened(access, "comparison", options={"one": str(one.pk), "other": str(other.pk)})
    found = comparison_of(one, other)
    if found is None:
        raise Conflict("not_compared", "These two were not compared yet; POST to this address first.")
    return Response(found)
