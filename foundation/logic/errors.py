"""Refusals: errors with a name, a message for a person and, for files, the rows that caused them."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class RowError:
    """One bad place in a file. `line` counts physical lines from 1; `column` is a column's name or ""."""

    file: str
    line: int
    column: str
    reason: str


class Refusal(Exception):
    """Something asked for was not done, and nothing was changed.

    `code` is stable and for programs; `message` is for people; `status` is the HTTP status that answers it.
    """

    status = 400

    def __init__(
        self, code: str, message: str, *, errors: tuple[RowError, ...] = (), **facts: object
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.errors = tuple(errors)
        self.facts = facts

    def as_dict(self) -> dict:
        """The JSON shape that commands, pages and the API print."""
        return {
            "error": self.code,
            "message": self.message,
            "errors": [asdict(error) for error in self.errors],
            **self.facts,
        }


class Missing(Refusal):
    """What was asked for does not exist, or the asker may not know whether it does."""

    status = 404

    def __init__(self, message: str = "Not found.") -> None:
        super().__init__("not_found", message)


class Forbidden(Refusal):
    """The asker is known and may see the thing, but may not do this."""

    status = 403


class Conflict(Refusal):
    """The asker worked from an older state; what is stored was kept."""

    status = 409
