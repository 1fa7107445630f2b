"""The triage work that a worker carries out, by the kind of its job."""

from pathlib import Path
from typing import Any

from foundation.logic.errors import Refusal
from foundation.logic.report import Report
from foundation.models import Job
from foundation.selectors.jobs import place_for_output
from foundation.services.jobs import Progress, Work
from triage.services.exporting import export_triage
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


def _requests(job: Job, _path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    output = place_for_output(job, f"requests-stage-{job.options['stage']}.jsonl")
    return export_triage(actor=job.actor, project=job.project, path=output, progress=progress, **job.options)


WORKS: dict[str, Work] = {"votes": _votes, "ask": _ask, "requests": _requests}
