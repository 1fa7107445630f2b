"""Closing answers and the agreement between annotators."""

import csv
import io

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from adjudication.selectors.agreement import COLUMNS, agreement_by_pair
from adjudication.selectors.shown_agreement import shown_agreement
from adjudication.web.jobs import COMPARING
from corpus.selectors.chapters import chapters_of
from foundation.logic.roles import LEAD
from foundation.logic.spreadsheets import spreadsheet_safe
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
@require_GET
def by_pair(request: HttpRequest, access: Access) -> HttpResponse:
    """Agreement pair by pair as a table, to be sorted by concept, chapter or source; it names nobody."""
    table = io.StringIO()
    writer = csv.DictWriter(table, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(agreement_by_pair(access.project))
    name = f'attachment; filename="{access.project.slug}-agreement.csv"'
    safe = spreadsheet_safe(table.getvalue())
    return HttpResponse(safe, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})


@member(LEAD)
@require_POST
def compare(request: HttpRequest, access: Access) -> HttpResponse:
    """Close all submitted answers and compare the complete pairs."""
    return COMPARING.opened(access, "compare")
