"""Freezing, reading, downloading and withdrawing versions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.logic.differences import differences_bytes
from benchmark.logic.layout import DATASET
from benchmark.models import Card
from benchmark.selectors.release_pages import differences_before, proposal, release_page
from benchmark.selectors.releases import archive_of, file_of, folder_name, release_named
from benchmark.services.cards import keep_card
from benchmark.services.exporting import record_download
from benchmark.services.releasing import check_new_version, withdraw_release
from benchmark.web import labels
from benchmark.web.forms import CardForm, FreezeForm, ReleaseFileForm, WithdrawForm
from benchmark.web.jobs import AREA
from foundation.logic.errors import Missing, Refusal
from foundation.logic.roles import LEAD
from foundation.logic.spreadsheets import spreadsheet_safe
from foundation.selectors.access import Access, require_reader
from foundation.selectors.administrators import require_administrator
from foundation.web.guards import member


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, access: Access) -> HttpResponse:
    """What would be frozen now, the button that does it, and the versions there are."""
    form = FreezeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        version = form.cleaned_data["version"].strip()
        try:
            check_new_version(access.project, version)
        except Refusal as refusal:
            form.add_error("version", refusal.message)
        else:
            return AREA.opened(access, "freeze", options={"version": version})
    return _page(request, access, form=form)


@member(LEAD)
@require_POST
def begin(request: HttpRequest, access: Access) -> HttpResponse:
    """Check a published version from which a new project shall begin."""
    require_administrator(access.user, "opens a project")
    form = ReleaseFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, access, begin_form=form)
    given = form.cleaned_data
    return AREA.opened(
        access,
        "release",
        file=given["release"],
        second=given["notes"],
        options={"slug": given["slug"]},
        check_only=True,
    )


def _page(request: HttpRequest, access: Access, **forms) -> HttpResponse:
    proposed = proposal(access.project)
    context = {
        "proposal": proposed,
        "releases": access.project.releases.order_by("-frozen_at").select_related("frozen_by"),
        "form": FreezeForm(initial={"version": proposed.next_version}),
        "begin_form": ReleaseFileForm() if access.user.is_staff else None,
        "jobs": AREA.listed(access),
        "labels": labels.EVERY,
        **{name: form for name, form in forms.items() if form.is_bound},
    }
    status = 400 if context["begin_form"] and context["begin_form"].errors else 200
    return render(request, "benchmark/releases.html", context, status=status)


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, access: Access) -> HttpResponse:
    """What the lead writes into the data card of the next version."""
    held = Card.objects.filter(project=access.project).first() or Card(project=access.project)
    form = CardForm(request.POST or None, instance=held)
    if request.method == "POST" and form.is_valid():
        keep_card(actor=access.user, card=form.save(commit=False))
        messages.success(request, _("Saved. The next version carries it."))
        return redirect("releases", access.project.slug)
    return render(request, "benchmark/card.html", {"form": form})


@member(LEAD)
@require_GET
def version(request: HttpRequest, access: Access, version: str) -> HttpResponse:
    release = release_named(access.project, version)
    context = {
        "page": release_page(access.project, release),
        "form": WithdrawForm(),
        "labels": labels.EVERY,
    }
    return render(request, "benchmark/release.html", context)


@member(LEAD)
@require_POST
def withdraw(request: HttpRequest, access: Access, version: str) -> HttpResponse:
    withdraw_release(
        actor=access.user,
        project=access.project,
        version=version,
        reason=request.POST.get("reason", ""),
    )
    messages.success(request, _("The version is withdrawn; its bytes stay."))
    return redirect("releases_version", access.project.slug, version)


@member(LEAD)
@require_GET
def download(request: HttpRequest, access: Access, version: str) -> HttpResponse:
    """The whole version. Rationales may quote notes, so this needs what reading a note needs."""
    require_reader(access)
    release = release_named(access.project, version)
    record_download(actor=access.user, release=release, path="")
    return _attachment(archive_of(release), f"{folder_name(release)}.zip", "application/zip")


@member(LEAD)
@require_GET
def file(request: HttpRequest, access: Access, version: str, path: str) -> HttpResponse:
    """One file of a version, byte for byte."""
    require_reader(access)
    release = release_named(access.project, version)
    found = file_of(release, path)
    record_download(actor=access.user, release=release, path=path)
    return _attachment(bytes(found.content), path.rpartition("/")[2])


@member(LEAD)
@require_GET
def safe_copy(request: HttpRequest, access: Access, version: str) -> HttpResponse:
    """The dataset for looking at in a spreadsheet, which runs nothing; never for scoring."""
    require_reader(access)
    release = release_named(access.project, version)
    record_download(actor=access.user, release=release, path=f"{DATASET} (spreadsheet)")
    return _table_to_look_at(
        bytes(file_of(release, DATASET).content), f"{folder_name(release)}-spreadsheet.csv"
    )


@member(LEAD)
@require_GET
def differences(request: HttpRequest, access: Access, version: str) -> HttpResponse:
    """What a version changed, as a table to look at in a spreadsheet."""
    release = release_named(access.project, version)
    found = differences_before(access.project, release)
    if found is None:
        raise Missing(_("Nothing was frozen before this version."))
    return _table_to_look_at(differences_bytes(found), f"{folder_name(release)}-since-{found.since}.csv")


def _table_to_look_at(table: bytes, name: str) -> HttpResponse:
    content = spreadsheet_safe(table.decode("utf-8")).encode("utf-8")
    return _attachment(content, name, "text/csv; charset=utf-8")


def _attachment(content: bytes, name: str, kind: str = "application/octet-stream") -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
