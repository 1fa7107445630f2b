"""People of a project: who they are, what binds them, what they opened; inviting, pausing, removing."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from annotation.services.freeing import remove_person
from foundation.logic.errors import Missing, Refusal
from foundation.logic.roles import LEAD
from foundation.models import Membership
from foundation.selectors.access import Access
from foundation.services.people import add_person, set_active
from foundation.web.guards import member
from overview.selectors.people import opened_notes, people_page


class InviteForm(forms.Form):
    username = forms.CharField(label=gettext_lazy("User name"), max_length=150)
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Membership.Role.choices)
    password = forms.CharField(
        label=gettext_lazy("First password, for a new account"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=False),
        help_text=gettext_lazy("Leave empty for somebody who already signs in here."),
    )


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, access: Access) -> HttpResponse:
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            membership = add_person(
                actor=access.user,
                project=access.project,
                username=form.cleaned_data["username"],
                role=form.cleaned_data["role"],
                password=form.cleaned_data["password"] or None,
            )
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("%(name)s is in the project.") % {"name": membership.user.username})
            return redirect("people", access.project.slug)
    return render(request, "overview/people.html", {"form": form, "people": people_page(access.project)})


@member(LEAD)
@require_http_methods(["GET", "HEAD"])
def opened(request: HttpRequest, access: Access, username: str) -> HttpResponse:
    """Which notes a person opened, newest first."""
    membership = _membership(access, username)
    rows = opened_notes(access.project, membership.user)
    return render(request, "overview/opened.html", {"member": membership, "rows": rows})


@member(LEAD)
@require_POST
def change(request: HttpRequest, access: Access, username: str) -> HttpResponse:
    """`action` pause, resume or remove; removing also frees what is open and keeps what is done."""
    membership = _membership(access, username)
    action = request.POST.get("action")
    if action not in ("pause", "resume", "remove"):
        raise Refusal("bad_action", _("That is not something to do with a person."))
    if membership.user_id == access.user.pk:
        raise Refusal("yourself", _("You cannot pause or remove yourself."))
    if action != "remove":
        set_active(actor=access.user, membership=membership, active=action == "resume")
    elif freed := remove_person(actor=access.user, membership=membership):
        messages.success(request, _("%(n)d open places are free again.") % {"n": freed})
    return redirect("people", access.project.slug)


def _membership(access: Access, username: str) -> Membership:
    found = (
        Membership.objects.select_related("user", "project")
        .filter(project=access.project, user__username=username)
        .first()
    )
    if found is None:
        raise Missing()
    return found
