"""Finding the notes of a published benchmark in a user's file, and bringing exactly those in."""

import dataclasses
from pathlib import Path

from benchmark.logic.published import Published
from corpus.logic.notes import NoteRow, faults, task_id
from corpus.models import Note
from corpus.services.files import Progress, bytes_of
from corpus.services.note_files import read_notes
from foundation.logic.digest import text_digest
from foundation.logic.errors import Refusal, RowError
from foundation.logic.report import Report
from foundation.models import Project

BATCH = 100


def bring_notes(project: Project, published: Published, path: Path, progress: Progress) -> dict[str, Note]:
    """Afterwards the project holds one note for every task of the benchmark; notes by task.

    A note the benchmark names must have the length and SHA-256 it had; where none is named, the lowest
    `note_seq` of the stay stands for it. Raises Refusal (notes_differ) for changed and missing notes.
    """
    report = Report()
    found = _Search(published)
    total = bytes_of([path])
    for row in read_notes(path, "auto", report.errors, lambda done: progress(done, total)):
        found.take(row)
    report.refuse_if_bad()
    rows = found.rows()
    bad = [(row, fault) for row in rows.values() for fault in faults(row)[:1]]
    if bad:
        errors = tuple(RowError(row.file, row.line, column, reason) for row, (column, reason) in bad)
        raise Refusal(
            "bad_rows", f"{len(bad):,} notes cannot be stored; nothing was imported.", errors=errors
        )
    notes = {task: _note(project, row) for task, row in sorted(rows.items())}
    Note.objects.bulk_create(notes.values(), batch_size=BATCH)
    return notes


class _Search:
    """Keeps the rows that are wanted, by id or by task, while a file streams by."""

    def __init__(self, published: Published) -> None:
        self.by_id = {note.note_id: note for note in published.notes}
        named = {note.task_id for note in published.notes}
        self.unnamed = published.tasks - named
        self.chosen: dict[str, NoteRow] = {}
        self.changed: set[str] = set()

    def take(self, row: NoteRow) -> None:
        wanted = self.by_id.get(row.note_id)
        if wanted is not None:
            same = len(row.text) == wanted.n_chars and text_digest(row.text) == wanted.sha256
            if same:
                self.chosen[wanted.task_id] = row
            else:
                self.changed.add(row.note_id)
            return
        task = task_id(row.note_id, row.subject_id, row.hadm_id)
        if task in self.unnamed:
            best = self.chosen.get(task)
            if best is None or (row.note_seq, row.note_id) < (best.note_seq, best.note_id):
                self.chosen[task] = row

    def rows(self) -> dict[str, NoteRow]:
        missing = sorted(
            note.note_id
            for note in self.by_id.values()
            if note.task_id not in self.chosen and note.note_id not in self.changed
        )
        missing += sorted(self.unnamed - self.chosen.keys())
        changed = sorted(self.changed)
        if missing or changed:
            raise Refusal(
                "notes_differ",
                f"{len(changed)} notes changed and {len(missing)} are missing, for example "
                f"{(changed + missing)[0]}; nothing was imported.",
                changed_notes=changed,
                missing_notes=missing,
            )
        return self.chosen


def _note(project: Project, row: NoteRow) -> Note:
    values = dataclasses.asdict(row)
    del values["file"], values["line"]
    return Note(
        project=project,
        task_id=task_id(row.note_id, row.subject_id, row.hadm_id),
        n_chars=len(row.text),
        sha256=text_digest(row.text),
        **values,
    )
