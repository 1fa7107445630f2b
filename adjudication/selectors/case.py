"""Everything the SME's case page shows: the answers without names, what differs, the proposal, the draft."""

from dataclasses import dataclass
from random import Random
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from adjudication.logic import states
from adjudication.logic.alignment import Difference, Side, differences
from adjudication.logic.refinement import refine
from adjudication.models import Decision, ReviewCase, ReviewDraft, ReviewMessage
from adjudication.selectors.queue import annotated_by, lanes
from annotation.selectors.answers import GivenAnswer, answers_to, state_of
from corpus.models import Note
from corpus.selectors.concepts import concept_panel
from corpus.selectors.sentences import sentences_of
from foundation.logic.errors import Forbidden, Missing
from foundation.logic.roles import SME
from foundation.models import Project, User
from foundation.selectors.access import members
from triage.models import Vote

LETTERS = "ABCDEFGHI"


@dataclass(frozen=True)
class CasePage:
    """The note to read and `data`, the JSON object that the page's scripts work from."""

    note: Note
    case: ReviewCase
    data: dict


def lettered(case: ReviewCase, answers: list[GivenAnswer]) -> dict[str, GivenAnswer]:
    """The answers under letters: shuffled by the case, and the same for the case at every look."""
    shuffled = sorted(answers, key=lambda answer: answer.place)
    Random(case.pk.int).shuffle(shuffled)
    return dict(zip(LETTERS, shuffled, strict=False))


def case_page(sme: User, project: Project, case_id: UUID) -> CasePage:
    """The page of a case; a pair that the SME annotated is `Forbidden`, another project's is `Missing`."""
    case = (
        ReviewCase.objects.select_related(
            "pair__note__sentence_table", "pair__comparison", "project", "claimed_by"
        )
        .filter(pk=case_id, project=project)
        .first()
    )
    if case is None:
        raise Missing()
    if annotated_by(sme, case.pair_id):
        raise Forbidden("own_pair", "You annotated this pair; another expert reviews it.")
    note = case.pair.note
    answers = lettered(case, answers_to(case.pair))
    sides = [Side(letter, answer.label, answer.spans) for letter, answer in answers.items()]
    sentences = sentences_of(note)
    proposal = refine(note.text, sides, project.unit, [tuple(span) for span in sentences])
    waiting = lanes(sme, project, timezone.now())
    state = state_of(case.pair)
    return CasePage(
        note,
        case,
        {
            "kind": "review",
            "text": note.text,
            "note": {"note_id": note.note_id, "n_chars": note.n_chars},
            "sentences": sentences,
            "concept": concept_panel(case.pair.concept_id, case.pair.description),
            "comparison": case.pair.comparison.kind,
            "conflict": case.conflict,
            "basis": basis_of(case),
            "state": case.status,
            "complete": {"answered": state.closed, "of": project.annotators},
            "returns": case.returns,
            "answers": {letter: _answer(answer) for letter, answer in answers.items()},
            "refined": [
                {
                    "start": part.start,
                    "end": part.end,
                    "from": list(part.sides),
                    "snapped": part.snapped,
                }
                for part in proposal
            ],
            "differences": [_difference(part) for part in differences(note.text, sides)],
            "decision": _decision(case, sme),
            "claim": {
                "until": case.claimed_until.isoformat() if case.claimed_until else None,
                "mine": case.claimed_by_id == sme.pk,
                "held": _held_by_another(case, sme),
            },
            "referral": _referral(case, sme),
            "counts": {"conflicts": waiting.conflicts, "verify": waiting.verify},
            "history": _history(case),
            "triage": _triage(case) if project.triage_shown and case.status == states.DECIDED else None,
            "urls": _urls(project.slug, case_id),
            "smes": [
                {"id": user.username, "name": user.get_full_name() or user.username}
                for user in members(project, SME)
                if user.pk != sme.pk
            ],
            "username": sme.username,
        },
    )


def basis_of(case: ReviewCase) -> str:
    """What a decision on the case is about: the compared answers and the decision that stands."""
    return f"{case.revision}-{case.pair.comparison.answers[:16]}"


def _held_by_another(case: ReviewCase, sme: User) -> bool:
    claimed = case.claimed_until is not None and case.claimed_until > timezone.now()
    holder = case.referred_to_id or (claimed and case.claimed_by_id)
    return case.status == states.WAITING and holder not in (None, False, sme.pk)


def _referral(case: ReviewCase, sme: User) -> dict | None:
    """The question with which the case came to the SME or went to another, while it waits for an answer."""
    if case.referred_to_id is None or case.status != states.WAITING:
        return None
    asked = case.messages.filter(kind=ReviewMessage.Kind.REFERRED).order_by("at", "pk").last()
    return {"mine": case.referred_to_id == sme.pk, "text": asked.text if asked else ""}


def _answer(answer: GivenAnswer) -> dict:
    return {
        "label": answer.label,
        "spans": [list(span) for span in answer.spans],
        "rationale": answer.rationale,
        "support": answer.support,
        "unrelated_reason": answer.unrelated_reason,
    }


def _difference(difference: Difference) -> dict:
    return {
        "kind": difference.kind,
        "sides": list(difference.sides),
        "labels": list(difference.labels),
        "spans": [list(span) for span in difference.spans],
    }


def _decision(case: ReviewCase, sme: User) -> dict:
    draft = ReviewDraft.objects.filter(case=case, sme=sme).first()
    if draft is None and case.revision:
        decided = case.decisions.filter(revision=case.revision).first()
        draft = ReviewDraft(
            version=0,
            outcome=decided.outcome,
            spans=[[span.start, span.end] for span in decided.spans.all()],
            rationale=decided.rationale,
            support=decided.support,
            unrelated_reason=decided.unrelated_reason,
            excluded_reason=decided.excluded_reason,
        )
        draft.without_evidence = decided.outcome == states.TRUE and not draft.spans
    return review_draft_as_dict(draft)


def review_draft_as_dict(draft: ReviewDraft | None) -> dict:
    """The draft as the case page reads it; version 0 means that nothing is stored yet."""
    draft = draft or ReviewDraft(version=0)
    return {
        "version": draft.version,
        "gold": draft.outcome,
        "spans": draft.spans,
        "rationale": draft.rationale,
        "support": draft.support,
        "unrelated_reason": draft.unrelated_reason,
        "excluded_reason": draft.excluded_reason,
        "without_evidence": draft.without_evidence,
    }


def _history(case: ReviewCase) -> list[dict]:
    """Decisions and messages of the case, oldest first; no annotator's name."""
    decisions: list[Decision] = list(case.decisions.select_related("sme"))
    rows = [
        {
            "at": decision.decided_at.isoformat(),
            "who": decision.sme.username if decision.sme else "system",
            "kind": "decided",
            "text": decision.outcome,
        }
        for decision in decisions
    ]
    rows += [
        {
            "at": message.at.isoformat(),
            "who": message.author.username if message.author else "system",
            "kind": message.kind,
            "text": message.text,
        }
        for message in case.messages.select_related("author")
    ]
    return sorted(rows, key=lambda row: row["at"])


def _triage(case: ReviewCase) -> list[dict]:
    votes = Vote.objects.filter(pair=case.pair).order_by("stage", "vote")
    return [
        {"stage": vote.stage, "model": vote.model, "label": vote.label, "explanation": vote.explanation}
        for vote in votes
    ]


def _urls(slug: str, case_id: UUID) -> dict[str, str]:
    names = ("draft", "decide", "refer", "send_back", "release", "reopen")
    urls = {name: reverse(f"review_{name}", args=[slug, case_id]) for name in names}
    return urls | {"next": reverse("review", args=[slug]), "login": reverse("login_again")}
