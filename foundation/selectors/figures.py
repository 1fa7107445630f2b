"""Figures that were worked out before."""

from foundation.models import Figures, Project


def kept_figures(project: Project, name: str) -> Figures | None:
    """The kept figures of this name, whatever state they are of, or None."""
    return Figures.objects.filter(project=project, name=name).first()
