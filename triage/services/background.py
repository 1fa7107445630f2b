"""The triage work that a worker carries out, by the kind of its job."""

from pathlib import Path
from typing import Any

from foundation.logic.errors import Refusal
from foundation.logic.report import Report
from foundation.models import Job
from foundation.services.jobs import Progress, Work
from triage.services.importing import import_triage
from triage.services.running import Asking, run_triage


def _votes(job: Job, path: Path | None, report: Report, progress: Progress) -> dict[str, Any]:
    if path is None:
        raise Refusal("file_gone", "The file of this job is no longer here; choose it again.")
    return import_triage(
        actor=job.actor,
        project=job.project,
        path=path,
        layout=job.options["layout"],
        dry_run=job.check_only,
        report=report,
        progress=progress,
    )


def _ask(job: Job, _path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    return run_triage(actor=job.actor, project=job.project, asking=Asking(**job.options), progress=progress)


WORKS: dict[str, Work] = {"votes": _votes, "ask": _ask}
