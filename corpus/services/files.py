"""Opening what people import, plain or gzip, with how far it was read."""

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from foundation.logic.errors import Refusal

GZIP = b"\x1f\x8b"
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
