"""What a note must be to come in: its ids, its text, and the file layouts it comes from."""

import re
from dataclasses import dataclass
from pathlib import PurePath

LONGEST_TEXT = 10_000_000
LONGEST = {"note_id": 100, "subject_id": 60, "hadm_id": 60, "note_type": 20, "charttime": 40, "storetime": 40}
MIMIC_CXR = re.compile(r"(?:^|/)p[0-9]{2}/p([0-9]+)/s([0-9]+)\.txt$")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f]")


@dataclass(frozen=True)
class NoteRow:
    """One note as its file gives it; the text is untouched. `line` is where it stands in `file`."""

    file: str
    line: int
    note_id: str
    subject_id: str
    hadm_id: str
    text: str
    note_type: str = ""
    note_seq: int = 0
    charttime: str = ""
    storetime: str = ""


def task_id(note_id: str, subject_id: str, hadm_id: str) -> str:
    """`<subject>_<stay>`, or the note's own id where there is no stay."""
    return f"{subject_id}_{hadm_id}" if hadm_id else note_id


def faults(row: NoteRow) -> list[tuple[str, str]]:
    """Why a note cannot come in, as (column, reason); an empty list when it can."""
    found = [
        (column, "empty") for column in ("note_id", "subject_id", "text") if not getattr(row, column).strip()
    ]
    for column, longest in LONGEST.items():
        value = getattr(row, column)
        if len(value) > longest:
            found.append((column, f"{len(value):,} characters, and at most {longest} can be stored"))
        elif _CONTROL.search(value) or _UNSTORABLE.search(value):
            found.append((column, "holds a control character or a lone surrogate"))
    if len(row.text) > LONGEST_TEXT:
        found.append(("text", f"{len(row.text):,} characters, and the limit is {LONGEST_TEXT:,}"))
    unstorable = _UNSTORABLE.search(row.text)
    if unstorable:
        kind = "U+0000" if unstorable.group() == "\0" else "a lone surrogate"
        found.append(("text", f"holds {kind} at offset {unstorable.start():,}, which no database can store"))
    return found


def ids_of_path(path: PurePath) -> tuple[str, str, str]:
    """(note_id, subject_id, hadm_id) of a `.txt` file: those of a MIMIC-CXR report, else its name twice.

    `files/p10/p10000032/s50414267.txt` is study 50414267 of subject 10000032.
    """
    report = MIMIC_CXR.search(path.as_posix())
    if report:
        return f"s{report.group(2)}", report.group(1), report.group(2)
    return path.stem, path.stem, ""
