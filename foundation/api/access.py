"""The API's door: the same people, the same roles as the pages."""

from collections.abc import Callable
from functools import wraps

from rest_framework.request import Request
from rest_framework.response import Response

from foundation.selectors.access import access_to


def member(*roles: str) -> Callable:
    """The API view gets `access` (project, user, role) in place of the slug; outsiders get 404."""

    def decorate(view: Callable) -> Callable:
        @wraps(view)
        def guarded(request: Request, slug: str, *args, **kwargs) -> Response:
            return view(request, access_to(request.user, slug, *roles), *args, **kwargs)

        return guarded

    return decorate
