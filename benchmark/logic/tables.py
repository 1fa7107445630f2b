"""The one way tables are written and read: exact bytes out, errors with their place in.

Written: UTF-8, `\\n`, a field quoted exactly when it holds `,` `"` CR or LF. So the same rows give the same
bytes on any machine, and `csv` and pandas read the rows back unchanged.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.logic.files import Lines, one_error
from foundation.logic.errors import Refusal, RowError

SHOWN_ERRORS = 100
_QUOTED = re.compile('[,"\r\n]')
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
csv.field_size_limit(64 * 2**20)  # a note is one field; the default limit is 131,072 characters


def field(value: str) -> str:
    """One field as it stands in the file. Raises ValueError for U+0000 and lone surrogates."""
    if _UNWRITABLE.search(value):
        raise ValueError("A field holds U+0000 or a lone surrogate")
    if _QUOTED.search(value):
        return '"' + value.replace('"', '""') + '"'
    return value


def table_bytes(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """The exact bytes of a table: header, rows in the given order, a line feed after each."""
    lines = [",".join(map(field, columns))]
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"A row has {len(row)} fields, the header {len(columns)}")
        lines.append(",".join(map(field, row)))
    return ("\n".join(lines) + "\n").encode("utf-8")


class Errors:
    """Collects the bad places of one file: all are counted, the first hundred are kept."""

    def __init__(self, file: str):
        self.file = file
        self.count = 0
        self.kept: list[RowError] = []

    def add(self, line: int, column: str, reason: str) -> None:
        self.count += 1
        if len(self.kept) < SHOWN_ERRORS:
            self.kept.append(RowError(self.file, line, column, reason))

    def raise_if_any(self, code: str, message: str) -> None:
        """Raise Refusal if a place was collected; the message is followed by the first of them."""
        if self.count:
            first = self.kept[0]
            place = f"{first.file}, line {first.line}" + (f", column {first.column}" if first.column else "")
            more = f" ({self.count} errors)" if self.count > 1 else ""
            raise Refusal(code, f"{message}: {place}: {first.reason}{more}", errors=tuple(self.kept))


@dataclass
class Table:
    """An opened table: `rows` are the raw rows after the header, `places` where each known column stands.

    `line` is the physical line on which the row last read ends, counted from 1.
    """

    file: str
    columns: tuple[str, ...]
    places: dict[str, int]
    reader: "_CsvRows"

    @property
    def line(self) -> int:
        return self.reader.line_num

    def numbered(self) -> Iterator[tuple[int, list[str]]]:
        """Rows with the line each begins on; a row of another width than the header is refused."""
        reader, width, before = self.reader, len(self.columns), self.reader.line_num
        for row in reader:
            if len(row) != width:
                self.refuse(before + 1, "", f"{len(row)} fields where the header has {width}")
            yield before + 1, row
            before = reader.line_num

    def refuse(self, line: int, column: str, reason: str) -> None:
        """Close the file and raise the refusal of one bad row."""
        self.reader.close()
        raise one_error("bad_rows", self.file, line, column, reason)


def open_table(path: Path, required: Sequence[str], optional: Sequence[str] = (), name: str = "") -> Table:
    """Open a CSV file (plain or gzip, with or without a byte order mark) and check its header.

    Refuses a file without one of the required columns, or with a column twice. Columns that are neither
    required nor optional are left in the rows; `places` does not name them.
    """
    lines = Lines(path, name)
    rows = _CsvRows(lines)
    header = next(rows, None)
    bad = _bad_header(header, required)
    if bad is not None:
        lines.close()
        raise one_error("bad_header", lines.name, 1, *bad)
    places = {column: at for at, column in enumerate(header) if column in (*required, *optional)}
    return Table(lines.name, tuple(header), places, rows)


def _bad_header(header: list[str] | None, required: Sequence[str]) -> tuple[str, str] | None:
    """The column at fault and the reason; None for a header that will do."""
    if header is None:
        return "", "The file is empty"
    for column in header:
        if header.count(column) > 1:
            return column, "The column stands twice in the header"
    lacking = [column for column in required if column not in header]
    if lacking:
        shown = ", ".join(column[:40] for column in header[:12])
        return lacking[0], f"The header lacks {', '.join(lacking)}; it has {shown}"
    return None


class _CsvRows:
    """The rows of a csv.reader; a broken one is refused by its line."""

    def __init__(self, lines: Lines):
        self._lines = lines
        self._reader = csv.reader(iter(lines), strict=True)

    @property
    def line_num(self) -> int:
        return self._reader.line_num

    def close(self) -> None:
        self._lines.close()

    def __iter__(self) -> Iterator[list[str]]:
        try:
            yield from self._reader
        except csv.Error as broken:
            raise self._refusal(broken) from None

    def __next__(self) -> list[str]:
        try:
            return next(self._reader)
        except csv.Error as broken:
            raise self._refusal(broken) from None

    def _refusal(self, broken: csv.Error) -> Refusal:
        self.close()
        return one_error("bad_rows", self._lines.name, self.line_num, "", f"Broken row: {broken}")
