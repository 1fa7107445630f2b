"""Reading JSON Lines: UTF-8, one object a line, split on `\\n` only (never on U+2028 or NEL)."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from corpus.logic.lines import bounded_lines
from foundation.logic.errors import Refusal, RowError

BOM = b"\xef\xbb\xbf"


def read_json_lines(stream: BinaryIO, name: str, errors: list[RowError]) -> Iterator[tuple[int, dict]]:
    """Every object with its line number from 1. What cannot be read is added to `errors` and passed over.

    A byte order mark before the first object and empty lines are tolerated; a line that is not UTF-8, not
    JSON, not an object, or names a key twice is an error.
    """
    for line, raw in enumerate(bounded_lines(stream, name), start=1):
        raw = raw.removeprefix(BOM) if line == 1 else raw
        if not raw.strip():
            continue
        try:
            value = json.loads(raw.decode("utf-8"), object_pairs_hook=_no_key_twice, parse_constant=_no_nan)
        except UnicodeDecodeError as error:
            errors.append(RowError(name, line, "", f"not UTF-8 at byte {error.start + 1} of the line"))
        except json.JSONDecodeError as error:
            errors.append(RowError(name, line, str(error.colno), f"not JSON: {error.msg}"))
        except RecursionError:
            errors.append(RowError(name, line, "", "nested too deeply"))
        except ValueError as error:
            errors.append(RowError(name, line, "", str(error)))
        else:
            if isinstance(value, dict):
                yield line, value
            else:
                errors.append(RowError(name, line, "", "not a JSON object"))


def refuse_bad_rows(name: str, errors: list[RowError]) -> None:
    """Return when there is no error; otherwise raise the `Refusal` that names all of them, by line."""
    if errors:
        rows = "row" if len(errors) == 1 else "rows"
        raise Refusal(
            "bad_rows",
            f"{name}: {len(errors):,} bad {rows}; nothing was imported.",
            errors=tuple(sorted(errors, key=lambda error: error.line)),
        )


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def _no_nan(constant: str) -> float:
    raise ValueError(f"{constant} is not a JSON number")


class Fields:
    """Typed reading of one object's fields; what is missing or of another type is noted as a row error."""

    def __init__(self, name: str, line: int, row: dict, errors: list[RowError]) -> None:
        self.name, self.line, self.row, self.errors = name, line, row, errors
        self.sound = True

    def wrong(self, column: str, reason: str) -> None:
        self.sound = False
        self.errors.append(RowError(self.name, self.line, column, reason))

    def text(self, column: str, *, required: bool = False) -> str:
        value = self.row.get(column)
        if value is None or value == "":
            if required:
                self.wrong(column, "missing")
            return ""
        if not isinstance(value, str):
            self.wrong(column, "not a text")
            return ""
        return value

    def number(self, column: str) -> int:
        value = self.row.get(column, 0)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is None:
            return 0
        if type(value) is not int or value < 0:
            self.wrong(column, "not a whole number from 0")
            return 0
        return value

    def spans(self, column: str) -> tuple[tuple[int, int], ...]:
        value = self.row.get(column) or []
        if not isinstance(value, list):
            self.wrong(column, "not a list of [start, end]")
            return ()
        for span in value:
            if not (isinstance(span, list) and len(span) == 2 and all(type(part) is int for part in span)):
                self.wrong(column, "not a list of [start, end]")
                return ()
        return tuple((start, end) for start, end in value)

    def texts(self, column: str) -> list[str] | None:
        value = self.row.get(column)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            self.wrong(column, "not a list of texts")
            return None
        return value
