"""What an SME does with a case: claim, keep a draft, decide, refer, send back, reopen."""

import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists
from django.utils import timezone

from adjudication.logic import states
from adjudication.logic.states import CASE_MOVES
from adjudication.logic.validation import Verdict, check_verdict, check_verdict_parts
from adjudication.models import Decision, DecisionSpan, ReviewCase, ReviewDraft, ReviewMessage
from adjudication.selectors.case import basis_of, review_draft_as_dict
from adjudication.selectors.queue import annotated_by, referrals, waiting_for
from annotation.logic.validation import check_words
from annotation.services.annotating import return_answers
from foundation.logic.errors import Conflict, Forbidden, Missing, Refusal
from foundation.logic.moves import check_move
from foundation.logic.roles import LEAD, SME
from foundation.models import Membership, Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record

CLAIM = datetime.timedelta(minutes=30)


class StaleReviewDraft(Conflict):
    """Another window wrote the draft meanwhile; what is stored was kept."""

    def __init__(self, draft: ReviewDraft | None) -> None:
        super().__init__(
            "stale_draft",
            "This decision was changed in another window; nothing was overwritten.",
            version=draft.version if draft else 0,
            draft=review_draft_as_dict(draft),
        )


@transaction.atomic
def claim_next(
    *, sme: User, project: Project, conflict: bool | None = None, now: datetime.datetime | None = None
) -> ReviewCase | None:
    """The next case for the SME, claimed for half an hour: one they hold, then conflicts, then agreed pairs,
    and last what they put back a while ago.

    Never a pair they annotated, never one that another holds or that was referred to another.
    """
    now = now or timezone.now()
    require_role(sme, project, SME)
    waiting = waiting_for(sme, project, now)
    if conflict is not None:
        waiting = waiting.filter(conflict=conflict)
    case = waiting.select_for_update(skip_locked=True, of=("self",)).first()
    if case is not None:
        _claim(case, sme, now)
    return case


@transaction.atomic
def claim(*, sme: User, project: Project, case_id: UUID, now: datetime.datetime | None = None) -> ReviewCase:
    """The case, claimed by the SME. Raises `Conflict` while another holds it, `Missing` for an own pair."""
    now = now or timezone.now()
    case = _locked(sme, project, case_id)
    if case.status == states.WAITING:
        _refuse_if_held(case, sme, now)
        _refuse_if_referred(case, sme)
        _claim(case, sme, now)
    return case


def _claim(case: ReviewCase, sme: User, now: datetime.datetime) -> None:
    case.claimed_by, case.claimed_until = sme, now + CLAIM
    case.save(update_fields=["claimed_by", "claimed_until"])


def _refuse_if_held(case: ReviewCase, sme: User, now: datetime.datetime) -> None:
    if case.claimed_by_id not in (None, sme.pk) and case.claimed_until > now:
        raise Conflict("claimed_by_another", "Another expert is working on this case.")


@transaction.atomic
def release_claim(*, sme: User, project: Project, case_id: UUID) -> None:
    """Afterwards others may take the case, and the SME is given every other first; their draft stays."""
    case = _locked(sme, project, case_id)
    if case.claimed_by_id == sme.pk:
        case.claimed_by = case.claimed_until = None
    case.put_back_by, case.put_back_at = sme, timezone.now()
    case.save(update_fields=["claimed_by", "claimed_until", "put_back_by", "put_back_at"])


@transaction.atomic
def save_review_draft(
    *,
    sme: User,
    project: Project,
    case_id: UUID,
    verdict: Verdict,
    quotes: list[str] | None,
    version: int,
    without_evidence: bool = False,
) -> ReviewDraft:
    """Afterwards the draft is stored under the next version, and the claim is renewed."""
    case = _open(sme, project, case_id)
    draft = ReviewDraft.objects.filter(case=case, sme=sme).first()
    if version != (draft.version if draft else 0):
        raise StaleReviewDraft(draft)
    check_verdict_parts(verdict, case.pair.note.text, quotes)
    draft = draft or ReviewDraft(case=case, sme=sme, version=0)
    draft.version += 1
    draft.outcome, draft.spans = verdict.outcome, [list(span) for span in verdict.spans]
    draft.rationale, draft.support = verdict.rationale, verdict.support
    draft.unrelated_reason, draft.excluded_reason = verdict.unrelated_reason, verdict.excluded_reason
    draft.without_evidence = without_evidence
    draft.save()
    draft.case = case
    _claim(case, sme, timezone.now())
    return draft


@transaction.atomic
def decide(
    *,
    sme: User,
    project: Project,
    case_id: UUID,
    verdict: Verdict,
    quotes: list[str] | None = None,
    version: int | None = None,
    basis: str = "",
    without_evidence: bool = False,
    sampled: bool = False,
) -> Decision:
    """Afterwards the verdict is the case's current decision, as a new revision.

    The very same verdict again changes nothing and returns the decision that stands. With a `basis`, a
    verdict about other answers than those that stand, or made before another decision, is a `Conflict`.
    """
    case = _locked(sme, project, case_id)
    current = current_decision(case)
    if case.status == states.DECIDED and current is not None and _same(current, verdict):
        return current
    case = _open(sme, project, case_id)
    draft = ReviewDraft.objects.filter(case=case, sme=sme).first()
    if version is not None and version != (draft.version if draft else 0):
        raise StaleReviewDraft(draft)
    if basis and basis != basis_of(case):
        raise Conflict(
            "case_changed", "The answers or the decision changed since this page was opened; load it again."
        )
    text = case.pair.note.text
    check_verdict(verdict, text, quotes, without_evidence=without_evidence)
    check_move(CASE_MOVES, "case", case.status, states.DECIDED)
    decision = _add_decision(case, sme, verdict, text, sampled)
    ReviewDraft.objects.filter(case=case, sme=sme).delete()
    record(
        actor=sme,
        verb="case_decided",
        project=case.project,
        target=decision,
        outcome=verdict.outcome,
        revision=decision.revision,
    )
    return decision


def _add_decision(case: ReviewCase, sme: User, verdict: Verdict, text: str, sampled: bool) -> Decision:
    decision = Decision.objects.create(
        case=case,
        revision=case.revision + 1,
        outcome=verdict.outcome,
        rationale=verdict.rationale,
        support=verdict.support,
        unrelated_reason=verdict.unrelated_reason,
        excluded_reason=verdict.excluded_reason,
        sme=sme,
        answers=case.pair.comparison.answers,
        sampled=sampled,
    )
    DecisionSpan.objects.bulk_create(
        DecisionSpan(decision=decision, position=position, start=start, end=end, quote=text[start:end])
        for position, (start, end) in enumerate(verdict.spans)
    )
    case.status, case.revision = states.DECIDED, decision.revision
    case.claimed_by = case.claimed_until = case.referred_to = None
    case.save(update_fields=["status", "revision", "claimed_by", "claimed_until", "referred_to"])
    return decision


@transaction.atomic
def refer(*, sme: User, project: Project, case_id: UUID, to: User, message: str) -> ReviewCase:
    """Afterwards the case waits for the other SME alone, who must not have annotated the pair."""
    case = _open(sme, project, case_id)
    check_words(message, "message")
    if not message.strip():
        raise Refusal("message_missing", "Tell the other expert what to look at.", field="message")
    is_sme = Membership.objects.filter(project=case.project, user=to, role=SME, active=True).exists()
    if not is_sme or to.pk == sme.pk:
        raise Refusal("not_an_sme", "Choose another expert of this project.", field="to")
    if annotated_by(to, case.pair_id):
        raise Refusal("own_pair", "That expert annotated this pair.", field="to")
    case.referred_to, case.claimed_by, case.claimed_until = to, None, None
    case.save(update_fields=["referred_to", "claimed_by", "claimed_until"])
    ReviewMessage.objects.create(
        case=case, author=sme, kind=ReviewMessage.Kind.REFERRED, text=message.strip()
    )
    record(actor=sme, verb="case_referred", project=case.project, target=case, to=to.username)
    return case


@transaction.atomic
def send_back(*, sme: User, project: Project, case_id: UUID, message: str) -> ReviewCase:
    """Afterwards the pair is with its annotators again, with the message; the case comes back with their
    closed new answers."""
    case = _open(sme, project, case_id)
    check_words(message, "message")
    check_move(CASE_MOVES, "case", case.status, states.RETURNED)
    return_answers(actor=sme, pair_id=case.pair_id, message=message)
    case.status, case.returns = states.RETURNED, case.returns + 1
    case.claimed_by = case.claimed_until = None
    case.save(update_fields=["status", "returns", "claimed_by", "claimed_until"])
    ReviewMessage.objects.create(
        case=case, author=sme, kind=ReviewMessage.Kind.RETURNED, text=message.strip()
    )
    record(actor=sme, verb="case_returned", project=case.project, target=case, returns=case.returns)
    return case


@transaction.atomic
def reopen(*, actor: User | None, project: Project, case_id: UUID, message: str) -> ReviewCase:
    """Afterwards the case waits again; the old decision stays in its history and no release changes."""
    case = (
        ReviewCase.objects.select_for_update(of=("self",))
        .select_related("project")
        .filter(pk=case_id, project=project)
        .first()
    )
    if case is None:
        raise Missing()
    require_role(actor, case.project, SME, LEAD)
    check_words(message, "message")
    check_move(CASE_MOVES, "case", case.status, states.WAITING)
    if case.status != states.DECIDED:
        raise Conflict("wrong_state", "Only a decided case can be reopened.")
    if not message.strip():
        raise Refusal("message_missing", "Say why the case is reopened.", field="message")
    case.status = states.WAITING
    case.save(update_fields=["status"])
    ReviewMessage.objects.create(
        case=case, author=actor, kind=ReviewMessage.Kind.REOPENED, text=message.strip()
    )
    record(actor=actor, verb="case_reopened", project=case.project, target=case)
    return case


def current_decision(case: ReviewCase) -> Decision | None:
    """The decision that counts now, or None."""
    return case.decisions.filter(revision=case.revision).first() if case.revision else None


def _same(decision: Decision, verdict: Verdict) -> bool:
    return (
        decision.outcome == verdict.outcome
        and decision.rationale == verdict.rationale
        and decision.support == verdict.support
        and decision.unrelated_reason == verdict.unrelated_reason
        and decision.excluded_reason == verdict.excluded_reason
        and tuple(decision.spans.values_list("start", "end")) == verdict.spans
    )


def _locked(sme: User, project: Project, case_id: UUID) -> ReviewCase:
    case = (
        ReviewCase.objects.select_for_update(of=("self",))
        .select_related("pair__note", "pair__comparison", "project")
        .filter(pk=case_id, project=project)
        .first()
    )
    if case is None:
        raise Missing()
    require_role(sme, case.project, SME)
    if annotated_by(sme, case.pair_id):
        raise Forbidden("own_pair", "You annotated this pair; another expert reviews it.")
    return case


def _open(sme: User, project: Project, case_id: UUID) -> ReviewCase:
    case = _locked(sme, project, case_id)
    if case.status != states.WAITING:
        raise Conflict("wrong_state", f"This case is {case.status}; it does not wait for a decision.")
    _refuse_if_held(case, sme, timezone.now())
    _refuse_if_referred(case, sme)
    return case


def _refuse_if_referred(case: ReviewCase, sme: User) -> None:
    referred = ReviewCase.objects.filter(Exists(referrals()), pk=case.pk).exclude(referred_to=sme)
    if referred.exists():
        raise Conflict("referred_to_another", "This case was referred to another expert.")
