"""The one mapping of refusals to answers of the API."""

from rest_framework.response import Response
from rest_framework.views import exception_handler

from foundation.logic.errors import Refusal


def answer(exception: Exception, context: dict) -> Response | None:
    """A refusal in the shape the commands print; everything else as DRF answers it."""
    if isinstance(exception, Refusal):
        return Response(exception.as_dict(), status=exception.status)
    return exception_handler(exception, context)
