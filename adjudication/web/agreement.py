"""Closing answers and the agreement between annotators."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from adjudication.selectors.agreement import agreement_report
from adjudication.services.comparing import compare_annotations
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.web.guards import member


@member(LEAD)
@require_GET
def page(request: HttpRequest, access: Access) -> HttpResponse:
    return render(request, "adjudication/agreement.html", {"report": agreement_report(access.project)})


@member(LEAD)
@require_POST
def compare(request: HttpRequest, access: Access) -> HttpResponse:
    counts = compare_annotations(actor=access.user, project=access.project)
    messages.success(
        request,
        _("Answers are closed and compared: %(agreed)d agreed, %(label)d differ in label, %(evidence)d in")
        % {
            "agreed": counts["agreed"],
            "label": counts["label_mismatch"],
            "evidence": counts["evidence_mismatch"],
        }
        + " "
        + _("evidence, %(incomplete)d are incomplete.") % {"incomplete": counts["incomplete"]},
    )
    return redirect("board", access.project.slug)
