"""Closing answers and the agreement between annotators."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from adjudication.selectors.agreement import agreement_report
from adjudication.web.jobs import COMPARING
from corpus.selectors.chapters import chapters_of
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.web.guards import member


@member(LEAD)
@require_GET
def page(request: HttpRequest, access: Access) -> HttpResponse:
    context = {"report": agreement_report(access.project), "chapters": chapters_of(access.project)}
    return render(request, "adjudication/agreement.html", context)


@member(LEAD)
@require_POST
def compare(request: HttpRequest, access: Access) -> HttpResponse:
    """Close all submitted answers and compare the complete pairs."""
    return COMPARING.opened(access, "compare")
