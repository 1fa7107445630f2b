"""Lines of a file of which nothing is known yet: a few packed bytes may be one line without an end."""

from collections.abc import Iterator
from typing import BinaryIO

from foundation.logic.errors import Refusal, RowError

# more than the longest note with every character escaped
LONGEST_LINE = 64 * 2**20


def bounded_lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of the stream; Refusal `line_too_long` for one that no note of ours could need."""
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE:
            reason = f"longer than {LONGEST_LINE:,} bytes"
            raise Refusal(
                "line_too_long",
                f"{name}, line {number}: {reason}; nothing was imported.",
                errors=(RowError(name, number, "", reason),),
            )
        yield line
