"""Reading notes from the four layouts they come in, one at a time."""

from collections.abc import Callable, Iterator
from pathlib import Path

from corpus.logic.jsonlines import Fields, read_json_lines
from corpus.logic.lines import LONGEST_LINE
from corpus.logic.notes import MIMIC_CXR, NoteRow, ids_of_path
from corpus.logic.rows import Table, guess_encoding
from corpus.services.files import opened
from foundation.logic.errors import Refusal, RowError
from foundation.logic.report import MOST_ERRORS

MIMIC_NOTE, JSON_LINES, TEXT_FILES, MIMIC_CXR_FILES = "mimic-note", "jsonl", "txt", "mimic-cxr"
FORMATS = ("auto", MIMIC_NOTE, JSON_LINES, TEXT_FILES, MIMIC_CXR_FILES)
_REQUIRED = ("note_id", "subject_id", "hadm_id", "note_seq", "text")
_OPTIONAL = ("note_type", "charttime", "storetime")
Position = Callable[[], int]


def read_notes(
    path: Path, layout: str, errors: list[RowError], at: Callable[[int], None]
) -> Iterator[NoteRow]:
    """Every note of a file or folder. `at` is told how many bytes of it were read."""
    layout = guess_layout(path) if layout == "auto" else layout
    if path.is_dir() or layout in (TEXT_FILES, MIMIC_CXR_FILES):
        yield from _text_files(path, layout, errors, at)
        return
    with opened(path) as (stream, position):
        read = _json_lines if layout == JSON_LINES else _mimic_note
        for row in read(stream, path.name, errors):
            at(position())
            yield row


def guess_layout(path: Path) -> str:
    """The layout that a file's name, or the first report of a folder, tells."""
    if path.is_dir():
        first = next((file for file in path.rglob("*.txt")), None)
        return MIMIC_CXR_FILES if first and MIMIC_CXR.search(first.as_posix()) else TEXT_FILES
    name = path.name.lower().removesuffix(".gz")
    if name.endswith((".jsonl", ".ndjson")):
        return JSON_LINES
    if name.endswith(".csv"):
        return MIMIC_NOTE
    if name.endswith(".txt"):
        return MIMIC_CXR_FILES if MIMIC_CXR.search(path.absolute().as_posix()) else TEXT_FILES
    raise Refusal(
        "unknown_format", f"{path.name}: neither .csv, .jsonl, .txt (or .gz) nor a folder; name its --format."
    )


def _mimic_note(stream, name: str, errors: list[RowError]) -> Iterator[NoteRow]:
    for line, cells in Table(stream, name, errors, required=_REQUIRED, optional=_OPTIONAL):
        note_id, subject_id, hadm_id, sequence, text, note_type, charttime, storetime = cells
        number = _whole(sequence)
        if number is None:
            errors.append(RowError(name, line, "note_seq", f"{sequence[:20]!r} is not a whole number"))
            continue
        yield NoteRow(name, line, note_id, subject_id, hadm_id, text, note_type, number, charttime, storetime)


def _json_lines(stream, name: str, errors: list[RowError]) -> Iterator[NoteRow]:
    for line, row in read_json_lines(stream, name, errors):
        if len(errors) >= MOST_ERRORS:
            return
        fields = Fields(
            name, line, {key: value if key == "text" else _plain(value) for key, value in row.items()}, errors
        )
        note_id = fields.text("note_id", required=True)
        text = fields.text("text", required=True)
        sequence = _whole(fields.text("note_seq"))
        if sequence is None:
            fields.wrong("note_seq", "not a whole number")
        others = {column: fields.text(column) for column in ("hadm_id", *_OPTIONAL)}
        subject_id = fields.text("subject_id")
        if others["hadm_id"] and not subject_id:
            fields.wrong("subject_id", "missing, and the note has a stay")
        if fields.sound:
            yield NoteRow(
                name, line, note_id, subject_id or note_id, text=text, note_seq=sequence or 0, **others
            )


def _text_files(path: Path, layout: str, errors: list[RowError], at) -> Iterator[NoteRow]:
    files = sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    if not files:
        raise Refusal("no_notes", f"{path.name} holds no .txt file.")
    read = 0
    for file in files:
        name = file.relative_to(path).as_posix() if path.is_dir() else file.name
        if layout == MIMIC_CXR_FILES and not MIMIC_CXR.search(file.absolute().as_posix()):
            errors.append(RowError(name, 1, "", "not where a report is: p10/p10000032/s50414267.txt"))
            continue
        with opened(file) as (stream, _):
            raw = stream.read(LONGEST_LINE)
        if len(raw) == LONGEST_LINE:
            errors.append(RowError(name, 1, "text", f"longer than {LONGEST_LINE:,} bytes"))
            continue
        read += len(raw)
        at(read)
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            errors.append(RowError(name, line, "", f"not UTF-8; it looks like {guess_encoding(raw)}"))
            continue
        yield NoteRow(name, 1, *ids_of_path(file.absolute()), text=text)


def _plain(value: object) -> object:
    """Ids and numbers as text: JSON written from a data frame has them as numbers."""
    if type(value) is int:
        return str(value)
    if type(value) is float and value.is_integer():
        return str(int(value))
    return value


def _whole(value: str) -> int | None:
    value = value.strip()
    if value == "":
        return 0
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None
