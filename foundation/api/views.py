from django.contrib.auth import authenticate
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.reading import checked
from foundation.logic.errors import Forbidden
from foundation.models import Membership
from foundation.services.people import make_token


class CredentialsSerializer(serializers.Serializer):
    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)


@extend_schema(
    request=CredentialsSerializer,
    responses=inline_serializer(
        "Token", {"token": serializers.CharField(), "expires": serializers.DateTimeField()}
    ),
)
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
def token(request: Request) -> Response:
    """A personal token for programs, for user name and password. Send it as `Authorization: Token ...`."""
    user = authenticate(request._request, **checked(CredentialsSerializer, request))
    if user is None:
        raise Forbidden("bad_password", "User name or password is not right.")
    instance, value = make_token(user)
    return Response({"token": value, "expires": instance.expiry})


class ProjectSerializer(serializers.Serializer):
    slug = serializers.CharField(source="project.slug")
    name = serializers.CharField(source="project.name")
    role = serializers.CharField()


@extend_schema(responses=ProjectSerializer(many=True))
@api_view(["GET"])
def projects(request: Request) -> Response:
    """The projects in which you have a role."""
    memberships = (
        Membership.objects.filter(user_id=request.user.pk, active=True)
        .select_related("project")
        .order_by("project__slug")
    )
    return Response(ProjectSerializer(memberships, many=True).data)
