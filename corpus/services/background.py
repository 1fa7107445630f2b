"""The corpus work that a worker carries out, by the kind of its job."""

from pathlib import Path
from typing import Any

from corpus.services.billing import import_codes
from corpus.services.negatives import sample_negatives
from corpus.services.notes import import_notes
from corpus.services.pairing import build_pairs, import_pairs
from corpus.services.terminology import load_terminology
from foundation.logic.errors import Refusal
from foundation.logic.report import Report
from foundation.models import Job
from foundation.services.jobs import Progress, Work

FILE_KINDS = ("notes", "diagnoses", "procedures", "dictionary", "chexpert", "pairs")


def _notes(job: Job, path: Path | None, report: Report, progress: Progress) -> dict[str, Any]:
    return import_notes(
        actor=job.actor,
        project=job.project,
        paths=[_there(path)],
        layout=job.options.get("layout", "auto"),
        dry_run=job.check_only,
        report=report,
        progress=progress,
    )


def _codes(job: Job, path: Path | None, report: Report, progress: Progress) -> dict[str, Any]:
    file = _there(path)
    given = {"dictionaries": [file]} if job.kind == "dictionary" else {job.kind: file}
    return import_codes(
        actor=job.actor,
        project=job.project,
        **given,
        dry_run=job.check_only,
        report=report,
        progress=progress,
    )


def _pairs(job: Job, path: Path | None, report: Report, progress: Progress) -> dict[str, Any]:
    return import_pairs(
        actor=job.actor,
        project=job.project,
        path=_there(path),
        dry_run=job.check_only,
        report=report,
        progress=progress,
    )


def _build(job: Job, _path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    return build_pairs(actor=job.actor, project=job.project, progress=progress)


def _negatives(job: Job, _path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    return sample_negatives(actor=job.actor, project=job.project, progress=progress, **job.options)


def _terminology(job: Job, path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    file = _there(path) if job.file_name else None
    loaded = load_terminology(
        actor=job.actor, key=job.options["system"], file=file, dry_run=job.check_only, progress=progress
    )
    return {"codes": {loaded["release"]: loaded["codes"]}}


def _there(path: Path | None) -> Path:
    if path is None:
        raise Refusal("file_gone", "The file of this job is no longer here; choose it again.")
    return path


WORKS: dict[str, Work] = {
    "notes": _notes,
    **dict.fromkeys(("diagnoses", "procedures", "dictionary", "chexpert"), _codes),
    "pairs": _pairs,
    "build_pairs": _build,
    "negatives": _negatives,
    "terminology": _terminology,
}
