"""The work on releases that a worker carries out, by the kind of its job."""

from pathlib import Path
from typing import Any
from uuid import UUID

from adjudication.services.measuring import measure_agreement
from benchmark.selectors.releases import release_named
from benchmark.selectors.runs import run_with_id
from benchmark.services.importing import import_release
from benchmark.services.kept import keep_comparison, keep_people
from benchmark.services.releasing import freeze_release, freeze_result
from benchmark.services.scoring import add_baseline, score_run
from benchmark.services.unpacking import place_of
from foundation.logic.errors import Refusal
from foundation.logic.report import Report
from foundation.models import Job
from foundation.selectors.jobs import second_file_of
from foundation.services.jobs import Progress, Work


def _freeze(job: Job, _path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    # nobody decides while a version is read, so that what takes long comes before
    measure_agreement(project=job.project)
    release = freeze_release(
        actor=job.actor, project=job.project, version=job.options["version"], progress=progress
    )
    keep_people(release)
    return freeze_result(release)


def _import(job: Job, path: Path | None, _report: Report, progress: Progress) -> dict[str, Any]:
    notes = second_file_of(job)
    if path is None or notes is None:
        raise Refusal("file_gone", "The files of this job are no longer here; choose them again.")
    with place_of(path) as place:
        return import_release(
            actor=job.actor,
            slug=job.options["slug"],
            place=place,
            notes=notes,
            dry_run=job.check_only,
            progress=progress,
        )


def _baseline(job: Job, _path: Path | None, _report: Report, _progress: Progress) -> dict[str, Any]:
    release = release_named(job.project, job.options["version"])
    run = add_baseline(actor=job.actor, release=release, name=job.options["name"])
    score_run(run)
    keep_people(release)
    return {"run": str(run.pk)}


def _comparison(job: Job, _path: Path | None, _report: Report, _progress: Progress) -> dict[str, Any]:
    one, other = (run_with_id(job.project, UUID(job.options[name])) for name in ("one", "other"))
    keep_comparison(one, other)
    return {}


WORKS: dict[str, Work] = {
    "freeze": _freeze,
    "release": _import,
    "baseline": _baseline,
    "comparison": _comparison,
}
