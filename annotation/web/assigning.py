"""The lead gives pairs out: to all annotators, to named ones, or by opening the pull queue."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from annotation.selectors.places import annotators_named, places_page
from annotation.services.assigning import check_people
from annotation.tasks import carry_out
from foundation.logic.errors import Refusal
from foundation.logic.roles import ANNOTATOR, LEAD
from foundation.models import Project
from foundation.selectors.access import Access, members
from foundation.web.guards import member
from foundation.web.jobs import Area

AREA = Area(
    home="assign",
    title=gettext_lazy("Assign pairs"),
    kinds={"open": gettext_lazy("Opening the queue"), "assign": gettext_lazy("Assigning pairs")},
    results={
        "opened": gettext_lazy("Places opened in the queue"),
        "assigned": gettext_lazy("Places given"),
        "controls": gettext_lazy("Controls"),
        "repeats": gettext_lazy("Repeats"),
    },
    enqueue=carry_out.enqueue,
)


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
            return _give(access, form)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
    context = {"form": form, "places": places_page(access.project), "jobs": AREA.listed(access)}
    return render(request, "annotation/assign.html", context)


def _give(access: Access, form: AssignForm) -> HttpResponse:
    given = dict(form.cleaned_data)
    way = given.pop("way")
    if way == "pull":
        return AREA.opened(access, "open")
    bound = way == "bind"
    check_people(access.project, annotators_named(access.project, given["annotators"]), bound)
    return AREA.opened(access, "assign", options={**given, "bound": bound})
