"""An annotator's own closed answers beside the project's final ones."""

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef

from adjudication.models import Decision
from annotation.logic.states import CLOSED, RELATED, WORK
from annotation.models import Annotation, Assignment
from foundation.logic.errors import Forbidden
from foundation.models import Project, User


@dataclass(frozen=True)
class Returned:
    """One pair: what I said, what became of it."""

    code: str
    description: str
    task_id: str
    mine: str
    my_rationale: str
    my_quotes: list[str]
    final: str
    final_rationale: str
    final_quotes: list[str]

    @property
    def same(self) -> bool:
        return (self.final == "True") == (self.mine == RELATED) and self.final != "excluded"


def feedback(annotator: User, project: Project) -> list[Returned]:
    """The annotator's own decided pairs, sorted by (task_id, code), without those that somebody still has to
    answer: sent back, or to be shown again. `Forbidden` unless the lead opened it."""
    if not project.feedback_open:
        raise Forbidden("feedback_closed", "The lead has not opened the comparison with final answers.")
    asked = Assignment.objects.filter(pair=OuterRef("assignment__pair")).exclude(status=CLOSED)
    own = (
        Annotation.objects.filter(
            ~Exists(asked),
            annotator=annotator,
            assignment__project=project,
            assignment__purpose=WORK,
            assignment__status=CLOSED,
            revision=F("assignment__revision"),
        )
        .select_related("assignment__pair")
        .prefetch_related("spans")
    )
    answers = {answer.assignment.pair_id: answer for answer in own}
    decisions = (
        Decision.objects.filter(
            case__pair__in=list(answers), case__status="decided", revision=F("case__revision")
        )
        .select_related("case")
        .prefetch_related("spans")
    )
    rows = [_row(answers[decision.case.pair_id], decision) for decision in decisions]
    return sorted(rows, key=lambda row: (row.task_id, row.code))


def _row(answer: Annotation, decision: Decision) -> Returned:
    pair = answer.assignment.pair
    return Returned(
        pair.code,
        pair.description,
        pair.task_id,
        answer.label,
        answer.rationale,
        [span.quote for span in answer.spans.all()],
        decision.outcome,
        decision.rationale or decision.excluded_reason,
        [span.quote for span in decision.spans.all()],
    )
