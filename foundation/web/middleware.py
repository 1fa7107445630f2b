"""Refusals become answers, and pages with patient text are never kept by a browser or proxy."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from foundation.logic.errors import Refusal

_PAGES = {403: "errors/403.html", 404: "errors/404.html"}


class _Answers:
    def __init__(self, get_response) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        if wants_json(request):
            return JsonResponse(exception.as_dict(), status=exception.status)
        if exception.code == "attestation_needed" and request.method == "GET":
            page = reverse("attestation", args=[request.access.project.slug])
            return redirect(f"{page}?{urlencode({'next': request.path})}")
        page = _PAGES.get(exception.status, "errors/refusal.html")
        context = {"refusal": exception, "message": exception.message, "back": _page_before(request)}
        return render(request, page, context, status=exception.status)


def _page_before(request: HttpRequest) -> str:
    """The address of the page of ours that asked, or nothing."""
    before = urlsplit(request.headers.get("Referer", ""))
    if before.netloc != request.get_host() or before.path.startswith("//") or before.path == request.path:
        return ""
    return before._replace(scheme="", netloc="", fragment="").geturl()


def errors_to_answers(get_response):
    """The one mapping of refusals to HTTP for pages; the API has the same in `foundation.api.errors`."""
    return _Answers(get_response)


def storable_addresses(get_response):
    """No text of ours holds a NUL, and PostgreSQL takes none: a path with one leads nowhere, and what holds
    one in a query is not found."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info:
            return render(request, _PAGES[404], status=404)
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query:
            # a mark in its place: what stood around it must not come together as another
            request.META["QUERY_STRING"] = query.replace("%00", "%EF%BF%BD")
        return get_response(request)

    return middleware


def never_cached(get_response):
    """Every answer to a person signed in is `no-store`: neither disk nor proxy keeps it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store, private"
        return response

    return middleware


def wants_json(request: HttpRequest) -> bool:
    """Whether a script of ours asked, rather than a person following a link."""
    return request.content_type == "application/json" or request.headers.get("Accept", "").startswith(
        "application/json"
    )
