"""Bringing files in: choose, check, read the report, import; and making pairs of what is there."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from corpus.selectors.contents import corpus_contents
from corpus.tasks import carry_out
from corpus.web.forms import KIND_NAMES, RESULT_NAMES, FileForm, NegativesForm
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.services.jobs import open_job
from foundation.web.guards import member
from foundation.web.jobs import Area

AREA = Area("imports", _("Imports"), KIND_NAMES, RESULT_NAMES, carry_out.enqueue)


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
        return AREA.started(access, job)
    return _page(request, access, form, NegativesForm())


@member(LEAD)
@require_POST
def make_pairs(request: HttpRequest, access: Access) -> HttpResponse:
    """Make a pair of every billed code."""
    return AREA.started(access, open_job(actor=access.user, project=access.project, kind="build_pairs"))


@member(LEAD)
@require_POST
def negatives(request: HttpRequest, access: Access) -> HttpResponse:
    """Draw negatives."""
    form = NegativesForm(request.POST)
    if not form.is_valid():
        return _page(request, access, FileForm(), form)
    job = open_job(actor=access.user, project=access.project, kind="negatives", options=form.cleaned_data)
    return AREA.started(access, job)


@member(LEAD)
@require_http_methods(["GET", "HEAD"])
def job(request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
    return AREA.shown(request, access, job_id)


@member(LEAD)
@require_http_methods(["GET", "HEAD"])
def report(request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
    return AREA.reported(access, job_id)


@member(LEAD)
@require_POST
def go(request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
    return AREA.gone_on(access, job_id)


@member(LEAD)
@require_POST
def drop(request: HttpRequest, access: Access, job_id: UUID) -> HttpResponse:
    return AREA.dropped(request, access, job_id)


def _page(
    request: HttpRequest, access: Access, form: FileForm, negatives_form: NegativesForm
) -> HttpResponse:
    context = {
        "form": form,
        "negatives_form": negatives_form,
        "contents": corpus_contents(access.project),
        "jobs": AREA.listed(access),
    }
    status = 400 if form.errors or negatives_form.errors else 200
    return render(request, "corpus/imports.html", context, status=status)
