"""The one mapping of refusals to answers of the API."""

from rest_framework.response import Response
from rest_framework.views import exception_handler

from foundation.logic.errors import Refusal

NAMES = {400: "bad_request", 401: "not_signed_in", 403: "forbidden", 404: "not_found"}
NAMES |= {405: "method_not_allowed", 406: "not_acceptable", 415: "unsupported_media_type", 429: "throttled"}


def answer(exception: Exception, context: dict) -> Response | None:
    """A refusal in the shape the commands print; what DRF refuses by itself takes that shape too."""
    if isinstance(exception, Refusal):
        return Response(exception.as_dict(), status=exception.status)
    response = exception_handler(exception, context)
    if response is not None and isinstance(response.data, dict) and "detail" in response.data:
        name = NAMES.get(response.status_code, "refused")
        response.data = {"error": name, "message": str(response.data["detail"]), "errors": []}
    return response
