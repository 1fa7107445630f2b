"""The pages of jobs, for every room that has work for the worker: state, report, file, what to do next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from foundation.logic.errors import Missing
from foundation.logic.roles import LEAD
from foundation.logic.spreadsheets import spreadsheet_safe
from foundation.models import Job
from foundation.selectors.access import Access, require_reader
from foundation.selectors.jobs import job_named, job_page, jobs_of
from foundation.services.jobs import drop_job, open_job, start_again, take_output
from foundation.web.guards import member

READ, ACT = ("GET", "HEAD"), ("POST",)


@dataclass(frozen=True)
class Area:
    """One room's jobs. `home` names the page they are started from; the addresses of a job are named
    `<home>_job`, `_report`, `_output`, `_go`, `_drop`.

    `kinds` and `results` give the words for what a job is and what it found. By kind, `ends_at` gives the
    page that stands for a finished job, and `leads_to` the words and the address of what it made.
    """

    home: str
    title: str
    kinds: Mapping[str, str]
    results: Mapping[str, str]
    enqueue: Callable[[str], object]
    role: str = LEAD
    leads_to: Mapping[str, Callable[[Job], tuple[str, str]]] = field(default_factory=dict)
    ends_at: Mapping[str, Callable[[Job], str]] = field(default_factory=dict)

    def addresses(self, below: str) -> list[URLPattern]:
        """The addresses of a job, open to those who may start one."""
        job = f"{below}<uuid:job_id>/"
        pages = [
            (job, "job", self.shown, READ),
            (job + "report.csv", "report", self.reported, READ),
            (job + "output/", "output", self.taken, READ),
            (job + "go/", "go", self.gone_on, ACT),
            (job + "drop/", "drop", self.dropped, ACT),
        ]
        guard = member(self.role)
        return [
            path(route, guard(require_http_methods(methods)(view)), name=f"{self.home}_{name}")
            for route, name, view, methods in pages
        ]

    def listed(self, access: Access) -> list[tuple[Job, str, str]]:
        """The newest jobs as (job, what it is, address)."""
        found = jobs_of(access.project, tuple(self.kinds))
        return [(job, self.kinds[job.kind], self._address(access, job, "job")) for job in found]

    def opened(self, access: Access, kind: str, **given: Any) -> HttpResponse:
        """Put a job down, hand it to the worker and go to its page."""
        job = open_job(actor=access.user, project=access.project, kind=kind, role=self.role, **given)
        return self._started(access, job)

    def shown(self, request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
        """How far the job is, what it found, what can be done next. `?part=state` gives the state alone."""
        page = job_page(self._found(access, job_id))
        part = request.GET.get("part") == "state"
        job = page.job
        done = job.status == Job.Status.DONE
        if done and job.kind in self.ends_at:
            return redirect(self.ends_at[job.kind](job))
        leads_to = self.leads_to.get(job.kind) if done else None
        pages = ("job", "report", "output", "go", "drop")
        context = {
            "page": page,
            "job": job,
            "title": self.kinds[job.kind],
            "area": self.title,
            "home": reverse(self.home, args=[access.project.slug]),
            "facts": self._facts(job),
            "leads_to": leads_to and leads_to(job),
            "urls": {name: self._address(access, job, name) for name in pages},
        }
        return render(request, "foundation/job_state.html" if part else "foundation/job.html", context)

    def reported(self, request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
        """Every row error and notice as a CSV file to look at in a spreadsheet."""
        job = self._found(access, job_id)
        headers = {"Content-Disposition": f'attachment; filename="report-{job.pk}.csv"'}
        report = spreadsheet_safe(job.report)
        return HttpResponse(report, content_type="text/csv; charset=utf-8", headers=headers)

    def taken(self, request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
        """The file that the job wrote. It may hold note text, so this needs what reading a note needs."""
        require_reader(access)
        output = take_output(actor=access.user, job=self._found(access, job_id), role=self.role)
        return FileResponse(output.open("rb"), as_attachment=True, filename=output.name)

    def gone_on(self, request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
        """Carry out what was checked, or try again what failed."""
        job = self._found(access, job_id)
        return self._started(access, start_again(actor=access.user, job=job, role=self.role))

    def dropped(self, request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
        """Put a file away: one that shall not be imported, or one that was made and is no longer needed."""
        drop_job(actor=access.user, job=self._found(access, job_id), role=self.role)
        messages.success(request, _("The file was put away; the project is as it was."))
        return redirect(self.home, access.project.slug)

    def _found(self, access: Access, job_id: UUID) -> Job:
        job = job_named(access.project, job_id)
        if job.kind not in self.kinds:
            raise Missing("There is no such job.")
        return job

    def _facts(self, job: Job) -> list[tuple[str, Any]]:
        found = ((words, job.result.get(name, {})) for name, words in self.results.items())
        return [(words, value) for words, value in found if value != {}]

    def _started(self, access: Access, job: Job) -> HttpResponse:
        self.enqueue(str(job.pk))
        return redirect(self._address(access, job, "job"))

    def _address(self, access: Access, job: Job, name: str) -> str:
        return reverse(f"{self.home}_{name}", args=[access.project.slug, job.pk])
