"""Bringing files in: choose, check, read the report, import; and making pairs of what is there."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from corpus.selectors.contents import corpus_contents
from corpus.tasks import carry_out
from corpus.web.forms import KIND_NAMES, RESULT_NAMES, FileForm, NegativesForm
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.web.guards import member
from foundation.web.jobs import Area

AREA = Area("imports", _("Imports"), KIND_NAMES, RESULT_NAMES, carry_out.enqueue)


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, access: Access) -> HttpResponse:
    """What is there, what was brought in, and the form for a file."""
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        return AREA.opened(access, given["kind"], file=given["file"], check_only=True)
    return _page(request, access, form, NegativesForm())


@member(LEAD)
@require_POST
def make_pairs(request: HttpRequest, access: Access) -> HttpResponse:
    """Make a pair of every billed code."""
    return AREA.opened(access, "build_pairs")


@member(LEAD)
@require_POST
def negatives(request: HttpRequest, access: Access) -> HttpResponse:
    """Draw negatives."""
    form = NegativesForm(request.POST)
    if not form.is_valid():
        return _page(request, access, FileForm(), form)
    return AREA.opened(access, "negatives", options=form.cleaned_data)


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
