"""Opening a user's text files: plain or gzip, strictly UTF-8, line ends untouched."""

import gzip
import io
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from foundation.logic.errors import Refusal, RowError

# a few packed bytes may be one line without an end; a note is shorter
LONGEST_LINE = 64 * 2**20
_GZIP_MAGIC = b"\x1f\x8b"


def one_error(code: str, file: str, line: int, column: str, reason: str) -> Refusal:
    """A refusal with a single place in a file."""
    place = f"{file}, line {line}" + (f", column {column}" if column else "")
    return Refusal(code, f"{place}: {reason}", errors=(RowError(file, line, column, reason),))


class Lines:
    """The lines of a text file, each with its line end; a byte order mark is left out.

    `newline=""` cuts at CR, LF and CR LF as `csv` wants it, `newline="\\n"` at LF alone. Bytes that are not
    UTF-8 and broken gzip become a Refusal that names the line. Closed at its end or by `close`.
    """

    def __init__(self, path: Path, name: str = "", newline: str = ""):
        self.path, self.name = path, name or path.name
        try:
            stream = _open_binary(path)
        except OSError as trouble:
            reason = trouble.strerror or "cannot be read"
            raise Refusal("unreadable_file", f"{self.name}: {reason}") from None
        self._stream = io.TextIOWrapper(stream, encoding="utf-8-sig", newline=newline)

    def close(self) -> None:
        """Close the file; reading on is an error."""
        self._stream.close()

    def __iter__(self) -> Iterator[str]:
        try:
            for number, line in enumerate(iter(partial(self._stream.readline, LONGEST_LINE), ""), 1):
                if len(line) == LONGEST_LINE:
                    raise one_error("bad_rows", self.name, number, "", "The line never ends")
                yield line
        except UnicodeDecodeError:
            line = _line_of_bad_bytes(self.path)
            raise one_error("not_utf8", self.name, line, "", "The bytes of this line are not UTF-8") from None
        except (OSError, EOFError, zlib.error) as trouble:
            raise Refusal("unreadable_file", f"{self.name}: cannot be unpacked ({trouble})") from None
        finally:
            self.close()


def _open_binary(path: Path) -> io.BufferedIOBase:
    with path.open("rb") as stream:
        zipped = stream.read(2) == _GZIP_MAGIC
    return gzip.open(path, "rb") if zipped else path.open("rb")


def _line_of_bad_bytes(path: Path) -> int:
    with _open_binary(path) as stream:
        for number, line in enumerate(iter(partial(stream.readline, LONGEST_LINE), b""), 1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                return number
    return 0


def text_lines(path: Path, name: str = "") -> Iterator[tuple[int, str]]:
    """Numbered lines of a UTF-8 text split on `\\n` only, without it (JSON Lines: U+2028 stays inside)."""
    for number, line in enumerate(Lines(path, name, newline="\n"), 1):
        yield number, line.removesuffix("\n")
