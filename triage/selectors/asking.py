"""What is still to be asked of a model, and whom it may be asked of."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from corpus.models import Pair
from foundation.models import LedgerEntry, Project
from triage.logic.selection import in_scope
from triage.models import Vote
from triage.selectors.judged import judged_pairs

ATTESTED = "endpoint_attested"


@dataclass(frozen=True)
class Question:
    """One vote to be asked for."""

    pair_id: UUID
    task_id: str
    code: str
    vote: int


def open_questions(project: Project, stage: int, votes: int) -> list[Question]:
    """Votes 1 to `votes` that are not there yet, by (task_id, code, vote) as code points: of every pair in
    stage 1, in stage 2 of those that the project's scope sends there."""
    there = set(
        Vote.objects.filter(pair__project=project, stage=stage).values_list("pair_id", "vote").iterator()
    )
    asked = [
        Question(pair.pk, pair.task_id, pair.code, number)
        for pair, judged in judged_pairs(project)
        if stage == 1 or in_scope(project.stage2_scope, judged)
        for number in range(1, votes + 1)
        if (pair.pk, number) not in there
    ]
    return sorted(asked, key=lambda question: (question.task_id, question.code, question.vote))


def with_texts(questions: list[Question]) -> Iterator[tuple[Question, Pair]]:
    """Each question with its pair, note and concept; a pair is read once for its run of questions."""
    pair = None
    for question in questions:
        if pair is None or pair.pk != question.pair_id:
            pair = Pair.objects.select_related("note", "concept__system").get(pk=question.pair_id)
        yield question, pair


def is_attested(project: Project, host: str) -> bool:
    """Whether somebody put on record that this host keeps nothing of what the project sends."""
    return LedgerEntry.objects.filter(project=project, verb=ATTESTED, detail__host=host).exists()
