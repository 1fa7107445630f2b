"""The work on answers and cases that a worker carries out, by the kind of its job."""

from pathlib import Path
from typing import Any

from adjudication.services.comparing import compare_annotations
from adjudication.services.measuring import measure_agreement
from adjudication.services.sampling import accept_rest
from foundation.logic.report import Report
from foundation.models import Job
from foundation.services.jobs import Progress, Work


def _compare(job: Job, _path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    counts = compare_annotations(actor=job.actor, project=job.project, progress=progress)
    measure_agreement(project=job.project)
    return counts


def _accept(job: Job, _path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    return {"accepted": accept_rest(sme=job.actor, project=job.project, progress=progress)}


COMPARING: dict[str, Work] = {"compare": _compare}
ACCEPTING: dict[str, Work] = {"accept": _accept}
WORKS = COMPARING | ACCEPTING
