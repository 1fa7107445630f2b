"""The tabs on top of a project's pages, by role."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from foundation.logic.roles import ANNOTATOR, LEAD, SME

TABS = {
    ANNOTATOR: [("annotate", _("Annotate")), ("answers", _("My answers"))],
    SME: [("review", _("Review")), ("guidelines", _("Guidelines"))],
    LEAD: [
        ("board", _("Board")),
        ("pairs", _("Pairs")),
        ("imports", _("Imports")),
        ("triage", _("Triage")),
        ("people", _("People")),
        ("agreement", _("Agreement")),
        ("releases", _("Releases")),
        ("leaderboard", _("Scores")),
    ],
}


@dataclass(frozen=True)
class Tab:
    label: str
    url: str
    current: bool


def navigation(request: HttpRequest) -> dict:
    """For the base template: `theme` everywhere; `project`, `access` and `nav` within a project."""
    theme = request.COOKIES.get("theme")
    frame = {"theme": theme if theme in ("light", "dark") else "auto"}
    access = getattr(request, "access", None)
    if access is None:
        return frame
    match = request.resolver_match
    here = match.kwargs.get("tab") or (match.url_name or "").split("_")[0]
    tabs = []
    for name, label in TABS[access.role]:
        try:
            url = reverse(name, args=[access.project.slug])
        except NoReverseMatch:
            continue
        tabs.append(Tab(label, url, name == here))
    return frame | {"project": access.project, "access": access, "nav": tabs}
