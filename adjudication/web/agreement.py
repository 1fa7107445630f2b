"""Closing answers and the agreement between annotators."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from adjudication.selectors.shown_agreement import shown_agreement
from adjudication.web.jobs import COMPARING
from corpus.selectors.chapters import chapters_of
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.web.guards import member


@member(LEAD)
@require_GET
def page(request: HttpRequest, access: Access) -> HttpResponse:
    shown = shown_agreement(access.project)
    context = {
        "report": shown.report,
        "shown": shown,
        "chapters": chapters_of(access.project),
        "jobs": COMPARING.listed(access),
    }
    return render(request, "adjudication/agreement.html", context)


@member(LEAD)
@require_POST
def compare(request: HttpRequest, access: Access) -> HttpResponse:
    """Close all submitted answers and compare the complete pairs."""
    return COMPARING.opened(access, "compare")
