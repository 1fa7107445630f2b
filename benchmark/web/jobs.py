"""The work on releases that goes on while the page tells how far it is."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from benchmark.tasks import carry_out
from foundation.models import Job
from foundation.web.jobs import Area

KINDS = {
    "freeze": _("Freezing a version"),
    "release": _("A new project from a release"),
    "baseline": _("Scoring a baseline"),
    "comparison": _("Comparing two runs"),
}
RESULTS = {"pairs": _("Pairs"), "errors": _("Errors")}


def _version(job: Job) -> str:
    return reverse("releases_version", args=[job.project.slug, job.result["version"]])


def _run(job: Job) -> str:
    return reverse("leaderboard_run", args=[job.project.slug, job.result["run"]])


def _comparison(job: Job) -> str:
    runs = [job.options["one"], job.options["other"]]
    return reverse("leaderboard_comparison", args=[job.project.slug, *runs])


def _project(job: Job) -> tuple[str, str]:
    return _("Open the new project"), reverse("project", args=[job.options["slug"]])


AREA = Area(
    home="releases",
    title=_("Releases"),
    kinds=KINDS,
    results=RESULTS,
    enqueue=carry_out.enqueue,
    leads_to={"release": _project},
    ends_at={"freeze": _version, "baseline": _run, "comparison": _comparison},
)
