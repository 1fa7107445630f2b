"""Bringing files in: choose, check, read the report, import; and making pairs of what is there."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from corpus.selectors.contents import corpus_contents
from corpus.tasks import carry_out
from corpus.web.forms import KIND_NAMES, RESULT_NAMES, FileForm, NegativesForm
from foundation.logic.errors import Missing
from foundation.logic.roles import LEAD
from foundation.models import Job
from foundation.selectors.access import Access
from foundation.selectors.jobs import job_named, job_page, jobs_of
from foundation.services.jobs import drop_job, open_job, start_again
from foundation.web.guards import member

KINDS = tuple(KIND_NAMES)


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, access: Access) -> HttpResponse:
    """What is there, what was brought in, and the form for a file."""
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        job = open_job(
            actor=access.user,
            project=access.project,
            kind=form.cleaned_data["kind"],
            file=form.cleaned_data["file"],
            check_only=True,
        )
        return _started(access, job)
    return _page(request, access, form, NegativesForm())


@member(LEAD)
@require_POST
def make_pairs(request: HttpRequest, access: Access) -> HttpResponse:
    """Make a pair of every billed code."""
    return _started(access, open_job(actor=access.user, project=access.project, kind="build_pairs"))


@member(LEAD)
@require_POST
def negatives(request: HttpRequest, access: Access) -> HttpResponse:
    """Draw negatives."""
    form = NegativesForm(request.POST)
    if not form.is_valid():
        return _page(request, access, FileForm(), form)
    job = open_job(actor=access.user, project=access.project, kind="negatives", options=form.cleaned_data)
    return _started(access, job)


@member(LEAD)
@require_http_methods(["GET", "HEAD"])
def job(request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
    """One job: how far it is, what it found, what can be done next. `?part=state` gives the state alone."""
    page = job_page(_job(access, job_id))
    template = "corpus/job_state.html" if request.GET.get("part") == "state" else "corpus/job.html"
    result = page.job.result
    facts = [(label, result[name]) for name, label in RESULT_NAMES.items() if result.get(name, {}) != {}]
    context = {"page": page, "job": page.job, "title": KIND_NAMES[page.job.kind], "facts": facts}
    return render(request, template, context)


@member(LEAD)
@require_http_methods(["GET", "HEAD"])
def report(request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
    """Every row error and notice of a job as a CSV file."""
    found = _job(access, job_id)
    headers = {"Content-Disposition": f'attachment; filename="report-{found.pk}.csv"'}
    return HttpResponse(found.report, content_type="text/csv; charset=utf-8", headers=headers)


@member(LEAD)
@require_POST
def go(request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
    """Import what was checked, or try again what failed."""
    found = _job(access, job_id)
    check_only = found.check_only and found.status != Job.Status.CHECKED
    return _started(access, start_again(actor=access.user, job=found, check_only=check_only))


@member(LEAD)
@require_POST
def drop(request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
    """Put a file away that shall not be imported."""
    drop_job(actor=access.user, job=_job(access, job_id))
    messages.success(request, _("The file was put away; nothing of it was stored."))
    return redirect("imports", access.project.slug)


def _started(access: Access, job: Job) -> HttpResponse:
    carry_out.enqueue(str(job.pk))
    return redirect("imports_job", access.project.slug, job.pk)


def _job(access: Access, job_id: UUID) -> Job:
    found = job_named(access.project, job_id)
    if found.kind not in KINDS:
        raise Missing("There is no such job.")
    return found


def _page(
    request: HttpRequest, access: Access, form: FileForm, negatives_form: NegativesForm
) -> HttpResponse:
    context = {
        "form": form,
        "negatives_form": negatives_form,
        "contents": corpus_contents(access.project),
        "jobs": [(job, KIND_NAMES[job.kind]) for job in jobs_of(access.project, KINDS)],
    }
    status = 400 if form.errors or negatives_form.errors else 200
    return render(request, "corpus/imports.html", context, status=status)
