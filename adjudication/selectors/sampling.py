"""How a project's sample of agreed pairs stands."""

from dataclasses import dataclass
from random import Random
from uuid import UUID

from django.db.models import F

from adjudication.logic import states
from adjudication.models import Decision, ReviewCase, SampleRule
from foundation.models import Project


@dataclass(frozen=True)
class SampleState:
    """`sample` cases of the agreed ones are for single review; `rest` are the waiting others."""

    agreed: int
    sample: int
    sample_left: int
    overturned: int
    rest: list[UUID]

    @property
    def may_accept(self) -> bool:
        return self.sample_left == 0 and bool(self.rest)


def current_rule(project: Project) -> SampleRule | None:
    """The newest rule, or None."""
    return SampleRule.objects.filter(project=project).order_by("-pk").first()


def sample_state(project: Project, rule: SampleRule) -> SampleState:
    """The sample is drawn from all agreed cases, sorted by pair, with the rule's seed."""
    agreed = list(
        ReviewCase.objects.filter(project=project, conflict=False)
        .exclude(status=states.RETURNED)
        .select_related("pair__comparison")
        .order_by()
    )
    agreed.sort(key=lambda case: (case.pair.task_id, case.pair.code))
    size = min(len(agreed), max(1, round(float(rule.share) * len(agreed)))) if agreed else 0
    sample = {case.pk for case in Random(rule.seed).sample(agreed, size)}
    outcomes = dict(
        Decision.objects.filter(case__in=sample, revision=F("case__revision")).values_list("case", "outcome")
    )
    decided = [case for case in agreed if case.pk in sample and case.status == states.DECIDED]
    overturned = sum(outcomes[case.pk] != _agreed_outcome(case) for case in decided)
    rest = [case.pk for case in agreed if case.pk not in sample and case.status == states.WAITING]
    return SampleState(len(agreed), len(sample), len(sample) - len(decided), overturned, rest)


def _agreed_outcome(case: ReviewCase) -> str:
    return states.FALSE if case.pair.comparison.kind == states.AGREED_UNRELATED else states.TRUE
