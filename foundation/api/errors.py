"""The one mapping of refusals to answers of the API."""

from collections.abc import Iterator

from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from foundation.logic.errors import Refusal

NAMES = {400: "bad_request", 401: "not_signed_in", 403: "forbidden", 404: "not_found"}
NAMES |= {405: "method_not_allowed", 406: "not_acceptable", 415: "unsupported_media_type", 429: "throttled"}


def answer(exception: Exception, context: dict) -> Response | None:
    """A refusal in the shape the commands print; what DRF refuses by itself takes that shape too."""
    if isinstance(exception, Refusal):
        return Response(exception.as_dict(), status=exception.status)
    if isinstance(exception, ValidationError):
        faults = list(_faults(exception.detail))
        told = "; ".join(f"{field}: {reason}" if field else reason for field, reason in faults)
        refusal = Refusal("bad_request", told, field=faults[0][0])
        return Response(refusal.as_dict(), status=refusal.status)
    response = exception_handler(exception, context)
    if response is not None and isinstance(response.data, dict) and "detail" in response.data:
        name = NAMES.get(response.status_code, "refused")
        response.data = {"error": name, "message": str(response.data["detail"]), "errors": []}
    return response


def _faults(detail: object, where: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """What a serializer found: (the field, dotted where it lies deep, or "", and why)."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            of_the_whole = name == api_settings.NON_FIELD_ERRORS_KEY
            yield from _faults(inner, where if of_the_whole else (*where, str(name)))
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            yield from _faults(inner, (*where, str(number)) if isinstance(inner, dict | list) else where)
    else:
        yield ".".join(where), str(detail)
