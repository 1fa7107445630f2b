"""The lead gives pairs out: to all annotators, to named ones, or by opening the pull queue."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from annotation.selectors.places import places_page
from annotation.services.assigning import assign_pairs, open_places
from corpus.models import Pair
from foundation.logic.errors import Refusal
from foundation.logic.roles import ANNOTATOR, LEAD
from foundation.models import Project
from foundation.selectors.access import Access, members
from foundation.web.guards import member


class AssignForm(forms.Form):
    """How to give pairs out."""

    way = forms.ChoiceField(
        label=gettext_lazy("How"),
        choices=[
            ("balance", gettext_lazy("balanced over the people chosen")),
            ("bind", gettext_lazy("the people chosen get every pair together")),
            ("pull", gettext_lazy("open the queue: everybody takes the next free pair")),
        ],
        widget=forms.RadioSelect,
        initial="balance",
    )
    annotators = forms.MultipleChoiceField(
        label=gettext_lazy("Annotators"), required=False, widget=forms.CheckboxSelectMultiple
    )
    code = forms.CharField(
        label=gettext_lazy("Only pairs whose code starts with"), required=False, max_length=40
    )
    controls = forms.FloatField(
        label=gettext_lazy("Share of controls"), min_value=0, max_value=1, initial=0, localize=False
    )
    repeats = forms.FloatField(
        label=gettext_lazy("Share of repeats"), min_value=0, max_value=1, initial=0, localize=False
    )
    seed = forms.IntegerField(label=gettext_lazy("Seed"), min_value=0, initial=0)

    def __init__(self, project: Project, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.people = members(project, ANNOTATOR)
        names = [person.username for person in self.people]
        self.fields["annotators"].choices = [(name, name) for name in names]
        self.fields["annotators"].initial = names


@member(LEAD)
@require_http_methods(["GET", "HEAD", "POST"])
def assign(request: HttpRequest, access: Access) -> HttpResponse:
    form = AssignForm(access.project, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            messages.success(request, _give(access, form))
            return redirect("assign", access.project.slug)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
    return render(request, "annotation/assign.html", {"form": form, "places": places_page(access.project)})


def _give(access: Access, form: AssignForm) -> str:
    given = form.cleaned_data
    if given["way"] == "pull":
        opened = open_places(actor=access.user, project=access.project)
        return _("%(n)d places are open in the queue.") % {"n": opened}
    chosen = [person for person in form.people if person.username in given["annotators"]]
    pairs = Pair.objects.filter(project=access.project, code__istartswith=given["code"])
    result = assign_pairs(
        actor=access.user,
        project=access.project,
        annotators=chosen,
        bound=given["way"] == "bind",
        pairs=pairs if given["code"] else None,
        controls=given["controls"],
        repeats=given["repeats"],
        seed=given["seed"],
    )
    return _("%(n)d places given, %(controls)d controls, %(repeats)d repeats.") % {
        "n": sum(result["assigned"].values()),
        "controls": result["controls"],
        "repeats": result["repeats"],
    }
