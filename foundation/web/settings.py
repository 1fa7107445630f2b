"""The settings of a project."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from foundation.logic.roles import LEAD
from foundation.models import Project
from foundation.selectors.access import Access
from foundation.services.projects import change_settings
from foundation.web.forms import SettingsForm
from foundation.web.guards import member


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def project_settings(request: HttpRequest, access: Access) -> HttpResponse:
    # the form writes into the object it is given: not the one that the page's frame shows
    form = SettingsForm(request.POST or None, instance=Project.objects.get(pk=access.project.pk))
    if request.method == "POST" and form.is_valid():
        change_settings(actor=access.user, project=access.project, **form.cleaned_data)
        messages.success(request, _("The settings are kept."))
        return redirect("project_settings", access.project.slug)
    return render(request, "foundation/settings.html", {"form": form})
