"""Everything the annotator's desk shows of one assignment, and nothing else."""

from dataclasses import dataclass
from uuid import UUID

from django.core.cache import cache
from django.db.models import BigAutoField, UUIDField
from django.urls import reverse

from annotation.logic import states
from annotation.logic.markdown import to_html
from annotation.models import Annotation, Assignment, Draft, Guideline
from annotation.selectors.queue import progress
from corpus.models import Note
from corpus.selectors.concepts import concept_panel
from corpus.selectors.sentences import sentences_of
from foundation.logic.errors import Missing
from foundation.models import Project, User
from foundation.prepared import Given, Prepared

# a new version of the guidelines is announced at most so much later
_GUIDELINE_SECONDS = 15

_ANNOTATOR, _PROJECT = Given("annotator", BigAutoField()), Given("project", BigAutoField())
_ASSIGNMENT = Prepared(
    lambda: Assignment.objects.select_related("pair__note__sentence_table").filter(
        pk=Given("id", UUIDField()), annotator=_ANNOTATOR, project=_PROJECT
    )
)
_DRAFT = Prepared(
    lambda: Draft.objects.filter(assignment=Given("assignment", UUIDField()), annotator=_ANNOTATOR)
)
_LAST_READ = Prepared(
    lambda: (
        Annotation.objects.filter(annotator=_ANNOTATOR, assignment__project=_PROJECT)
        .order_by("-submitted_at")
        .values_list("guideline_id", flat=True)[:1]
    )
)

# what the page calls the states of an assignment
_STATE = {
    states.OPEN: "open",
    states.RETURNED: "returned",
    states.SUBMITTED: "submitted",
    states.CLOSED: "locked",
}


@dataclass(frozen=True)
class Desk:
    """The note to read and `data`, the JSON object that the page's scripts work from."""

    note: Note
    data: dict


def desk_page(annotator: User, project: Project, assignment_id: UUID) -> Desk:
    """The desk of one of the annotator's own assignments; anybody else's is `Missing`."""
    assignment = _ASSIGNMENT.first(id=assignment_id, annotator=annotator.pk, project=project.pk)
    if assignment is None:
        raise Missing()
    pair, note = assignment.pair, assignment.pair.note
    done = progress(annotator, project)
    draft = stored_draft(assignment, annotator)
    answer = (
        assignment.annotations.filter(revision=assignment.revision).first() if assignment.revision else None
    )
    cannot = answer is not None and answer.label == states.UNANSWERABLE
    return Desk(
        note,
        {
            "kind": "annotate",
            "text": note.text,
            "note": {"note_id": note.note_id, "n_chars": note.n_chars},
            "sentences": sentences_of(note),
            "concept": concept_panel(pair.concept_id, pair.description),
            "draft": draft_as_dict(draft or _draft_of(answer)),
            "state": _STATE[assignment.status],
            "cannot": answer.rationale if cannot else "",
            "unsent": assignment.status == states.SUBMITTED and _differs(draft, answer),
            "return_message": assignment.return_message if assignment.status == states.RETURNED else "",
            "unit": "word",
            "guideline": _guideline(annotator, project),
            "progress": {"done": done.done, "total": done.total},
            "urls": _urls(project.slug, assignment_id),
            "username": annotator.username,
        },
    )


def stored_draft(assignment: Assignment, annotator: User) -> Draft | None:
    """The annotator's draft of the assignment, or None where nothing was saved yet."""
    return _DRAFT.first(assignment=assignment.pk, annotator=annotator.pk)


def _differs(draft: Draft | None, answer: Annotation) -> bool:
    """Whether the draft was changed after the answer was submitted."""
    if draft is None:
        return False
    if answer.label == states.UNANSWERABLE:
        return draft.updated_at > answer.submitted_at
    both = [draft_as_dict(row) for row in (draft, _draft_of(answer))]
    return any(both[0][name] != both[1][name] for name in both[0] if name not in ("version", "seconds"))


def draft_as_dict(draft: Draft | None) -> dict:
    """The draft as the desk reads it; version 0 means that nothing is stored yet."""
    draft = draft or Draft(version=0)
    return {
        "version": draft.version,
        "label": draft.label,
        "spans": draft.spans,
        "rationale": draft.rationale,
        "support": draft.support,
        "unrelated_reason": draft.unrelated_reason,
        "seconds": draft.seconds,
    }


def _draft_of(answer: Annotation | None) -> Draft | None:
    """What the answer holds, to be changed; a pair that cannot be answered begins empty."""
    if answer is None or answer.label == states.UNANSWERABLE:
        return None
    return Draft(
        version=0,
        label=answer.label,
        spans=[[span.start, span.end] for span in answer.spans.all()],
        rationale=answer.rationale,
        support=answer.support,
        unrelated_reason=answer.unrelated_reason,
        seconds=answer.seconds,
    )


def _guideline(annotator: User, project: Project) -> dict | None:
    key = f"guideline-{project.pk}"
    newest = cache.get(key)
    if newest is None:
        guideline = Guideline.objects.filter(project=project).order_by("-version").first()
        newest = guideline and {
            "id": guideline.pk,
            "version": guideline.version,
            "html": to_html(guideline.text),
        }
        cache.set(key, newest or {}, _GUIDELINE_SECONDS)
    if not newest:
        return None
    changed = newest["version"] > 1 and _last_read(annotator, project) not in (None, newest["id"])
    return {"version": newest["version"], "html": newest["html"], "changed": changed}


def _last_read(annotator: User, project: Project) -> int | None:
    """The guidelines under which the annotator last answered."""
    return _LAST_READ.first(annotator=annotator.pk, project=project.pk)


def _urls(slug: str, assignment_id: UUID) -> dict[str, str]:
    desk = reverse("annotate_desk", args=[slug, assignment_id])
    urls = {name: f"{desk}{name}/" for name in ("draft", "submit", "skip", "cannot")}
    return urls | {
        "next": reverse("annotate", args=[slug]),
        "login": reverse("login_again"),
        "guideline": reverse("guidelines", args=[slug]),
    }
