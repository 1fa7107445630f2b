"""Writing answers: drafts that lose nothing, submitting, revising, closing, sending back."""

from uuid import UUID

from django.db import transaction
from django.db.models import BigAutoField, UUIDField
from django.utils import timezone

from annotation.logic import states
from annotation.logic.states import ASSIGNMENT_MOVES
from annotation.logic.validation import Answer, check_answer, check_parts
from annotation.models import Annotation, Assignment, Draft, EvidenceSpan, Guideline
from annotation.selectors.desk import draft_as_dict, stored_draft
from foundation.logic.errors import Conflict, Missing, Refusal
from foundation.logic.moves import check_move
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.prepared import Given, Prepared
from foundation.selectors.access import require_role
from foundation.services.ledger import record, record_many

MOST_GUIDELINES = 100_000


class StaleDraft(Conflict):
    """Another tab or machine wrote the draft meanwhile; `draft` is what is stored, and it was kept."""

    def __init__(self, draft: Draft | None) -> None:
        super().__init__(
            "stale_draft",
            "This answer was changed in another window; nothing was overwritten.",
            version=draft.version if draft else 0,
            draft=draft_as_dict(draft),
        )


@transaction.atomic
def save_draft(
    *,
    annotator: User,
    project: Project,
    assignment_id: UUID,
    answer: Answer,
    quotes: list[str] | None,
    version: int,
) -> Draft:
    """Afterwards the draft is stored under the next version number.

    Raises `StaleDraft` when `version` is not the stored one, `Missing` for somebody else's assignment, and a
    `Refusal` when a span or a quote is not the note's; what was stored is kept in each case.
    """
    assignment = _locked(annotator, project, assignment_id)
    _check_editable(assignment)
    draft = stored_draft(assignment, annotator)
    if version != (draft.version if draft else 0):
        raise StaleDraft(draft)
    check_parts(answer, assignment.pair.note.text, quotes)
    return _store(assignment, annotator, draft, answer)


@transaction.atomic
def submit_annotation(
    *,
    annotator: User,
    project: Project,
    assignment_id: UUID,
    answer: Answer,
    quotes: list[str] | None = None,
    version: int | None = None,
    guideline: int = 0,
) -> Annotation:
    """Afterwards the answer is the assignment's current annotation, as a new revision.

    Submitting the very same answer again changes nothing and returns the annotation that stands. With a
    `version`, a draft changed elsewhere raises `StaleDraft`. `guideline` is the version of the guidelines
    that was read, 0 the newest.
    """
    assignment = _locked(annotator, project, assignment_id)
    draft = stored_draft(assignment, annotator)
    current = current_annotation(assignment)
    if assignment.status in states.ANSWERED and current is not None and _same(current, answer):
        return current
    _check_editable(assignment)
    if version is not None and version != (draft.version if draft else 0):
        raise StaleDraft(draft)
    check_answer(answer, assignment.pair.note.text, quotes)
    check_move(ASSIGNMENT_MOVES, "assignment", assignment.status, states.SUBMITTED)
    annotation = _add_revision(assignment, annotator, answer, _guideline_read(project, guideline))
    # whoever could not answer finds what they had marked, should they change their mind
    if version is not None and answer.label != states.UNANSWERABLE:
        _store(assignment, annotator, draft, answer)
    record(
        actor=annotator,
        verb="annotation_submitted",
        project=assignment.project,
        target=annotation,
        revision=annotation.revision,
    )
    return annotation


def _guideline_read(project: Project, version: int) -> Guideline | None:
    if not version:
        return current_guideline(project)
    read = Guideline.objects.filter(project=project, version=version).first()
    if read is None:
        raise Refusal("no_such_guideline", f"There are no guidelines {version}.", field="guideline")
    return read


def _add_revision(
    assignment: Assignment, annotator: User, answer: Answer, guideline: Guideline | None
) -> Annotation:
    annotation = Annotation.objects.create(
        assignment=assignment,
        annotator=annotator,
        revision=assignment.revision + 1,
        label=answer.label,
        rationale=answer.rationale,
        support=answer.support,
        unrelated_reason=answer.unrelated_reason,
        seconds=answer.seconds,
        guideline=guideline,
    )
    text = assignment.pair.note.text
    EvidenceSpan.objects.bulk_create(
        EvidenceSpan(annotation=annotation, position=position, start=start, end=end, quote=text[start:end])
        for position, (start, end) in enumerate(answer.spans)
    )
    assignment.status = states.SUBMITTED
    assignment.revision = annotation.revision
    assignment.lease_until = assignment.skipped_at = assignment.closed_at = None
    assignment.save(update_fields=["status", "revision", "lease_until", "skipped_at", "closed_at"])
    return annotation


def _store(assignment: Assignment, annotator: User, draft: Draft | None, answer: Answer) -> Draft:
    draft = draft or Draft(assignment=assignment, annotator=annotator, version=0)
    draft.version += 1
    draft.label = answer.label
    draft.spans = [list(span) for span in answer.spans]
    draft.rationale = answer.rationale
    draft.support = answer.support
    draft.unrelated_reason = answer.unrelated_reason
    draft.seconds = answer.seconds
    draft.save()
    return draft


_LOCKED = Prepared(
    lambda: (
        Assignment.objects.select_for_update(of=("self",))
        .select_related("pair__note", "project")
        .filter(
            pk=Given("id", UUIDField()),
            annotator=Given("annotator", BigAutoField()),
            project=Given("project", BigAutoField()),
        )
    )
)


def _locked(annotator: User, project: Project, assignment_id: UUID) -> Assignment:
    assignment = _LOCKED.first(id=assignment_id, annotator=annotator.pk, project=project.pk)
    if assignment is None:
        raise Missing()
    return assignment


def _check_editable(assignment: Assignment) -> None:
    if assignment.status == states.CLOSED:
        raise Conflict("answers_closed", "The lead has closed the answers; this one can no longer change.")


def _same(annotation: Annotation, answer: Answer) -> bool:
    return (
        annotation.label == answer.label
        and annotation.rationale == answer.rationale
        and annotation.support == answer.support
        and annotation.unrelated_reason == answer.unrelated_reason
        and tuple(annotation.spans.values_list("start", "end")) == answer.spans
    )


def current_annotation(assignment: Assignment) -> Annotation | None:
    """The annotation that counts now, or None where nothing was submitted."""
    if not assignment.revision:
        return None
    return assignment.annotations.filter(revision=assignment.revision).first()


_NEWEST_GUIDELINE = Prepared(
    lambda: Guideline.objects.filter(project=Given("project", BigAutoField())).order_by("-version")[:1]
)


def current_guideline(project: Project) -> Guideline | None:
    """The newest version of the project's guidelines, or None."""
    return _NEWEST_GUIDELINE.first(project=project.pk)


@transaction.atomic
def skip(*, annotator: User, project: Project, assignment_id: UUID) -> None:
    """Afterwards the pair comes last in the annotator's queue; the draft stays."""
    assignment = _locked(annotator, project, assignment_id)
    if assignment.status not in states.TO_DO:
        raise Conflict("wrong_state", "Only a pair to be answered can be put off.")
    assignment.skipped_at = timezone.now()
    assignment.save(update_fields=["skipped_at"])
    record(actor=annotator, verb="pair_put_off", project=assignment.project, target=assignment)


@transaction.atomic
def close_answers(*, actor: User | None, project: Project) -> int:
    """Afterwards no submitted answer of the project can be revised any more. Returns how many were closed."""
    require_role(actor, project, LEAD)
    Project.objects.select_for_update().get(pk=project.pk)
    submitted = list(Assignment.objects.select_for_update().filter(project=project, status=states.SUBMITTED))
    now = timezone.now()
    for assignment in submitted:
        assignment.status, assignment.closed_at = states.CLOSED, now
        assignment.first_closed_revision = assignment.first_closed_revision or assignment.revision
    Assignment.objects.bulk_update(
        submitted, ["status", "closed_at", "first_closed_revision"], batch_size=500
    )
    if submitted:
        record(actor=actor, verb="answers_closed", project=project, answers=len(submitted))
    return len(submitted)


@transaction.atomic
def return_answers(*, actor: User | None, pair_id: UUID, message: str) -> list[Assignment]:
    """Afterwards the closed work answers of the pair are back with their annotators, with the message."""
    if not message.strip():
        raise Refusal("message_missing", "Tell the annotators what to look at.", field="message")
    closed = list(
        Assignment.objects.select_for_update(of=("self",))
        .select_related("project")
        .filter(pair_id=pair_id, purpose=states.WORK, status=states.CLOSED)
    )
    if not closed:
        raise Conflict("wrong_state", "No closed answer of this pair can be sent back.")
    for assignment in closed:
        assignment.status, assignment.return_message = states.RETURNED, message.strip()
        assignment.closed_at = None
    Assignment.objects.bulk_update(closed, ["status", "return_message", "closed_at"])
    record_many(actor=actor, verb="answer_returned", project=closed[0].project, targets=closed)
    return closed


@transaction.atomic
def publish_guideline(*, actor: User | None, project: Project, text: str) -> Guideline:
    """Afterwards the text is the newest version of the guidelines; the same text again changes nothing."""
    require_role(actor, project, LEAD)
    Project.objects.select_for_update().get(pk=project.pk)
    newest = current_guideline(project)
    if newest is not None and newest.text == text:
        return newest
    if not text.strip():
        raise Refusal("text_missing", "The guidelines are empty.", field="text")
    if len(text) > MOST_GUIDELINES:
        raise Refusal("text_too_long", f"At most {MOST_GUIDELINES:,} characters.", field="text")
    guideline = Guideline.objects.create(
        project=project, version=newest.version + 1 if newest else 1, text=text, created_by=actor
    )
    record(actor=actor, verb="guideline_published", project=project, target=guideline)
    return guideline
