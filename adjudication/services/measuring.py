"""Measuring agreement where it takes longer than a page may."""

from adjudication.selectors.agreement import measured_agreement
from adjudication.selectors.shown_agreement import NAME, agreement_state, is_measured_on_the_spot
from foundation.models import Project
from foundation.services.figures import keep_figures


def measure_agreement(*, project: Project) -> None:
    """Afterwards pages show the agreement of the answers closed now; few answers need nothing kept."""
    if not is_measured_on_the_spot(project):
        state = agreement_state(project)
        keep_figures(project=project, name=NAME, value=measured_agreement(project), state=state)
