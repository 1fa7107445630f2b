"""What the models say: votes and what they come to, asking, stopping, and choosing the pairs to annotate."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from foundation.logic.errors import Refusal
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access, require_reader
from foundation.web.guards import member
from foundation.web.jobs import Area
from triage.selectors.judged import triage_overview
from triage.selectors.runs import runs_of
from triage.services.running import Asking, allow_endpoint, check_asking, stop_run
from triage.services.selecting import select_pairs
from triage.tasks import carry_out
from triage.web.forms import (
    KIND_NAMES,
    RESULT_NAMES,
    SCOPE_NAMES,
    AskForm,
    RequestsForm,
    SelectForm,
    VotesForm,
)

AREA = Area("triage", gettext_lazy("Triage"), KIND_NAMES, RESULT_NAMES, carry_out.enqueue)


@member(LEAD)
@require_http_methods(["GET", "HEAD"])
def triage(request: HttpRequest, access: Access) -> HttpResponse:
    """Votes, results under each reading of stage 2, cost, runs, and what to do next."""
    return _page(request, access)


@member(LEAD)
@require_POST
def votes(request: HttpRequest, access: Access) -> HttpResponse:
    """Check a file of votes."""
    form = VotesForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, access, votes_form=form)
    given = form.cleaned_data
    return AREA.opened(
        access, "votes", file=given["file"], options={"layout": given["layout"]}, check_only=True
    )


@member(LEAD)
@require_POST
def ask(request: HttpRequest, access: Access) -> HttpResponse:
    """Start asking a model, or go on where it was stopped."""
    form = AskForm(request.POST)
    if form.is_valid():
        options = dict(form.cleaned_data)
        statement = options.pop("statement")
        try:
            if statement:
                allow_endpoint(
                    actor=access.user,
                    project=access.project,
                    address=options["endpoint"],
                    statement=statement,
                )
            check_asking(actor=access.user, project=access.project, asking=Asking(**options))
            return AREA.opened(access, "ask", options=options)
        except Refusal as refusal:
            form.add_error("endpoint", refusal.message)
    return _page(request, access, ask_form=form)


@member(LEAD)
@require_POST
def requests(request: HttpRequest, access: Access) -> HttpResponse:
    """Have the open questions written as a file. It holds notes, so this needs what reading one needs."""
    require_reader(access)
    form = RequestsForm(request.POST, auto_id="id_requests_%s")
    if not form.is_valid():
        return _page(request, access, requests_form=form)
    return AREA.opened(access, "requests", options=form.cleaned_data)


@member(LEAD)
@require_POST
def select(request: HttpRequest, access: Access) -> HttpResponse:
    """Choose the pairs to annotate."""
    form = SelectForm(request.POST)
    if form.is_valid():
        try:
            chosen = select_pairs(actor=access.user, project=access.project, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        else:
            words = _(
                "Selected: %(positives)d putative positives, %(negatives)d negatives, %(imported)d imported."
            )
            messages.success(request, words % chosen)
            return redirect("triage", access.project.slug)
    return _page(request, access, select_form=form)


@member(LEAD)
@require_POST
def stop(request: HttpRequest, access: Access, run_id: UUID) -> HttpResponse:
    """Stop asking; what is in the air is still stored."""
    stop_run(actor=access.user, project=access.project, run_id=run_id)
    messages.success(request, _("The run stops once what is in the air has come back."))
    return redirect("triage", access.project.slug)


def _page(request: HttpRequest, access: Access, **forms) -> HttpResponse:
    project = access.project
    overview = triage_overview(project)
    context = {
        "overview": overview,
        "readings": [
            (scope == project.stage2_scope, name, overview.in_scope[scope], overview.kept[scope])
            for scope, name in SCOPE_NAMES.items()
        ],
        "runs": runs_of(project),
        "jobs": AREA.listed(access),
        "votes_form": VotesForm(),
        "ask_form": AskForm(),
        "requests_form": RequestsForm(auto_id="id_requests_%s"),
        "select_form": SelectForm(initial={"stage2_scope": project.stage2_scope, "seed": project.seed}),
        **forms,
    }
    return render(request, "triage/triage.html", context, status=400 if forms else 200)
