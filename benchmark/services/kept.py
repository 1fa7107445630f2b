"""Figures of releases that take longer than a page may: worked out once, for what they rest on stays."""

from benchmark.models import Release, Run
from benchmark.selectors.runs import MOST_ON_THE_SPOT, PEOPLE, people_now
from benchmark.services.scoring import compare_runs
from foundation.logic.errors import Refusal
from foundation.selectors.figures import kept_figures
from foundation.services.figures import keep_figures


def keep_people(release: Release) -> None:
    """Afterwards the annotators' figures on the release are kept, as they were when first asked for."""
    name = PEOPLE.format(release.version)
    if kept_figures(release.project, name) is None:
        keep_figures(project=release.project, name=name, value=people_now(release))


def check_comparable(one: Run, other: Run) -> None:
    """Return for two scored runs of one release; otherwise raise."""
    if one.score is None or other.score is None:
        raise Refusal("not_scored", "Both runs need a score first.")
    if one.release_id != other.release_id:
        raise Refusal("other_release", "Two systems can only be compared on the same release.")


def comparison_of(one: Run, other: Run) -> dict | None:
    """The comparison object of two scored runs; None where it has to be worked out first, by the worker."""
    check_comparable(one, other)
    kept = kept_figures(one.release.project, _name(one, other))
    if kept is not None:
        return kept.value
    pairs = one.release.true_count + one.release.false_count
    return compare_runs(one, other) if pairs <= MOST_ON_THE_SPOT else None


def keep_comparison(one: Run, other: Run) -> None:
    """Afterwards the comparison of the two is there for pages."""
    check_comparable(one, other)
    keep_figures(project=one.release.project, name=_name(one, other), value=compare_runs(one, other))


def _name(one: Run, other: Run) -> str:
    return f"comparison {one.pk} {other.pk}"
