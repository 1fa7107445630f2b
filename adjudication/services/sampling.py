"""Accepting agreed pairs together: only under a lead's recorded rule, only after the drawn sample."""

from decimal import Decimal

from django.db import transaction
from django.db.models import Exists, Q

from adjudication.logic import states
from adjudication.logic.alignment import Side
from adjudication.logic.refinement import refine
from adjudication.logic.validation import Verdict
from adjudication.models import Decision, ReviewCase, SampleRule
from adjudication.selectors.case import lettered
from adjudication.selectors.queue import annotated_by, referrals
from adjudication.selectors.sampling import SampleState, current_rule, sample_state
from adjudication.services.reviewing import decide
from annotation.logic.states import UNRELATED
from annotation.selectors.answers import answers_to
from corpus.selectors.sentences import sentences_of
from corpus.services.files import Progress, no_progress
from foundation.logic.errors import Conflict, Refusal
from foundation.logic.roles import LEAD, SME
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record


@transaction.atomic
def set_sample_rule(
    *, actor: User | None, project: Project, share: Decimal, most_overturned: int = 0, seed: int = 0
) -> SampleRule:
    """Afterwards the rule counts for the project, and everybody can read that it does."""
    require_role(actor, project, LEAD)
    if not 0 < share <= 1:
        raise Refusal("bad_share", "The share lies above 0 and is at most 1.", field="share")
    rule = SampleRule.objects.create(
        project=project, share=share, most_overturned=most_overturned, seed=seed, created_by=actor
    )
    record(
        actor=actor,
        verb="sample_rule_set",
        project=project,
        target=rule,
        share=str(share),
        most_overturned=most_overturned,
        seed=seed,
    )
    return rule


def check_acceptance(project: Project) -> tuple[SampleRule, SampleState]:
    """The rule and how far its sample is, when the rest may be accepted together; otherwise raises."""
    rule = current_rule(project)
    if rule is None:
        raise Conflict("no_sample_rule", "The lead has set no rule for accepting agreed pairs together.")
    state = sample_state(project, rule)
    if state.sample_left:
        raise Conflict(
            "sample_not_done", f"{state.sample_left} cases of the sample still wait for a look of their own."
        )
    if state.overturned > rule.most_overturned:
        raise Conflict(
            "sample_overturned",
            f"{state.overturned} of the sample were decided otherwise;"
            f" the rule allows {rule.most_overturned}.",
        )
    return rule, state


@transaction.atomic
def accept_rest(*, sme: User, project: Project, progress: Progress = no_progress) -> int:
    """Afterwards the agreed cases outside the sample are decided as their answers say, marked `sampled`.

    Refused without a rule, before the whole sample is decided, and when too many of it were overturned.
    A pair that the SME annotated is left out. Returns how many were accepted.
    """
    require_role(sme, project, SME)
    rule, state = check_acceptance(project)
    accepted = 0
    open_to_me = ReviewCase.objects.filter(Q(referred_to=sme) | ~Exists(referrals()), pk__in=state.rest)
    for case in open_to_me.select_related("pair__note", "project"):
        if annotated_by(sme, case.pair_id):
            continue
        decide(sme=sme, project=project, case_id=case.pk, verdict=agreed_verdict(case), sampled=True)
        accepted += 1
        progress(accepted, len(state.rest))
    record(actor=sme, verb="sample_rest_accepted", project=project, target=rule, cases=accepted)
    return accepted


def agreed_verdict(case: ReviewCase) -> Verdict:
    """What the agreed answers of a case say: False, or True with the refined evidence and A's reason."""
    answers = lettered(case, answers_to(case.pair))
    first = answers["A"]
    same_reason = {answer.unrelated_reason for answer in answers.values()}
    if first.label == UNRELATED:
        return Verdict(states.FALSE, unrelated_reason=same_reason.pop() if len(same_reason) == 1 else "")
    sides = [Side(letter, answer.label, answer.spans) for letter, answer in answers.items()]
    sentences = [tuple(span) for span in sentences_of(case.pair.note)]
    proposal = refine(case.pair.note.text, sides, case.project.unit, sentences)
    supports = {answer.support for answer in answers.values()}
    return Verdict(
        states.TRUE,
        tuple((part.start, part.end) for part in proposal),
        first.rationale,
        supports.pop() if len(supports) == 1 else "",
    )


def decisions_accepted(project: Project) -> int:
    """How many standing decisions were accepted by the rule."""
    return Decision.objects.filter(case__project=project, sampled=True).count()
