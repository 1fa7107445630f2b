"""Bringing files in: choose, check, read the report, import; and making pairs of what is there."""

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from corpus.selectors.contents import corpus_contents
from corpus.tasks import carry_out
from corpus.web.forms import KIND_NAMES, RESULT_NAMES, FileForm, NegativesForm, TerminologyForm
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.selectors.administrators import require_administrator
from foundation.web.guards import member
from foundation.web.jobs import Area

AREA = Area("imports", _("Imports"), KIND_NAMES, RESULT_NAMES, carry_out.enqueue)
_OWN_IDS = "id_terminology_%s"  # two forms of one page ask for a file


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, access: Access) -> HttpResponse:
    """What is there, what was brought in, and the form for a file."""
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        return AREA.opened(access, given["kind"], file=given["file"], check_only=True)
    return _page(request, access, form=form)


@member(LEAD)
@require_POST
def make_pairs(request: HttpRequest, access: Access) -> HttpResponse:
    """Make a pair of every billed code."""
    return AREA.opened(access, "build_pairs")


@member(LEAD)
@require_POST
def terminology(request: HttpRequest, access: Access) -> HttpResponse:
    """Load a code system for every project; a file of codes is checked first."""
    require_administrator(access.user, "loads a terminology")
    form = TerminologyForm(request.POST, request.FILES, auto_id=_OWN_IDS)
    if not form.is_valid():
        return _page(request, access, terminology_form=form)
    file, system = form.cleaned_data["file"], form.cleaned_data["system"]
    return AREA.opened(
        access, "terminology", file=file, options={"system": system}, check_only=file is not None
    )


@member(LEAD)
@require_POST
def negatives(request: HttpRequest, access: Access) -> HttpResponse:
    """Draw negatives."""
    form = NegativesForm(request.POST)
    if not form.is_valid():
        return _page(request, access, negatives_form=form)
    return AREA.opened(access, "negatives", options=form.cleaned_data)


def _page(request: HttpRequest, access: Access, **forms: Form) -> HttpResponse:
    context = {
        "form": FileForm(),
        "negatives_form": NegativesForm(),
        "terminology_form": TerminologyForm(auto_id=_OWN_IDS) if access.user.is_staff else None,
        **forms,
        "contents": corpus_contents(access.project),
        "jobs": AREA.listed(access),
    }
    status = 400 if any(form.errors for form in forms.values()) else 200
    return render(request, "corpus/imports.html", context, status=status)
