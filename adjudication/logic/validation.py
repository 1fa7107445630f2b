"""What a complete decision is."""

from dataclasses import dataclass

from adjudication.logic.states import EXCLUDED, FALSE, OUTCOMES, TRUE
from annotation.logic.states import SUPPORTS, UNRELATED_REASONS
from annotation.logic.validation import check_spans, check_words
from corpus.logic.spans import Span
from foundation.logic.errors import Refusal


@dataclass(frozen=True)
class Verdict:
    """What an SME decides. Spans are code point offsets into the note, in the order they were made."""

    outcome: str
    spans: tuple[Span, ...] = ()
    rationale: str = ""
    support: str = ""
    unrelated_reason: str = ""
    excluded_reason: str = ""


def check_verdict(
    verdict: Verdict, text: str, quotes: list[str] | None = None, *, without_evidence: bool = False
) -> None:
    """Return when the verdict may stand; otherwise raise a `Refusal` whose `field` says where.

    True needs a rationale and evidence (or the explicit statement that there is none to mark), excluded a
    reason; evidence belongs to True alone.
    """
    if verdict.outcome not in OUTCOMES:
        raise _wrong("outcome_missing", "Decide True, False or excluded.", "gold")
    check_verdict_parts(verdict, text, quotes)
    if verdict.outcome != TRUE and verdict.spans:
        raise _wrong("evidence_of_true", "Only a True pair has evidence.", "spans")
    if verdict.outcome == TRUE and not verdict.spans and not without_evidence:
        raise _wrong("span_missing", "True needs at least one highlighted span.", "spans")
    if verdict.outcome == TRUE and not verdict.rationale.strip():
        raise _wrong("rationale_missing", "True needs a reason in words.", "rationale")
    if verdict.outcome == EXCLUDED and not verdict.excluded_reason.strip():
        raise _wrong("reason_missing", "Say why the pair is excluded.", "excluded_reason")
    if verdict.outcome != EXCLUDED and verdict.excluded_reason:
        raise _wrong("reason_of_excluded", "Only an excluded pair has such a reason.", "excluded_reason")
    if verdict.support and verdict.outcome != TRUE:
        raise _wrong("support_of_true", "Only a True pair has a support.", "support")
    if verdict.unrelated_reason and verdict.outcome != FALSE:
        raise _wrong("reason_of_false", "Only a False pair has such a reason.", "unrelated_reason")


def check_verdict_parts(verdict: Verdict, text: str, quotes: list[str] | None = None) -> None:
    """Return when what is there is sound, complete or not: the rule for drafts."""
    if verdict.outcome not in ("", *OUTCOMES):
        raise _wrong("outcome_unknown", "That decision is not known.", "gold")
    if verdict.support not in ("", *SUPPORTS):
        raise _wrong("support_unknown", "Support is explicit or implicit.", "support")
    if verdict.unrelated_reason not in ("", *UNRELATED_REASONS):
        raise _wrong("reason_unknown", "That reason is not known.", "unrelated_reason")
    check_words(verdict.rationale, "rationale")
    check_words(verdict.excluded_reason, "excluded_reason")
    check_spans(verdict.spans, text, quotes)


def _wrong(code: str, message: str, field: str) -> Refusal:
    return Refusal(code, message, field=field)
