"""Allowed changes of one status field, written as a table."""

from collections.abc import Mapping

from foundation.logic.errors import Conflict

Moves = Mapping[str, frozenset[str]]


def moves(table: Mapping[str, tuple[str, ...]]) -> Moves:
    """A table of moves: every status that appears, with the statuses it may change to."""
    return {state: frozenset(targets) for state, targets in table.items()}


def check_move(table: Moves, thing: str, now: str, wanted: str) -> None:
    """Return when the move is in the table; otherwise raise `Conflict` with code `wrong_state`."""
    if wanted not in table.get(now, frozenset()):
        raise Conflict("wrong_state", f"A {thing} that is {now} cannot become {wanted}.")
