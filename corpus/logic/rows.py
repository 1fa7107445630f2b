"""Reading a CSV file row by row: UTF-8, every row with the physical line it begins on, every fault named.

A line is what ends with a line feed, as editors and `sed` count, whatever cells span several of them.
"""

import csv
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO

from corpus.logic.lines import LONGEST_LINE, bounded_lines
from foundation.logic.errors import Refusal, RowError
from foundation.logic.report import MOST_ERRORS

BOM = b"\xef\xbb\xbf"
csv.field_size_limit(LONGEST_LINE)  # a note is one cell; the default limit is 131,072 characters
_OTHER_UNICODE = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
# encodings that refuse most foreign bytes first; the last takes any
_GUESSES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("cp949", lambda character: "가" <= character <= "힣"),
    ("shift_jis", lambda character: "ぁ" <= character <= "ヿ"),
    ("gb18030", lambda character: "一" <= character <= "鿿"),
)


def guess_encoding(raw: bytes) -> str:
    """The likeliest encoding of bytes that are not UTF-8, for a message to a person."""
    for mark, name in _OTHER_UNICODE:
        if raw.startswith(mark):
            return name
    # letters of two bytes come in rows; the accents of a western language stand alone
    in_rows = any(left > 127 and right > 127 for left, right in itertools.pairwise(raw))
    for name, is_letter in _GUESSES if in_rows else ():
        try:
            foreign = [character for character in raw.decode(name) if ord(character) > 127]
        except UnicodeDecodeError:
            continue
        if foreign and sum(map(is_letter, foreign)) > len(foreign) / 2:
            return name
    return "Latin-1 (or windows-1252)"


class Table:
    """A CSV file: `for line, cells in Table(...)`, where `cells` hold the wanted columns in their order.

    A wanted column that the file lacks gives "". Faulty rows are added to `errors` and passed over; reading
    stops at the thousandth. A header that lacks a required column, or names a wanted one twice, raises
    Refusal `bad_header`; a file that is not UTF-8 from its first bytes raises `bad_encoding`.
    """

    def __init__(
        self,
        stream: BinaryIO,
        name: str,
        errors: list[RowError],
        *,
        required: Sequence[str],
        optional: Sequence[str] = (),
    ) -> None:
        self.name, self.errors = name, errors
        self._ended_line = 0
        self._stream = stream
        self._reader = csv.reader(self._decoded(), strict=True)
        self._header = self._read_header()
        self._places = self._find(required, optional)

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        width = len(self._header)
        while len(self.errors) < MOST_ERRORS:
            began, faults = self._ended_line + 1, len(self.errors)
            try:
                row = next(self._reader)
            except StopIteration:
                return
            except csv.Error as error:
                self.errors.append(RowError(self.name, began, "", _words(error)))
                continue
            if not row or len(self.errors) > faults:
                continue
            if len(row) != width:
                reason = f"{len(row)} cells, and the header has {width}"
                self.errors.append(RowError(self.name, began, "", reason))
                continue
            yield began, [row[place] if place is not None else "" for place in self._places]

    def _decoded(self) -> Iterator[str]:
        for raw in bounded_lines(self._stream, self.name):
            self._ended_line += 1
            if self._ended_line == 1:
                raw = self._first(raw)
            try:
                yield raw.decode("utf-8")
            except UnicodeDecodeError as error:
                reason = (
                    f"not UTF-8 (byte {error.start + 1} of the line); it looks like {guess_encoding(raw)}"
                )
                self.errors.append(RowError(self.name, self._ended_line, "", reason))
                yield raw.decode("utf-8", "replace")

    def _first(self, raw: bytes) -> bytes:
        guess = guess_encoding(raw[:2])
        if guess == "UTF-16" or b"\0" in raw[:4]:
            raise Refusal(
                "bad_encoding",
                f"{self.name} is UTF-16; save it as UTF-8.",
                errors=(RowError(self.name, 1, "", "UTF-16, not UTF-8"),),
            )
        return raw.removeprefix(BOM)

    def _read_header(self) -> list[str]:
        try:
            header = next(self._reader)
        except StopIteration:
            raise self._refusal([("", "the file is empty")]) from None
        except csv.Error as error:
            raise self._refusal([("", _words(error))]) from None
        if self.errors:
            raise self._refusal([("", self.errors.pop().reason)])
        return [column.strip() for column in header]

    def _find(self, required: Sequence[str], optional: Sequence[str]) -> list[int | None]:
        faults = []
        for column in (*required, *optional):
            times = self._header.count(column)
            if times > 1:
                faults.append((column, f"the column stands {times} times in the header"))
            elif times == 0 and column in required:
                faults.append(
                    (column, f"the column is missing; the header has {', '.join(self._header)[:200]}")
                )
        if len(self._header) == 1 and faults:
            separator = next((mark for mark in ("\t", ";", "|") if mark in self._header[0]), None)
            if separator:
                faults.insert(0, ("", f"the cells are separated by {separator!r}, not by a comma"))
        if faults:
            raise self._refusal(faults)
        return [
            self._header.index(column) if column in self._header else None
            for column in (*required, *optional)
        ]

    def _refusal(self, faults: list[tuple[str, str]]) -> Refusal:
        errors = tuple(RowError(self.name, 1, column, reason) for column, reason in faults)
        first = f"{faults[0][0]}: {faults[0][1]}" if faults[0][0] else faults[0][1]
        return Refusal("bad_header", f"{self.name}: {first}; nothing was imported.", errors=errors)


def _words(error: csv.Error) -> str:
    """What the csv module means, for somebody who has never heard of it."""
    text = str(error)
    if "unexpected end of data" in text:
        return "a quoted cell that begins in this row is never closed"
    if "expected after" in text:
        return "a quoted cell goes on after its closing quote"
    if "new-line character" in text:
        return "a carriage return stands outside a quoted cell"
    return text
