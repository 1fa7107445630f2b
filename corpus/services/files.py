"""Opening what people import, plain or gzip, and reporting on it row by row."""

import csv
import gzip
import io
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from corpus.logic.rows import MOST_ERRORS
from foundation.logic.errors import Refusal, RowError

GZIP = b"\x1f\x8b"
MOST_NOTICES = 1_000
Progress = Callable[[int, int | None], None]


def no_progress(_done: int, _total: int | None = None) -> None:
    """The progress of an import that nobody watches."""


@contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, Callable[[], int]]]:
    """The file's bytes, unpacked where it is gzip, and a function that says how many bytes of it were read.

    Raises Refusal `unreadable_file` where it cannot be opened and `broken_file` where unpacking it fails.
    """
    try:
        raw = path.open("rb")
    except OSError as error:
        raise Refusal("unreadable_file", f"{path.name}: {error.strerror or 'cannot be read'}") from error
    with raw:
        packed = raw.peek(2)[:2] == GZIP
        stream = io.BufferedReader(gzip.GzipFile(fileobj=raw)) if packed else raw
        try:
            yield stream, raw.tell
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise Refusal(
                "broken_file", f"{path.name} is damaged: its gzip data ends early or is not gzip."
            ) from error


def bytes_of(paths: list[Path]) -> int:
    """How many bytes the files hold together, for a progress bar."""
    return sum(path.stat().st_size for path in paths if path.is_file())


@dataclass
class Report:
    """What an import has to say about rows: errors refuse the file, notices tell what was passed over."""

    errors: list[RowError] = field(default_factory=list)
    notices: list[RowError] = field(default_factory=list)
    skipped: Counter = field(default_factory=Counter)

    def skip(self, reason: str, file: str, line: int, column: str, words: str) -> None:
        """Count a row that was passed over; the first thousand of a reason are kept with their place."""
        self.skipped[reason] += 1
        if self.skipped[reason] <= MOST_NOTICES:
            self.notices.append(RowError(file, line, column, words))

    def refuse_if_bad(self) -> None:
        """Raise Refusal `bad_rows` if there was an error; the caller's transaction then leaves nothing."""
        if not self.errors:
            return
        more = " or more" if len(self.errors) >= MOST_ERRORS else ""
        files = ", ".join(dict.fromkeys(error.file for error in self.errors))
        raise Refusal(
            "bad_rows",
            f"{files}: {len(self.errors):,}{more} bad rows; nothing was imported.",
            errors=tuple(self.errors),
        )

    def as_csv(self, refusal: Refusal | None = None) -> str:
        """A table (kind, file, line, column, reason) of errors and notices, in the order they were found."""
        errors = refusal.errors if refusal else self.errors
        table = io.StringIO()
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(["kind", "file", "line", "column", "reason"])
        for kind, found in (("error", errors), ("notice", self.notices)):
            writer.writerows([kind, row.file, row.line, row.column, row.reason] for row in found)
        return table.getvalue()
