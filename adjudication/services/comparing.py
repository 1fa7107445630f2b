"""The initial review: close the answers, compare the complete pairs, open a case for each."""

from collections import Counter
from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from adjudication.logic import states
from adjudication.logic.alignment import Side, compare
from adjudication.models import Comparison, ReviewCase
from annotation.logic.states import RELATED, WORK
from annotation.models import Assignment
from annotation.selectors.answers import AnsweredPair, answered_pairs
from annotation.services.annotating import close_answers
from corpus.models import Note, Pair
from foundation.logic.digest import object_digest
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record

BATCH = 500


@transaction.atomic
def compare_annotations(
    *, actor: User | None, project: Project, progress: Callable[[int, int], None] = lambda done, total: None
) -> dict[str, int]:
    """Afterwards every submitted answer is closed, and each complete pair has a comparison that fits its
    answers and a review case. Decisions stay untouched; running again changes only what was revised.

    Returns the counts of pairs: agreed, label_mismatch, evidence_mismatch, unanswerable, incomplete.
    """
    require_role(actor, project, LEAD)
    close_answers(actor=actor, project=project)
    # whoever sends a pair back now waits, so that no case returns to the experts without its answers
    cases = {case.pair_id: case for case in _held_cases(project)}
    answered = answered_pairs(project)
    known = {
        comparison.pair_id: comparison
        for comparison in Comparison.objects.filter(pair__project=project).select_related(None)
    }
    stale = [pair for pair in answered if _digest(pair) != getattr(known.get(pair.pair_id), "answers", None)]
    kinds = _kinds(project, stale, progress)
    _store(stale, known, kinds)
    _open_cases(project, cases, answered, kinds)
    counts = Counter(known[pair.pair_id].kind for pair in answered if pair.pair_id in known)
    counts.update(kinds[pair.pair_id] for pair in answered if pair.pair_id not in known)
    result = _counted(project, counts, len(answered))
    record(actor=actor, verb="annotations_compared", project=project, changed=len(stale), **result)
    return result


def _digest(pair: AnsweredPair) -> str:
    return answers_digest([answer.annotation_id for answer in pair.answers])


def answers_digest(annotation_ids: list[UUID]) -> str:
    """The digest of a set of annotations, in the order of their places."""
    return object_digest([str(annotation_id) for annotation_id in annotation_ids])


def _kinds(
    project: Project, pairs: list[AnsweredPair], progress: Callable[[int, int], None]
) -> dict[UUID, str]:
    """The kind of each pair; the text of one note at a time, and only where evidence is compared."""
    by_task: dict[str, list[AnsweredPair]] = {}
    for pair in pairs:
        by_task.setdefault(pair.task_id, []).append(pair)
    kinds, done = {}, 0
    for task_id, group in by_task.items():
        needed = any(answer.label == RELATED for pair in group for answer in pair.answers)
        text = (
            Note.objects.values_list("text", flat=True).get(project=project, task_id=task_id, stands=True)
            if needed
            else ""
        )
        for pair in group:
            sides = [
                Side(str(index), answer.label, answer.spans) for index, answer in enumerate(pair.answers)
            ]
            kinds[pair.pair_id] = compare(text, sides)
        done += len(group)
        progress(done, len(pairs))
    return kinds


def _store(pairs: list[AnsweredPair], known: dict[UUID, Comparison], kinds: dict[UUID, str]) -> None:
    fresh, changed = [], []
    for pair in pairs:
        comparison = known.get(pair.pair_id)
        if comparison is None:
            fresh.append(Comparison(pair_id=pair.pair_id, kind=kinds[pair.pair_id], answers=_digest(pair)))
        else:
            comparison.kind, comparison.answers = kinds[pair.pair_id], _digest(pair)
            changed.append(comparison)
    Comparison.objects.bulk_create(fresh, batch_size=BATCH)
    Comparison.objects.bulk_update(changed, ["kind", "answers"], batch_size=BATCH)


def _held_cases(project: Project) -> list[ReviewCase]:
    return list(ReviewCase.objects.select_for_update().filter(project=project).order_by("pk"))


def _open_cases(
    project: Project,
    cases: dict[UUID, ReviewCase],
    answered: list[AnsweredPair],
    kinds: dict[UUID, str],
) -> None:
    fresh, changed = [], []
    for pair in answered:
        case, kind = cases.get(pair.pair_id), kinds.get(pair.pair_id)
        if case is None:
            fresh.append(ReviewCase(project=project, pair_id=pair.pair_id, conflict=kind in states.CONFLICTS))
        elif kind is not None:
            case.conflict = kind in states.CONFLICTS
            if case.status == states.RETURNED:
                case.status = states.WAITING
            changed.append(case)
        elif case.status == states.RETURNED:
            case.status = states.WAITING
            changed.append(case)
    ReviewCase.objects.bulk_create(fresh, batch_size=BATCH)
    ReviewCase.objects.bulk_update(changed, ["conflict", "status"], batch_size=BATCH)


def _counted(project: Project, counts: Counter[str], complete: int) -> dict[str, int]:
    placed = Pair.objects.filter(
        pk__in=Assignment.objects.filter(project=project, purpose=WORK).values("pair")
    ).count()
    return {
        "agreed": sum(counts[kind] for kind in states.AGREED),
        "label_mismatch": counts[states.LABEL_MISMATCH],
        "evidence_mismatch": sum(counts[kind] for kind in states.EVIDENCE_MISMATCH),
        "unanswerable": counts[states.UNANSWERABLE],
        "incomplete": placed - complete,
    }
