"""The pages that read every room: home, board, pairs, a pair's history."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from foundation.logic.roles import ANNOTATOR, LEAD, SME
from foundation.selectors.access import Access, require_reader
from foundation.services.ledger import record_view
from foundation.web.guards import member
from overview.selectors.board import board as read_board
from overview.selectors.home import home_page
from overview.selectors.pairs import pairs_page
from overview.selectors.timeline import timeline

START = {ANNOTATOR: "annotate", SME: "review", LEAD: "board"}


@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "overview/home.html", {"cards": home_page(request.user)})


@member()
@require_GET
def project(request: HttpRequest, access: Access) -> HttpResponse:
    """To the page where the person's work in this project starts."""
    return redirect(reverse(START[access.role], args=[access.project.slug]))


@member(LEAD)
@require_GET
def board(request: HttpRequest, access: Access) -> HttpResponse:
    return render(request, "overview/board.html", {"board": read_board(access.project)})


@member(LEAD)
@require_GET
def pairs(request: HttpRequest, access: Access) -> HttpResponse:
    return render(request, "overview/pairs.html", {"table": pairs_page(access.project, request.GET.dict())})


@member(LEAD)
@require_GET
def pair(request: HttpRequest, access: Access, pair_id: UUID) -> HttpResponse:
    """The pair's history quotes the note, so it needs what reading a note needs."""
    require_reader(access)
    history = timeline(access.project, pair_id)
    record_view(reader=access.user, project=access.project, note=history.pair.note)
    return render(request, "overview/pair.html", {"history": history, "pair": history.pair})
