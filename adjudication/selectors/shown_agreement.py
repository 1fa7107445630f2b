"""Agreement as pages show it: worked out on the spot where that takes no time, else as it was kept."""

import datetime
from dataclasses import dataclass

from django.db.models import Max

from adjudication.selectors.agreement import measured_agreement, rounded
from adjudication.selectors.reliability import people_report
from annotation.logic.states import WORK
from annotation.models import Assignment
from corpus.models import PairSource
from foundation.models import LedgerEntry, Project
from foundation.selectors.figures import kept_figures

NAME = "agreement"
# closed answers that are measured while a page waits
MOST_ON_THE_SPOT = 600
_MEASURES = ("raw", "kappa_mean", "alpha", "pabak", "ac1", "positive", "negative")
UNMEASURED = {
    "pairs": 0,
    "unanswerable": 0,
    "annotators": 0,
    "label": {**dict.fromkeys(_MEASURES), "ci": dict.fromkeys(_MEASURES)},
    "kappa_by_pair": [],
    "by": [],
    "spans": {"pairs": 0},
}


@dataclass(frozen=True)
class ShownAgreement:
    """`report` is the object of `report_agreement`. `made_at` is None for what was worked out just now; with
    `outdated`, answers or pairs came in since."""

    report: dict
    made_at: datetime.datetime | None = None
    outdated: bool = False

    @property
    def measured(self) -> bool:
        """Whether there are figures at all: many answers are measured by the comparison, not by a page."""
        return self.made_at is not None or not self.outdated


def shown_agreement(project: Project) -> ShownAgreement:
    """The figures now where there are few answers; else those of the last comparison."""
    people = {"people": rounded(people_report(project))}
    if is_measured_on_the_spot(project):
        return ShownAgreement(measured_agreement(project) | people)
    kept = kept_figures(project, NAME)
    if kept is None:
        return ShownAgreement(UNMEASURED | people, outdated=True)
    return ShownAgreement(kept.value | people, kept.made_at, kept.state != agreement_state(project))


def is_measured_on_the_spot(project: Project) -> bool:
    """Whether there are so few closed answers that nothing needs to be kept."""
    return _closed(project).count() <= MOST_ON_THE_SPOT


def report_now(project: Project) -> dict:
    """The object of `report_agreement`, exactly; what was kept and still holds is not measured again."""
    kept = kept_figures(project, NAME)
    holds = kept is not None and kept.state == agreement_state(project)
    measured = kept.value if holds else measured_agreement(project)
    return measured | {"people": rounded(people_report(project))}


def agreement_state(project: Project) -> str:
    """What the figures depend on: answers that were closed, which never change, where pairs come from, and
    which chapters the terminologies put them in."""
    sources = PairSource.objects.filter(pair__project=project).count()
    loaded = LedgerEntry.objects.filter(verb="terminology_loaded").aggregate(last=Max("pk"))["last"]
    return f"{_closed(project).count()} {sources} {loaded or 0}"


def _closed(project: Project):
    return Assignment.objects.filter(project=project, purpose=WORK, first_closed_revision__isnull=False)
