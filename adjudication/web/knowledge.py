"""The lead's rules of review, and what annotators get back."""

from decimal import Decimal

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from adjudication.selectors.feedback import feedback, shows_words
from adjudication.selectors.sampling import current_rule, sample_state
from adjudication.services.feedback import set_feedback
from adjudication.services.sampling import check_acceptance, set_sample_rule
from adjudication.web.jobs import ACCEPTING
from foundation.logic.roles import ANNOTATOR, LEAD, SME
from foundation.selectors.access import Access, require_reader
from foundation.web.guards import member


class SampleRuleForm(forms.Form):
    share = forms.DecimalField(
        label=gettext_lazy("Share of agreed pairs that an expert reviews one by one"),
        min_value=Decimal("0.001"),
        max_value=1,
        max_digits=4,
        decimal_places=3,
        initial=Decimal("0.2"),
    )
    most_overturned = forms.IntegerField(
        label=gettext_lazy("How many of them may be overturned"), min_value=0, max_value=1000, initial=0
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed of the draw"), min_value=0, max_value=2**31 - 1, initial=0
    )


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def review_rules(request: HttpRequest, access: Access) -> HttpResponse:
    """How agreed pairs may be accepted together, and whether annotators see final answers."""
    form = SampleRuleForm(request.POST or None)
    if request.method == "POST" and request.POST.get("action") == "feedback":
        set_feedback(
            actor=access.user, project=access.project, open_to_annotators=request.POST.get("open") == "1"
        )
        messages.success(request, _("Saved."))
        return redirect("review_rules", access.project.slug)
    if request.method == "POST" and form.is_valid():
        set_sample_rule(actor=access.user, project=access.project, **form.cleaned_data)
        messages.success(request, _("The rule is recorded; releases state it."))
        return redirect("review_rules", access.project.slug)
    rule = current_rule(access.project)
    context = {
        "form": form,
        "rule": rule,
        "state": rule and sample_state(access.project, rule),
        "words": shows_words(access.project),
    }
    return render(request, "adjudication/rules.html", context)


@member(SME)
@require_POST
def accept(request: HttpRequest, access: Access) -> HttpResponse:
    check_acceptance(access.project)
    return ACCEPTING.opened(access, "accept")


@member(ANNOTATOR)
@require_GET
def own_feedback(request: HttpRequest, access: Access) -> HttpResponse:
    """Quotes are note text, so this needs what reading a note needs."""
    require_reader(access)
    own = feedback(access.user, access.project)
    return render(request, "adjudication/feedback.html", {"feedback": own})
