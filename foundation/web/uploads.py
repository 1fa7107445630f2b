"""How large a file may be that people send: said in the browser, and refused before a byte is kept."""

import time
from collections.abc import Callable

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from foundation.logic.errors import Refusal
from foundation.web.middleware import wants_json

CHUNK = 2**18
SECONDS_TO_LISTEN = 60


class TooLarge(Refusal):
    """More was sent than this place takes."""

    status = 413

    def __init__(self, message: str = "") -> None:
        super().__init__("too_large", message or too_large())


def too_large() -> str:
    return _("This is too large: at most %(most)s can be sent at once.") % {
        "most": filesizeformat(settings.UPLOAD_MAX_BYTES)
    }


class UploadInput(forms.FileInput):
    """Tells `js/uploads.js` how much is too large, and what to say then."""

    def get_context(self, name: str, value: object, attrs: dict | None) -> dict:
        context = super().get_context(name, value, attrs)
        context["widget"]["attrs"]["data-most-bytes"] = settings.UPLOAD_MAX_BYTES
        context["widget"]["attrs"]["data-too-large"] = too_large()
        return context


class UploadField(forms.FileField):
    """A file that a person chooses; the page says at once when it is too large."""

    widget = UploadInput

    def __init__(self, *, max_length: int = 200, **named: object) -> None:
        super().__init__(max_length=max_length, **named)


def bounded(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """What says of itself that it is larger than UPLOAD_MAX_MB is answered with 413, and kept nowhere. So is
    a file of somebody who is not signed in, which Django would write to the disk before it asks who sends it.
    A request that does not say how large it is has no body for Django."""

    def middleware(request: HttpRequest) -> HttpResponse:
        said = request.META.get("CONTENT_LENGTH") or "0"
        size = int(said) if said.isdigit() else 0
        if size > settings.UPLOAD_MAX_BYTES:
            _throw_away(request)
            return _refused(request, TooLarge())
        if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE and not _is_known(request):
            _throw_away(request)
            return _refused(request, TooLarge(_("This is too large for somebody who is not signed in.")))
        return get_response(request)

    return middleware


def _is_known(request: HttpRequest) -> bool:
    if request.user.is_authenticated:
        return True
    try:
        return TokenAuthentication().authenticate(request) is not None
    except AuthenticationFailed:
        return False


def _throw_away(request: HttpRequest) -> None:
    """Most clients listen only once they have sent everything, and a closed connection is no answer."""
    until = time.monotonic() + SECONDS_TO_LISTEN
    try:
        while time.monotonic() < until and request.read(CHUNK):
            pass
    except UnreadablePostError:
        return  # the client is gone


def _refused(request: HttpRequest, refusal: TooLarge) -> HttpResponse:
    if wants_json(request) or request.path_info.startswith("/api/"):
        return JsonResponse(refusal.as_dict(), status=refusal.status)
    return render(request, "errors/refusal.html", {"refusal": refusal}, status=refusal.status)
