"""Decorators at the door of a page: who may come in, and in which role."""

import json
from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from foundation.logic.errors import Conflict, Refusal
from foundation.selectors.access import access_to
from foundation.web.middleware import wants_json


def member(*roles: str) -> Callable:
    """The view gets `access` (project, user, role) in place of the project's slug.

    Nobody signed in: to the login page, or 401 `signed_out` for a script. Outsiders: 404. A member
    without one of the roles: 403. Without roles every member may come in.
    """

    def decorate(view: Callable) -> Callable:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args, **kwargs) -> HttpResponse:
            if not request.user.is_authenticated:
                return _signed_out(request)
            _refuse_page_of_another(request)
            request.access = access_to(request.user, slug, *roles)
            return view(request, request.access, *args, **kwargs)

        return guarded

    return decorate


def _signed_out(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"error": "signed_out", "message": "You are signed out."}, status=401)
    return login_required(lambda _: HttpResponse())(request)


def _refuse_page_of_another(request: HttpRequest) -> None:
    """A page open since another person was signed in acts for nobody: its words would get this one's name."""
    if request.headers.get("X-Person", str(request.user.pk)) != str(request.user.pk):
        raise Conflict("other_person", _("Somebody else is signed in in this browser now."))


def json_body(request: HttpRequest) -> dict:
    """The JSON object in the request's body, or a refusal."""
    try:
        body = json.loads(request.body or b"{}")
    except (ValueError, RecursionError) as error:
        raise Refusal("bad_json", "The body is not JSON.") from error
    if not isinstance(body, dict):
        raise Refusal("bad_json", "The body is not a JSON object.")
    return body
