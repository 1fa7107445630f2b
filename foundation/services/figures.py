"""Keeping figures that take long to work out."""

from typing import Any

from foundation.models import Figures, Project


def keep_figures(*, project: Project, name: str, value: Any, state: str = "") -> None:
    """Afterwards these are the kept figures of this name. They say nothing new: anybody may work them out."""
    Figures.objects.update_or_create(project=project, name=name, defaults={"state": state, "value": value})
