"""Bringing notes in: the whole file or nothing, and never another text under a known id."""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from django.db import transaction

from corpus.logic.notes import NoteRow, faults, task_id
from corpus.models import Note, Pair
from corpus.services.files import Progress, bytes_of, no_progress
from corpus.services.note_files import read_notes
from foundation.logic.digest import text_digest
from foundation.logic.errors import RowError
from foundation.logic.report import Report
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record

BATCH = 500


@transaction.atomic
def import_notes(
    *,
    actor: User | None,
    project: Project,
    paths: list[Path],
    layout: str = "auto",
    dry_run: bool = False,
    report: Report | None = None,
    progress: Progress = no_progress,
) -> dict:
    """Afterwards every note of the files is in the project: {created, unchanged, skipped, errors: 0}.

    Of several notes of a stay the one with the lowest `note_seq` stands for it (`other_notes` counts the
    rest), unless the stay has pairs already. A dry run says the same and stores nothing. Any bad row, or a
    known `note_id` with another text, refuses all files.
    """
    require_role(actor, project, LEAD)
    Project.objects.select_for_update().get(pk=project.pk)
    report = report if report is not None else Report()
    intake = _Intake(project, report)
    total, before = bytes_of(paths), 0
    for path in paths:
        # bound to this file's start, since the reader outlives the step of the loop
        rows = read_notes(path, layout, report.errors, lambda read, base=before: progress(base + read, total))
        for batch in _batches(rows, BATCH):
            intake.take(batch)
        before += bytes_of([path])
    report.refuse_if_bad()
    intake.settle()
    result = {
        "created": intake.created,
        "unchanged": intake.unchanged,
        "skipped": dict(sorted(report.skipped.items())),
        "errors": 0,
        "other_notes": intake.others,
    }
    if dry_run:
        transaction.set_rollback(True)
    else:
        files = [path.name for path in paths]
        record(actor=actor, verb="notes_imported", project=project, files=files, created=intake.created)
    return result


def _batches(rows: Iterable[NoteRow], size: int) -> Iterator[list[NoteRow]]:
    rows = iter(rows)
    while batch := list(islice(rows, size)):
        yield batch


@dataclass(frozen=True)
class _Known:
    """What is known of a note id: its text's hash, its stay, and where it stands."""

    sha256: str
    task_id: str
    note_seq: int
    where: str
    in_file: bool


class _Intake:
    """Takes batches of rows; stores them as long as no row was bad."""

    def __init__(self, project: Project, report: Report) -> None:
        self.project, self.report = project, report
        self.created = self.unchanged = self.others = 0
        self._seen: dict[str, _Known] = {}
        self._contested: set[str] = set()

    def take(self, rows: list[NoteRow]) -> None:
        stored = self._stored(rows)
        fresh: list[Note] = []
        for row in rows:
            wrong = faults(row)
            if wrong:
                self._refuse(row, *wrong[0])
                continue
            note = self._note(row)
            before = self._seen.get(note.note_id) or stored.get(note.note_id)
            if before is None:
                fresh.append(note)
                where = f"in {row.file}, line {row.line}"
                self._seen[note.note_id] = _Known(note.sha256, note.task_id, note.note_seq, where, True)
            else:
                self._compare(row, note, before)
        if fresh and not self.report.errors:
            self._store(fresh)

    def _stored(self, rows: list[NoteRow]) -> dict[str, _Known]:
        found = Note.objects.filter(project=self.project, note_id__in={row.note_id for row in rows})
        values = found.values_list("note_id", "sha256", "task_id", "note_seq")
        return {note_id: _Known(*others, "in the project", False) for note_id, *others in values}

    def _note(self, row: NoteRow) -> Note:
        values = dataclasses.asdict(row)
        del values["file"], values["line"]
        return Note(
            project=self.project,
            task_id=task_id(row.note_id, row.subject_id, row.hadm_id),
            n_chars=len(row.text),
            sha256=text_digest(row.text),
            **values,
        )

    def _compare(self, row: NoteRow, note: Note, before: _Known) -> None:
        if note.sha256 != before.sha256:
            self._refuse(row, "text", f"note {note.note_id} stands {before.where} with another text")
        elif (note.task_id, note.note_seq) != (before.task_id, before.note_seq):
            column = "note_seq" if note.task_id == before.task_id else "hadm_id"
            self._refuse(row, column, f"note {note.note_id} stands {before.where} with another {column}")
        elif before.in_file:
            self.report.skip("duplicate", row.file, row.line, "note_id", f"the same note as {before.where}")
        else:
            self.unchanged += 1

    def _store(self, notes: list[Note]) -> None:
        tasks = {note.task_id for note in notes}
        taken = set(
            Note.objects.filter(project=self.project, task_id__in=tasks, stands=True).values_list(
                "task_id", flat=True
            )
        )
        for note in notes:
            note.stands = note.task_id not in taken
            taken.add(note.task_id)
            if not note.stands:
                self._contested.add(note.task_id)
        Note.objects.bulk_create(notes, batch_size=100)
        self.created += len(notes)

    def settle(self) -> None:
        """Let the lowest `note_seq` (ties by id) stand for each stay that has several notes."""
        tasks = sorted(self._contested)
        for start in range(0, len(tasks), BATCH):
            chunk = tasks[start : start + BATCH]
            notes = Note.objects.filter(project=self.project, task_id__in=chunk).defer("text")
            by_task: dict[str, list[Note]] = {}
            for note in notes:
                by_task.setdefault(note.task_id, []).append(note)
            fixed = set(
                Pair.objects.filter(project=self.project, task_id__in=chunk).values_list("task_id", flat=True)
            )
            for task, group in by_task.items():
                self.others += len(group) - 1
                if task not in fixed:
                    self._let_stand(min(group, key=lambda note: (note.note_seq, note.note_id)), group)

    def _let_stand(self, lowest: Note, group: list[Note]) -> None:
        if lowest.stands:
            return
        Note.objects.filter(pk__in=[note.pk for note in group]).update(stands=False)
        Note.objects.filter(pk=lowest.pk).update(stands=True)

    def _refuse(self, row: NoteRow, column: str, reason: str) -> None:
        self.report.errors.append(RowError(row.file, row.line, column, reason))
