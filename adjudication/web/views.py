"""The SME's pages: the queue in two lanes, and the case."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from adjudication.selectors.case import case_page
from adjudication.selectors.queue import queue_page
from adjudication.selectors.sampling import current_rule, sample_state
from adjudication.services import reviewing
from adjudication.web.reading import expert_named, verdict_of
from annotation.web.reading import text_field, whole_number
from foundation.logic.roles import LEAD, SME
from foundation.models import Project, User
from foundation.selectors.access import Access, require_reader
from foundation.services.ledger import record_view
from foundation.web.guards import json_body, member


@member(SME)
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, access: Access) -> HttpResponse:
    """Cases that wait, conflicts first; a button takes the next of a lane."""
    if request.method == "POST":
        lane = {"conflict": True, "verify": False}.get(request.POST.get("lane", ""))
        return redirect(_next_url(access.user, access.project, lane))
    filters = {name: request.GET.get(name, "") for name in ("lane", "kind", "chapter", "status")}
    page = queue_page(access.user, access.project, filters, request.GET.get("page"))
    rule = current_rule(access.project)
    context = {
        "queue": page,
        "filters": filters,
        "rule": rule,
        "sample": rule and sample_state(access.project, rule),
    }
    return render(request, "adjudication/queue.html", context)


def _next_url(sme: User, project: Project, conflict: bool | None = None) -> str:
    case = reviewing.claim_next(sme=sme, project=project, conflict=conflict)
    if case is None:
        return reverse("review", args=[project.slug])
    return reverse("review_case", args=[project.slug, case.pk])


@member(SME)
@require_GET
def case(request: HttpRequest, access: Access, case_id: UUID) -> HttpResponse:
    require_reader(access)
    page = case_page(access.user, access.project, case_id)
    record_view(reader=access.user, project=access.project, note=page.note)
    data = page.data | {"session_ends": request.session.get_expiry_date().isoformat()}
    return render(request, "adjudication/case.html", {"case": data})


@member(SME)
@require_POST
def claim(request: HttpRequest, access: Access, case_id: UUID) -> HttpResponse:
    reviewing.claim(sme=access.user, project=access.project, case_id=case_id)
    return redirect("review_case", access.project.slug, case_id)


@member(SME)
@require_http_methods(["PUT", "POST"])
def draft(request: HttpRequest, access: Access, case_id: UUID) -> JsonResponse:
    require_reader(access)  # what is said about a quote tells what the note says
    body = json_body(request)
    verdict, quotes = verdict_of(body)
    saved = reviewing.save_review_draft(
        sme=access.user,
        project=access.project,
        case_id=case_id,
        verdict=verdict,
        quotes=quotes,
        version=whole_number(body, "version"),
        without_evidence=body.get("without_evidence") is True,
    )
    times = {"saved_at": saved.updated_at, "claimed_until": saved.case.claimed_until}
    return JsonResponse({"version": saved.version, **times})


@member(SME)
@require_POST
def decide(request: HttpRequest, access: Access, case_id: UUID) -> JsonResponse:
    require_reader(access)
    body = json_body(request)
    verdict, quotes = verdict_of(body)
    reviewing.decide(
        sme=access.user,
        project=access.project,
        case_id=case_id,
        verdict=verdict,
        quotes=quotes,
        version=whole_number(body, "version"),
        basis=text_field(body, "basis"),
        without_evidence=body.get("without_evidence") is True,
    )
    return JsonResponse({"next": _next_url(access.user, access.project)})


@member(SME)
@require_POST
def refer(request: HttpRequest, access: Access, case_id: UUID) -> JsonResponse:
    body = json_body(request)
    reviewing.refer(
        sme=access.user,
        project=access.project,
        case_id=case_id,
        to=expert_named(access.project, text_field(body, "to")),
        message=text_field(body, "message"),
    )
    return JsonResponse({"next": _next_url(access.user, access.project)})


@member(SME)
@require_POST
def send_back(request: HttpRequest, access: Access, case_id: UUID) -> JsonResponse:
    body = json_body(request)
    reviewing.send_back(
        sme=access.user, project=access.project, case_id=case_id, message=text_field(body, "message")
    )
    return JsonResponse({"next": _next_url(access.user, access.project)})


@member(SME)
@require_POST
def release(request: HttpRequest, access: Access, case_id: UUID) -> JsonResponse:
    reviewing.release_claim(sme=access.user, project=access.project, case_id=case_id)
    return JsonResponse({"next": reverse("review", args=[access.project.slug])})


@member(SME, LEAD)
@require_POST
def reopen(request: HttpRequest, access: Access, case_id: UUID) -> HttpResponse:
    """A JSON call from the case page, a plain form from the pair's page."""
    is_json = request.content_type == "application/json"
    message = text_field(json_body(request), "message") if is_json else request.POST.get("message", "")
    reopened = reviewing.reopen(actor=access.user, project=access.project, case_id=case_id, message=message)
    if is_json:
        return JsonResponse({"next": reverse("review_case", args=[access.project.slug, case_id])})
    messages.success(request, _("The case waits for an expert again."))
    return redirect(reverse("pair", args=[access.project.slug, reopened.pair_id]))
