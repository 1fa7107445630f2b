"""Runs: which model was asked what, and what it cost."""

from dataclasses import dataclass

from django.db.models import Avg, Count, Q, Sum

from foundation.models import Project
from triage.models import TriageRun

SHOWN = 20


@dataclass(frozen=True)
class RunRow:
    """One run with what it brought; `seconds` is the mean latency of an answer."""

    run: TriageRun
    votes: int
    unreadable: int
    tokens_in: int
    tokens_out: int
    seconds: float | None

    @property
    def where(self) -> str:
        """The endpoint, or the file that brought the votes."""
        return self.run.endpoint or self.run.parameters.get("file", "")


def runs_of(project: Project) -> list[RunRow]:
    """The newest runs, those made of imported files included."""
    runs = TriageRun.objects.filter(project=project).annotate(
        given=Count("vote_set"),
        unreadable=Count("vote_set", filter=Q(vote_set__label="")),
        spent_in=Sum("vote_set__tokens_in"),
        spent_out=Sum("vote_set__tokens_out"),
        latency=Avg("vote_set__latency_ms"),
    )
    return [
        RunRow(
            run,
            run.given,
            run.unreadable,
            run.spent_in or 0,
            run.spent_out or 0,
            run.latency / 1000 if run.latency is not None else None,
        )
        for run in runs.order_by("-started_at")[:SHOWN]
    ]
