"""The project's guidelines: every member reads them, a lead publishes the next version."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from annotation.logic.markdown import to_html
from annotation.models import Guideline
from annotation.services.annotating import MOST_GUIDELINES, publish_guideline
from foundation.logic.errors import Forbidden
from foundation.selectors.access import Access
from foundation.web.guards import member


class GuidelineForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Guidelines, in Markdown"),
        max_length=MOST_GUIDELINES,
        widget=forms.Textarea(attrs={"rows": 24}),
        strip=False,
    )


@member()
@require_http_methods(["GET", "HEAD", "POST"])
def guidelines(request: HttpRequest, access: Access) -> HttpResponse:
    versions = Guideline.objects.filter(project=access.project).order_by("-version")
    newest = versions.first()
    form = GuidelineForm(request.POST or None, initial={"text": newest.text if newest else ""})
    if request.method == "POST":
        if not access.leads:
            raise Forbidden("not_your_role", _("Only a lead publishes guidelines."))
        if form.is_valid():
            text = form.cleaned_data["text"].replace("\r\n", "\n")
            published = publish_guideline(actor=access.user, project=access.project, text=text)
            messages.success(request, _("Version %(version)s is published.") % {"version": published.version})
            return redirect("guidelines", access.project.slug)
    context = {
        "form": form if access.leads else None,
        "newest": newest,
        "html": to_html(newest.text) if newest else "",
        "versions": versions.defer("text"),
    }
    return render(request, "annotation/guidelines.html", context)
