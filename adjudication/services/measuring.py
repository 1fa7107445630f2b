"""Measuring agreement where it takes longer than a page may."""

from adjudication.selectors.agreement import measured_agreement
from adjudication.selectors.shown_agreement import NAME, agreement_state, is_measured_on_the_spot
from foundation.models import Project
from foundation.selectors.figures import kept_figures
from foundation.services.figures import keep_figures


def measure_agreement(*, project: Project) -> None:
    """Afterwards pages show the agreement of the answers closed now, and a release finds it measured; few
    answers need nothing kept."""
    kept, state = kept_figures(project, NAME), agreement_state(project)
    if not is_measured_on_the_spot(project) and (kept is None or kept.state != state):
        keep_figures(project=project, name=NAME, value=measured_agreement(project), state=state)
