"""An annotator's own closed answers beside the project's final ones."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import F

from adjudication.models import Decision
from annotation.logic.states import CLOSED, CONTROL, RELATED, UNRELATED
from annotation.models import Annotation, Assignment
from annotation.selectors.queue import own_answers
from foundation.logic.errors import Forbidden
from foundation.models import Project, User

# the decision that says the same as a label
OUTCOME = {RELATED: "True", UNRELATED: "False"}


@dataclass(frozen=True)
class Final:
    """What became of a pair; words and quotes are empty where they are not shown."""

    outcome: str
    rationale: str = ""
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Returned:
    """One pair: what I said, what became of it."""

    code: str
    description: str
    task_id: str
    mine: str
    my_rationale: str
    my_quotes: list[str]
    final: Final

    @property
    def same(self) -> bool:
        return self.final.outcome == OUTCOME.get(self.mine)


@dataclass(frozen=True)
class Feedback:
    """Rows sorted by (task_id, code). `words` says whether the final ones come with reason and evidence."""

    rows: list[Returned]
    words: bool


def feedback(annotator: User, project: Project) -> Feedback:
    """Every pair that the annotator answered, each once, as soon as all of them are answered, closed and
    decided; before that none. `Forbidden` unless the lead opened it.

    Controls are among them with the label that is right, so that what is missing tells of nothing. Nobody
    wrote down a reason for theirs: a project that has controls shows final labels alone.
    """
    if not project.feedback_open:
        raise Forbidden("feedback_closed", "The lead has not opened the comparison with final answers.")
    words = shows_words(project)
    finals = _finals(annotator, project)
    if finals is None:
        return Feedback([], words)
    answers = own_answers(annotator, project).defer(None).prefetch_related("spans")
    rows = [_row(answer, finals[answer.assignment.pair_id], words) for answer in answers]
    return Feedback(sorted(rows, key=lambda row: (row.task_id, row.code)), words)


def shows_words(project: Project) -> bool:
    """Whether annotators see the reasons and the evidence of final answers beside their labels."""
    return not Assignment.objects.filter(project=project, purpose=CONTROL).exists()


def _finals(annotator: User, project: Project) -> dict[UUID, Final] | None:
    """What became of each pair of the annotator; None while one is still to be answered, by anybody, or to be
    decided."""
    mine = Assignment.objects.filter(project=project, annotator=annotator)
    if Assignment.objects.filter(pair__in=mine.values("pair")).exclude(status=CLOSED).exists():
        return None
    finals = {
        pair_id: Final(OUTCOME[expected])
        for pair_id, expected in mine.filter(purpose=CONTROL).values_list("pair", "expected")
    }
    decisions = Decision.objects.filter(
        case__pair__in=mine.values("pair"), case__status="decided", revision=F("case__revision")
    )
    for decision in decisions.select_related("case").prefetch_related("spans"):
        finals[decision.case.pair_id] = Final(
            decision.outcome,
            decision.rationale or decision.excluded_reason,
            tuple(span.quote for span in decision.spans.all()),
        )
    return finals if set(mine.values_list("pair", flat=True)) <= set(finals) else None


def _row(answer: Annotation, final: Final, words: bool) -> Returned:
    pair = answer.assignment.pair
    return Returned(
        pair.code,
        pair.description,
        pair.task_id,
        answer.label,
        answer.rationale,
        [span.quote for span in answer.spans.all()],
        final if words else Final(final.outcome),
    )
