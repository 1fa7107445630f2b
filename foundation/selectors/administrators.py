"""What is everybody's (terminologies, projects themselves) is changed by administrators alone."""

from foundation.logic.errors import Forbidden
from foundation.models import User


def require_administrator(actor: User | None, what: str) -> None:
    """Return for an administrator and for `system` (None); otherwise raise with what only they do."""
    if actor is not None and not actor.is_staff:
        raise Forbidden("administrators_only", f"Only an administrator {what}.")
