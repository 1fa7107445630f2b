"""The work on assignments that a worker carries out, by the kind of its job."""

from pathlib import Path
from typing import Any

from annotation.selectors.places import annotators_named
from annotation.services.assigning import assign_pairs, open_places
from corpus.models import Pair
from foundation.logic.report import Report
from foundation.models import Job
from foundation.services.jobs import Progress, Work


def _open(job: Job, _path: Path | None, _report: Report, _progress: Progress) -> dict[str, Any]:
    return {"opened": open_places(actor=job.actor, project=job.project)}


def _assign(job: Job, _path: Path | None, _report: Report, _progress: Progress) -> dict[str, Any]:
    given = dict(job.options)
    named, code = given.pop("annotators"), given.pop("code", "")
    return assign_pairs(
        actor=job.actor,
        project=job.project,
        annotators=None if named is None else annotators_named(job.project, named),
        pairs=Pair.objects.filter(project=job.project, code__istartswith=code) if code else None,
        **given,
    )


WORKS: dict[str, Work] = {"open": _open, "assign": _assign}
