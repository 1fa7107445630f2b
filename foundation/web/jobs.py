"""The page of a job, for every room that has work for the worker: state, report, starting again, dropping."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from foundation.logic.errors import Missing
from foundation.models import Job
from foundation.selectors.access import Access
from foundation.selectors.jobs import job_named, job_page, jobs_of
from foundation.services.jobs import drop_job, start_again


@dataclass(frozen=True)
class Area:
    """One room's jobs. The addresses are named `<home>` and `<home>_job`, `_report`, `_go`, `_drop`."""

    home: str
    title: str
    kinds: Mapping[str, str]
    results: Mapping[str, str]
    enqueue: Callable[[str], object]

    def listed(self, access: Access) -> list[tuple[Job, str, str]]:
        """The newest jobs as (job, what it is, address)."""
        found = jobs_of(access.project, tuple(self.kinds))
        return [(job, self.kinds[job.kind], self._address(access, job, "job")) for job in found]

    def found(self, access: Access, job_id: UUID) -> Job:
        """The project's job of this room, or Missing."""
        job = job_named(access.project, job_id)
        if job.kind not in self.kinds:
            raise Missing("There is no such job.")
        return job

    def started(self, access: Access, job: Job) -> HttpResponse:
        """Hand the job to the worker and go to its page."""
        self.enqueue(str(job.pk))
        return redirect(self._address(access, job, "job"))

    def shown(self, request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
        """How far the job is, what it found, what can be done next. `?part=state` gives the state alone."""
        page = job_page(self.found(access, job_id))
        part = request.GET.get("part") == "state"
        result = page.job.result
        context = {
            "page": page,
            "job": page.job,
            "title": self.kinds[page.job.kind],
            "area": self.title,
            "home": reverse(self.home, args=[access.project.slug]),
            "facts": [
                (label, result[name]) for name, label in self.results.items() if result.get(name, {}) != {}
            ],
            "urls": {name: self._address(access, page.job, name) for name in ("job", "report", "go", "drop")},
        }
        return render(request, "foundation/job_state.html" if part else "foundation/job.html", context)

    def reported(self, access: Access, job_id: UUID) -> HttpResponse:
        """Every row error and notice as a CSV file."""
        job = self.found(access, job_id)
        headers = {"Content-Disposition": f'attachment; filename="report-{job.pk}.csv"'}
        return HttpResponse(job.report, content_type="text/csv; charset=utf-8", headers=headers)

    def gone_on(self, access: Access, job_id: UUID) -> HttpResponse:
        """Carry out what was checked, or try again what failed."""
        job = self.found(access, job_id)
        check_only = job.check_only and job.status != Job.Status.CHECKED
        return self.started(access, start_again(actor=access.user, job=job, check_only=check_only))

    def dropped(self, request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
        """Put a file away that shall not be imported."""
        drop_job(actor=access.user, job=self.found(access, job_id))
        messages.success(request, _("The file was put away; nothing of it was stored."))
        return redirect(self.home, access.project.slug)

    def _address(self, access: Access, job: Job, name: str) -> str:
        return reverse(f"{self.home}_{name}", args=[access.project.slug, job.pk])
