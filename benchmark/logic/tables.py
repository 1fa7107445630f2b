"""The one way tables are written and read: exact bytes out, errors with their place in.

Written: UTF-8, `\\n`, a field quoted exactly when it holds `,` `"` CR or LF. So the same rows give the same
bytes on any machine, and `csv` and pandas read the rows back unchanged.
"""

import csv
import gzip
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from foundation.logic.errors import Refusal, RowError

SHOWN_ERRORS = 100
_QUOTED = re.compile('[,"\r\n]')
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
_GZIP_MAGIC = b"\x1f\x8b"
csv.field_size_limit(2**31 - 1)  # a note is one field; the default limit is 131,072 characters


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
    reader: Iterator[list[str]]

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
        """Raise the refusal of one bad row."""
        raise one_error("bad_rows", self.file, line, column, reason)


def one_error(code: str, file: str, line: int, column: str, reason: str) -> Refusal:
    """A refusal with a single place."""
    place = f"{file}, line {line}" + (f", column {column}" if column else "")
    return Refusal(code, f"{place}: {reason}", errors=(RowError(file, line, column, reason),))


def open_table(path: Path, required: Sequence[str], optional: Sequence[str] = (), name: str = "") -> Table:
    """Open a CSV file (plain or gzip, with or without a byte order mark) and check its header.

    Refuses a file without one of the required columns, or with a column twice. Columns that are neither
    required nor optional are left in the rows; `places` does not name them.
    """
    name = name or path.name
    lines = _guarded(open_text(path, name), path, name)
    reader = csv.reader(lines, strict=True)
    guarded = _CsvRows(reader, name)
    header = next(guarded, None)
    if header is None:
        raise one_error("bad_header", name, 1, "", "The file is empty")
    places = {column: at for at, column in enumerate(header) if column in (*required, *optional)}
    for column in header:
        if header.count(column) > 1:
            raise one_error("bad_header", name, 1, column, "The column stands twice in the header")
    lacking = [column for column in required if column not in places]
    if lacking:
        shown = ", ".join(column[:40] for column in header[:12])
        raise one_error(
            "bad_header", name, 1, lacking[0], f"The header lacks {', '.join(lacking)}; it has {shown}"
        )
    return Table(name, tuple(header), places, guarded)


class _CsvRows:
    """The rows of a csv.reader, with a broken row turned into a refusal that names its line."""

    def __init__(self, reader, name: str):
        self._reader, self._name = reader, name

    @property
    def line_num(self) -> int:
        return self._reader.line_num

    def __iter__(self):
        try:
            yield from self._reader
        except csv.Error as broken:
            raise one_error(
                "bad_rows", self._name, self._reader.line_num, "", f"Broken row: {broken}"
            ) from None

    def __next__(self):
        try:
            return next(self._reader)
        except csv.Error as broken:
            raise one_error(
                "bad_rows", self._name, self._reader.line_num, "", f"Broken row: {broken}"
            ) from None


def open_text(path: Path, name: str = "", newline: str = "") -> io.TextIOBase:
    """Open a UTF-8 text, plain or gzip (told by its first bytes), without touching its line ends."""
    try:
        raw = path.open("rb")
    except OSError as trouble:
        raise Refusal(
            "unreadable_file", f"{name or path.name}: {trouble.strerror or 'cannot be read'}"
        ) from None
    zipped = raw.read(2) == _GZIP_MAGIC
    raw.seek(0)
    binary = gzip.GzipFile(fileobj=raw) if zipped else raw
    return io.TextIOWrapper(binary, encoding="utf-8-sig", newline=newline)


def _guarded(stream: io.TextIOBase, path: Path, name: str) -> Iterator[str]:
    """The lines of a stream; bytes that are not UTF-8 and broken gzip become refusals that name the line."""
    with stream:
        try:
            yield from stream
        except UnicodeDecodeError:
            line = _line_of_bad_bytes(path)
            raise one_error("not_utf8", name, line, "", "The bytes of this line are not UTF-8") from None
        except (OSError, EOFError) as trouble:
            raise Refusal("unreadable_file", f"{name}: cannot be unpacked ({trouble})") from None


def text_lines(path: Path, name: str = "") -> Iterator[tuple[int, str]]:
    """Numbered lines of a UTF-8 text split on `\\n` only, without it (JSON Lines: U+2028 stays inside)."""
    name = name or path.name
    for number, line in enumerate(_guarded(open_text(path, name, newline="\n"), path, name), 1):
        yield number, line.removesuffix("\n")


def _line_of_bad_bytes(path: Path) -> int:
    opener = gzip.open if path.read_bytes()[:2] == _GZIP_MAGIC else open
    with opener(path, "rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                return number
    return 0
