"""The leaderboard, runs, and two runs side by side."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.selectors.leaderboard import leaderboard
from benchmark.selectors.releases import release_named
from benchmark.selectors.run_page import run_page
from benchmark.selectors.runs import run_with_id
from benchmark.services.kept import comparison_of
from benchmark.services.scoring import add_run, check_baseline, check_size
from benchmark.tasks import score_waiting_run
from benchmark.web import labels
from benchmark.web.forms import RunForm
from benchmark.web.jobs import AREA
from corpus.selectors.chapters import names_of_chapters
from foundation.logic.errors import Missing, Refusal
from foundation.logic.roles import LEAD
from foundation.selectors.access import Access
from foundation.web.guards import member


@member(LEAD)
@require_GET
def board(request: HttpRequest, access: Access) -> HttpResponse:
    """Systems, baselines and people on one release."""
    found = leaderboard(access.project, request.GET.get("release"), labels.SYSTEMS)
    context = {"board": found, "form": RunForm(), "labels": labels.EVERY}
    return render(request, "benchmark/leaderboard.html", context)


@member(LEAD)
@require_POST
def upload(request: HttpRequest, access: Access, version: str) -> HttpResponse:
    """Keep a predictions file and have it scored."""
    release = release_named(access.project, version)
    form = RunForm(request.POST, request.FILES)
    if form.is_valid():
        given = form.cleaned_data
        try:
            check_size(given["predictions"].size)
            run = add_run(
                actor=access.user,
                release=release,
                system=given["system"],
                file_name=given["predictions"].name,
                content=given["predictions"].read(),
                missing_as_false=given["missing_as_false"],
                gate=given["gate"],
            )
        except Refusal as refusal:
            form.add_error(refusal.facts.get("field") or None, refusal.message)
        else:
            score_waiting_run.enqueue(str(run.pk))
            return redirect("leaderboard_run", access.project.slug, run.pk)
    found = leaderboard(access.project, version, labels.SYSTEMS)
    context = {"board": found, "form": form, "labels": labels.EVERY}
    return render(request, "benchmark/leaderboard.html", context, status=400)


@member(LEAD)
@require_POST
def baseline(request: HttpRequest, access: Access, version: str) -> HttpResponse:
    """Add a trivial system as a run of its own."""
    release = release_named(access.project, version)
    name = request.POST.get("name", "")
    check_baseline(release, name)
    return AREA.opened(access, "baseline", options={"version": release.version, "name": name})


@member(LEAD)
@require_GET
def run(request: HttpRequest, access: Access, run_id: UUID) -> HttpResponse:
    """A run's score, or why it has none."""
    found = run_with_id(access.project, run_id)
    context = {
        "page": run_page(access.project, found, {**labels.SYSTEMS}),
        "score": found.score,
        "labels": labels.EVERY,
        "chapters": names_of_chapters(access.project),
    }
    return render(request, "benchmark/run.html", context)


@member(LEAD)
@require_GET
def run_json(request: HttpRequest, access: Access, run_id: UUID) -> HttpResponse:
    """The score object, as `score_run --json` prints it."""
    found = run_with_id(access.project, run_id)
    if found.score is None:
        raise Missing(_("This run has no score."))
    return JsonResponse(found.score)


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest, access: Access, run_id: UUID) -> HttpResponse:
    """Score a run once more: after a stopped worker, say. The same bytes give the same score."""
    found = run_with_id(access.project, run_id)
    if request.method == "POST":
        score_waiting_run.enqueue(str(found.pk))
        messages.success(request, _("The run is being scored."))
    return redirect("leaderboard_run", access.project.slug, found.pk)


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def comparison(request: HttpRequest, access: Access, run_id: UUID, other_id: UUID) -> HttpResponse:
    """Two runs of one release, paired; on a large release the worker works it out when asked to."""
    one, other = run_with_id(access.project, run_id), run_with_id(access.project, other_id)
    found = comparison_of(one, other)
    if request.method == "POST" and found is None:
        return AREA.opened(access, "comparison", options={"one": str(one.pk), "other": str(other.pk)})
    context = {"one": one, "other": other, "found": found, "labels": labels.EVERY}
    return render(request, "benchmark/comparison.html", context)
