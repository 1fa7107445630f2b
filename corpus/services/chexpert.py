"""The labels of a chest-report labeller (`mimic-cxr-2.0.0-chexpert.csv`): 14 concepts a study."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.logic.codes import CHEXPERT, CHEXPERT_LABELS
from corpus.logic.rows import Table
from corpus.models import Note
from corpus.services.concepts import ConceptBook
from corpus.services.files import opened
from corpus.services.pairs import NewPair, PairShelf
from foundation.logic.errors import RowError
from foundation.logic.report import Report
from foundation.models import Project

_VALUES = {"1": 1, "1.0": 1, "0": 0, "0.0": 0, "-1": -1, "-1.0": -1}


@dataclass(frozen=True)
class Label:
    """One labelled finding: 1 present, 0 absent, -1 uncertain."""

    line: int
    subject_id: str
    study_id: str
    name: str
    value: int


def read_labels(path: Path, subjects: Mapping[str, str], report: Report) -> Iterator[Label]:
    """Every label of the studies that have a note; blank cells give none."""
    name, seen = path.name, {}
    with opened(path) as (stream, _):
        columns = ("subject_id", "study_id", *CHEXPERT_LABELS)
        for line, (subject, study, *cells) in Table(stream, name, report.errors, required=columns):
            if study in seen:
                report.errors.append(
                    RowError(name, line, "study_id", f"the study of line {seen[study]} again")
                )
                continue
            seen[study] = line
            if study not in subjects:
                report.skip(
                    "unknown_stay", name, line, "study_id", f"no report of study {study[:60]} is here"
                )
                continue
            if subjects[study] != subject:
                reason = f"the reports say that study {study[:60]} is of another subject"
                report.errors.append(RowError(name, line, "subject_id", reason))
                continue
            for label, cell in zip(CHEXPERT_LABELS, cells, strict=True):
                if not cell.strip():
                    continue
                value = _VALUES.get(cell.strip())
                if value is None:
                    reason = f"{cell[:20]!r} is not 1, 0, -1 or blank"
                    report.errors.append(RowError(name, line, label, reason))
                else:
                    yield Label(line, subject, study, label, value)


def store_candidates(project: Project, labels: list[Label], book: ConceptBook) -> tuple[int, int]:
    """Afterwards each label is a pair to be judged; (created, unchanged)."""
    book.add(CHEXPERT, CHEXPERT_LABELS, billable=True)
    notes = dict(
        Note.objects.filter(project=project, stands=True).exclude(hadm_id="").values_list("hadm_id", "pk")
    )
    shelf = PairShelf(project)
    shelf.put(
        [
            NewPair(
                note_id=notes[label.study_id],
                task_id=f"{label.subject_id}_{label.study_id}",
                concept_id=book.ids(CHEXPERT)[label.name],
                code=label.name,
                source="imported",
            )
            for label in labels
        ]
    )
    return shelf.created, shelf.unchanged
