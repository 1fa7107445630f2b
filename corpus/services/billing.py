"""Bringing billed codes in: diagnoses, procedures, their dictionaries and the labels of chest reports."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from django.db import transaction

from corpus.logic.codes import CHEXPERT, ICD10CM, ICD10PCS, shown
from corpus.logic.rows import Table
from corpus.models import BilledCode, Note
from corpus.services.chexpert import read_labels, store_candidates
from corpus.services.concepts import ConceptBook, mark_billable
from corpus.services.files import Progress, bytes_of, no_progress, opened
from corpus.services.titles import describe_pairs, import_dictionary
from foundation.logic.errors import Refusal, RowError
from foundation.logic.report import Report
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record

BATCH = 1_000
_REQUIRED = ("subject_id", "hadm_id", "seq_num", "icd_code", "icd_version")


@dataclass(frozen=True)
class BillingRow:
    """One code of one stay, as shown, with its place in the file."""

    file: str
    line: int
    subject_id: str
    hadm_id: str
    seq_num: int
    system: str
    code: str


@transaction.atomic
def import_codes(
    *,
    actor: User | None,
    project: Project,
    diagnoses: Path | None = None,
    procedures: Path | None = None,
    dictionaries: list[Path] | None = None,
    chexpert: Path | None = None,
    dry_run: bool = False,
    report: Report | None = None,
    progress: Progress = no_progress,
) -> dict:
    """Afterwards the codes of the project's stays are known: {created, unchanged, skipped, errors: 0,
    dictionary: {titles}}, counting billing rows only.

    Rows of ICD-9, of stays without a note here, of what is no code, and repeats are skipped and counted.
    Any bad row refuses every file.
    """
    require_role(actor, project, LEAD)
    Project.objects.select_for_update().get(pk=project.pk)
    report = report if report is not None else Report()
    book, stays = ConceptBook(), _Stays(project)
    files = [path for path in (diagnoses, procedures, chexpert, *(dictionaries or [])) if path]
    if not files:
        raise Refusal("no_file", "Name at least one file of codes.")
    total, titles = bytes_of(files), 0
    for path in dictionaries or []:
        titles += import_dictionary(project=project, path=path, book=book, report=report)
    intake = _Intake(project, book, report)
    for path, system in ((diagnoses, ICD10CM), (procedures, ICD10PCS)):
        if path:
            rows = _billing_rows(path, system, stays, report, lambda read: progress(read, total))
            while batch := list(islice(rows, BATCH)):
                intake.take(batch)
    if chexpert:
        _take_labels(project, chexpert, stays, intake, report)
    report.refuse_if_bad()
    mark_billable(intake.billed)
    describe_pairs(project)
    result = {
        "created": intake.created,
        "unchanged": intake.unchanged,
        "skipped": dict(sorted(report.skipped.items())),
        "errors": 0,
        "dictionary": {"titles": titles},
    }
    if dry_run:
        transaction.set_rollback(True)
    else:
        names = [path.name for path in files]
        record(actor=actor, verb="codes_imported", project=project, files=names, created=intake.created)
    return result


def _billing_rows(path: Path, system: str, stays: "_Stays", report: Report, at) -> Iterator[BillingRow]:
    name = path.name
    with opened(path) as (stream, position):
        for line, cells in Table(stream, name, report.errors, required=_REQUIRED):
            subject, stay, sequence, raw, version = (cell.strip() for cell in cells)
            at(position())
            if version == "9":
                report.skipped["icd9"] += 1
                continue
            wrong = _fault(subject, stay, sequence, raw, version) or stays.fault(subject, stay)
            if wrong:
                report.errors.append(RowError(name, line, *wrong))
                continue
            code = shown(system, raw)
            if code is None:
                report.skip("not_a_code", name, line, "icd_code", f"{raw[:20]!r} is not a code")
            elif stay not in stays.subjects:
                report.skip("unknown_stay", name, line, "hadm_id", f"no note of stay {stay[:60]} is here")
            else:
                yield BillingRow(name, line, subject, stay, int(sequence or 0), system, code)


def _fault(subject: str, stay: str, sequence: str, raw: str, version: str) -> tuple[str, str] | None:
    for column, value in (("subject_id", subject), ("hadm_id", stay), ("icd_code", raw)):
        if not value:
            return column, "empty"
    if version != "10":
        return "icd_version", f"{version[:20]!r} is neither 9 nor 10"
    if sequence and not (sequence.isascii() and sequence.isdigit() and len(sequence) < 10):
        return "seq_num", f"{sequence[:20]!r} is not a whole number"
    return None


class _Stays:
    """The stays that have a note in the project, with their subject."""

    def __init__(self, project: Project) -> None:
        notes = Note.objects.filter(project=project, stands=True).exclude(hadm_id="")
        self.subjects = dict(notes.values_list("hadm_id", "subject_id").iterator())
        if not self.subjects:
            raise Refusal("no_stays", "The project has no note of a stay yet; import the notes first.")

    def fault(self, subject: str, stay: str) -> tuple[str, str] | None:
        known = self.subjects.get(stay)
        if known is not None and known != subject:
            return "subject_id", f"the notes say that stay {stay[:60]} is of another subject"
        return None


class _Intake:
    """Takes batches of billing rows; stores them as long as no row was bad."""

    def __init__(self, project: Project, book: ConceptBook, report: Report) -> None:
        self.project, self.book, self.report = project, book, report
        self.created = self.unchanged = 0
        self.billed: set[int] = set()
        newest = BilledCode.objects.order_by("-pk").values_list("pk", flat=True).first()
        self._before = newest or 0

    def take(self, rows: list[BillingRow]) -> None:
        if self.report.errors:
            return
        for system in {row.system for row in rows}:
            self.book.add(system, {row.code for row in rows if row.system == system}, billable=True)
        stored = self._stored({row.hadm_id for row in rows})
        fresh: dict[tuple[str, int], BilledCode] = {}
        for row in rows:
            key = (row.hadm_id, self.book.ids(row.system)[row.code])
            if key in fresh or stored.get(key, 0) > self._before:
                self.report.skip(
                    "duplicate", row.file, row.line, "icd_code", f"{row.code} again in this stay"
                )
            elif key in stored:
                self.unchanged += 1
            else:
                fresh[key] = BilledCode(
                    project=self.project,
                    subject_id=row.subject_id,
                    hadm_id=row.hadm_id,
                    seq_num=row.seq_num,
                    concept_id=key[1],
                )
        BilledCode.objects.bulk_create(fresh.values(), batch_size=BATCH)
        self.created += len(fresh)
        self.billed.update(concept for _, concept in fresh)

    def _stored(self, stays: set[str]) -> dict[tuple[str, int], int]:
        found = BilledCode.objects.filter(project=self.project, hadm_id__in=stays)
        return {(stay, concept): pk for stay, concept, pk in found.values_list("hadm_id", "concept_id", "pk")}


def _take_labels(project: Project, path: Path, stays: _Stays, intake: _Intake, report: Report) -> None:
    """Labels: 1 stands as billed; 0 and -1 become pairs to be judged; blank is nothing."""
    labels = list(read_labels(path, stays.subjects, report))
    positive = [label for label in labels if label.value == 1]
    for start in range(0, len(positive), BATCH):
        intake.take(
            [
                BillingRow(path.name, label.line, label.subject_id, label.study_id, 0, CHEXPERT, label.name)
                for label in positive[start : start + BATCH]
            ]
        )
    if not report.errors:
        others = [label for label in labels if label.value != 1]
        created, unchanged = store_candidates(project, others, intake.book)
        intake.created += created
        intake.unchanged += unchanged
