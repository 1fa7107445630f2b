"""Tables for people who open them in a spreadsheet, which would run some cells as formulas."""

import csv
import io

_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")
_QUOTED = frozenset(',"\r\n')


def spreadsheet_safe(table: str) -> str:
    """A copy of a CSV table in which a field that a spreadsheet would run has an apostrophe in front.

    Also where the risky character comes after blanks. The copy is for looking; what programs read stays raw.
    """
    rows = csv.reader(io.StringIO(table, newline=""))
    return "".join(",".join(map(_field, row)) + "\n" for row in rows)


def _field(value: str) -> str:
    if value.startswith(_RISKY) or value.lstrip(" ").startswith(_RISKY):
        value = "'" + value
    return '"' + value.replace('"', '""') + '"' if _QUOTED.intersection(value) else value
