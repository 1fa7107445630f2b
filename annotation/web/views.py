"""The annotator's pages: queue, desk, own answers."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from annotation.logic import states
from annotation.logic.validation import Answer
from annotation.selectors import queue
from annotation.selectors.desk import desk_page
from annotation.services import annotating
from annotation.services.assigning import take_next
from annotation.web.reading import answer_of, text_field, whole_number
from foundation.logic.roles import ANNOTATOR
from foundation.models import Project, User
from foundation.selectors.access import Access, require_reader
from foundation.services.ledger import record_view
from foundation.web.guards import json_body, member


@member(ANNOTATOR)
@require_http_methods(["GET", "HEAD", "POST"])
def annotate(request: HttpRequest, access: Access) -> HttpResponse:
    """What there is to do; Continue takes the next pair."""
    if request.method == "POST":
        return redirect(_next_url(access.user, access.project))
    own_queue = queue.queue_page(access.user, access.project)
    return render(request, "annotation/queue.html", {"queue": own_queue})


def _next_url(annotator: User, project: Project) -> str:
    assignment = take_next(annotator=annotator, project=project)
    if assignment is None:
        return reverse("annotate", args=[project.slug])
    return reverse("annotate_desk", args=[project.slug, assignment.pk])


@member(ANNOTATOR)
@require_GET
def desk(request: HttpRequest, access: Access, assignment_id: UUID) -> HttpResponse:
    require_reader(access)
    page = desk_page(access.user, access.project, assignment_id)
    record_view(reader=access.user, project=access.project, note=page.note)
    script_data = page.data | {"session_ends": request.session.get_expiry_date().isoformat()}
    del script_data["concept"]  # the page itself shows it
    return render(request, "annotation/desk.html", {"desk": page.data, "script_data": script_data})


@member(ANNOTATOR)
@require_http_methods(["PUT", "POST"])
def draft(request: HttpRequest, access: Access, assignment_id: UUID) -> JsonResponse:
    require_reader(access)  # what is said about a quote tells what the note says
    body = json_body(request)
    answer, quotes = answer_of(body)
    saved = annotating.save_draft(
        annotator=access.user,
        project=access.project,
        assignment_id=assignment_id,
        answer=answer,
        quotes=quotes,
        version=whole_number(body, "version"),
    )
    return JsonResponse({"version": saved.version, "saved_at": saved.updated_at.isoformat()})


@member(ANNOTATOR)
@require_POST
def submit(request: HttpRequest, access: Access, assignment_id: UUID) -> JsonResponse:
    require_reader(access)
    body = json_body(request)
    answer, quotes = answer_of(body)
    annotating.submit_annotation(
        annotator=access.user,
        project=access.project,
        assignment_id=assignment_id,
        answer=answer,
        quotes=quotes,
        version=whole_number(body, "version"),
        guideline=whole_number(body, "guideline"),
    )
    return JsonResponse({"next": _next_url(access.user, access.project)})


@member(ANNOTATOR)
@require_POST
def cannot(request: HttpRequest, access: Access, assignment_id: UUID) -> JsonResponse:
    """The pair cannot be answered: an answer of its own, with the reason."""
    require_reader(access)
    body = json_body(request)
    annotating.submit_annotation(
        annotator=access.user,
        project=access.project,
        assignment_id=assignment_id,
        answer=Answer(
            states.UNANSWERABLE,
            rationale=text_field(body, "reason"),
            seconds=whole_number(body, "seconds"),
        ),
        version=whole_number(body, "version"),
        guideline=whole_number(body, "guideline"),
    )
    return JsonResponse({"next": _next_url(access.user, access.project)})


@member(ANNOTATOR)
@require_POST
def skip(request: HttpRequest, access: Access, assignment_id: UUID) -> JsonResponse:
    annotating.skip(annotator=access.user, project=access.project, assignment_id=assignment_id)
    return JsonResponse({"next": _next_url(access.user, access.project)})


@member(ANNOTATOR)
@require_GET
def answers(request: HttpRequest, access: Access) -> HttpResponse:
    page = Paginator(queue.own_answers(access.user, access.project), 50).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "previous_url": f"?page={page.previous_page_number()}" if page.has_previous() else "",
        "next_url": f"?page={page.next_page_number()}" if page.has_next() else "",
        "text": f"{page.start_index()}-{page.end_index()} / {page.paginator.count}",
    }
    return render(request, "annotation/answers.html", context)
