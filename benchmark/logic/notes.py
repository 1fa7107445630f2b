"""Reading a user's own notes: MIMIC-IV-Note CSV, JSON Lines, or a folder of .txt, plain or gzip."""

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmark.logic.files import one_error, text_lines
from benchmark.logic.tables import open_table
from corpus.logic.notes import ids_of_path, task_id
from foundation.logic.errors import Refusal


@dataclass(frozen=True)
class NoteRow:
    """One note as its file gives it; the text is untouched."""

    note_id: str
    task_id: str
    note_seq: int
    text: str


def text_sha256(text: str) -> str:
    """SHA-256, in hex, of the UTF-8 bytes of a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def read_notes(path: Path) -> Iterator[NoteRow]:
    """Every note of a CSV file, a JSON Lines file or a folder, one at a time."""
    if path.is_dir():
        yield from _from_folder(path)
    elif path.name.removesuffix(".gz").endswith((".jsonl", ".ndjson", ".json")):
        yield from _from_json_lines(path)
    else:
        yield from _from_csv(path)


def _from_csv(path: Path) -> Iterator[NoteRow]:
    table = open_table(path, ("note_id", "text"), ("subject_id", "hadm_id", "note_seq"))
    at = table.places
    for line, row in table.numbered():
        get = {column: row[place] for column, place in at.items()}
        yield NoteRow(
            get["note_id"],
            task_id(get["note_id"], get.get("subject_id", ""), get.get("hadm_id", "")),
            _sequence(get.get("note_seq", ""), path.name, line),
            get["text"],
        )


def _from_json_lines(path: Path) -> Iterator[NoteRow]:
    for line, words in text_lines(path):
        if not words.strip():
            continue
        try:
            row = json.loads(words)
            note_id, text = str(row["note_id"]), row["text"]
            if not isinstance(text, str):
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise one_error("bad_rows", path.name, line, "", "Not an object with note_id and text") from None
        stay = str(row.get("hadm_id") or row.get("study_id") or "")
        task = task_id(note_id, str(row.get("subject_id") or ""), stay)
        yield NoteRow(note_id, task, _sequence(str(row.get("note_seq") or ""), path.name, line), text)


def _from_folder(folder: Path) -> Iterator[NoteRow]:
    """Files `<note_id>.txt`; a MIMIC-CXR report `p10/p10000032/s50414267.txt` is 10000032_50414267."""
    for path in sorted(folder.rglob("*.txt")):
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            raise one_error("not_utf8", path.name, 0, "", "The bytes of this file are not UTF-8") from None
        except OSError as trouble:
            raise Refusal("unreadable_file", f"{path.name}: {trouble.strerror}") from None
        note_id, subject_id, study = ids_of_path(path)
        yield NoteRow(note_id, task_id(note_id, subject_id, study), 0, text)


def _sequence(value: str, file: str, line: int) -> int:
    try:
        return int(value) if value.strip() else 0
    except ValueError:
        raise one_error("bad_rows", file, line, "note_seq", f"{value[:20]!r} is not a whole number") from None


@dataclass(frozen=True)
class WantedNote:
    """What a release says of one note: whose it is, how long it is and what it hashes to."""

    task_id: str
    note_id: str
    n_chars: int
    sha256: str


@dataclass(frozen=True)
class FoundNotes:
    """Texts by task for the notes that are what they were; the ids of the others, sorted."""

    texts: dict[str, str]
    changed: list[str]
    missing: list[str]

    def refuse_if_incomplete(self) -> None:
        """Raise Refusal unless every note was found unchanged."""
        if self.changed or self.missing:
            examples = ", ".join([*self.changed, *self.missing][:5])
            raise Refusal(
                "notes_differ",
                f"{len(self.changed)} notes changed and {len(self.missing)} missing, for example {examples}",
                changed_notes=self.changed,
                missing_notes=self.missing,
            )


def find_notes(path: Path, wanted: Collection[WantedNote]) -> FoundNotes:
    """Look the notes of a release up in a user's file, checking length and SHA-256 of each text."""
    by_id = {note.note_id: note for note in wanted}
    texts: dict[str, str] = {}
    changed: set[str] = set()
    for row in read_notes(path):
        note = by_id.get(row.note_id)
        if note is None:
            continue
        if len(row.text) == note.n_chars and _hash_or_none(row.text) == note.sha256:
            texts[note.task_id] = row.text
        else:
            changed.add(note.note_id)
    changed -= {note.note_id for note in wanted if note.task_id in texts}
    missing = [note.note_id for note in wanted if note.task_id not in texts and note.note_id not in changed]
    return FoundNotes(texts, sorted(changed), sorted(missing))


def find_notes_by_task(path: Path, tasks: Collection[str]) -> FoundNotes:
    """The same for a bare dataset, which names no notes: of several notes of a stay the lowest note_seq."""
    chosen: dict[str, NoteRow] = {}
    wanted = set(tasks)
    for row in read_notes(path):
        if row.task_id in wanted:
            best = chosen.get(row.task_id)
            if best is None or (row.note_seq, row.note_id) < (best.note_seq, best.note_id):
                chosen[row.task_id] = row
    missing = sorted(wanted - chosen.keys())
    return FoundNotes({task: row.text for task, row in chosen.items()}, [], missing)


def _hash_or_none(text: str) -> str | None:
    try:
        return text_sha256(text)
    except UnicodeEncodeError:
        return None
