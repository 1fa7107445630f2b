"""What a complete answer is, and what is wrong with one that is not."""

from dataclasses import dataclass

from annotation.logic.states import (
    LABELS,
    RELATED,
    SUPPORTS,
    UNANSWERABLE,
    UNRELATED,
    UNRELATED_REASONS,
)
from corpus.logic.spans import Span, SpanError, check_span
from foundation.logic.errors import Refusal

MAX_RATIONALE = 10_000
MAX_SPANS = 1_000


@dataclass(frozen=True)
class Answer:
    """One answer to one pair. Spans are code point offsets into the note, in the order they were made."""

    label: str
    spans: tuple[Span, ...] = ()
    rationale: str = ""
    support: str = ""
    unrelated_reason: str = ""
    seconds: int = 0


def check_answer(answer: Answer, text: str, quotes: list[str] | None = None) -> None:
    """Return when the answer may be submitted; otherwise raise a `Refusal` whose `field` says where.

    Related needs a span and a rationale; Unanswerable needs its reason as rationale; Unrelated needs
    neither.
    """
    if answer.label not in LABELS:
        raise _wrong("label_missing", "Choose Related or Unrelated.", "label")
    check_parts(answer, text, quotes)
    if answer.label == RELATED and not answer.spans:
        raise _wrong("span_missing", "Related needs at least one highlighted span.", "spans")
    if answer.label == RELATED and not answer.rationale.strip():
        raise _wrong("rationale_missing", "Related needs a reason in words.", "rationale")
    if answer.label == UNANSWERABLE and not answer.rationale.strip():
        raise _wrong("reason_missing", "Say why this pair cannot be answered.", "rationale")


def check_parts(answer: Answer, text: str, quotes: list[str] | None = None) -> None:
    """Return when what is there is sound, complete or not: the rule for drafts."""
    if answer.label not in ("", *LABELS):
        raise _wrong("label_unknown", "That label is not known.", "label")
    if answer.support not in ("", *SUPPORTS):
        raise _wrong("support_unknown", "Support is explicit or implicit.", "support")
    if answer.support and answer.label not in ("", RELATED):
        raise _wrong("support_of_related", "Only Related has a support.", "support")
    if answer.unrelated_reason not in ("", *UNRELATED_REASONS):
        raise _wrong("reason_unknown", "That reason is not known.", "unrelated_reason")
    if answer.unrelated_reason and answer.label not in ("", UNRELATED):
        raise _wrong("reason_of_unrelated", "Only Unrelated has such a reason.", "unrelated_reason")
    if not 0 <= answer.seconds < 10_000_000:
        raise _wrong("seconds_wrong", "The time on a pair is a number of seconds from 0.", "seconds")
    check_words(answer.rationale, "rationale")
    check_spans(answer.spans, text, quotes)


def check_words(words: str, field: str) -> None:
    """Return when free text can be stored: no NUL, no lone surrogate, not endless."""
    if len(words) > MAX_RATIONALE:
        raise _wrong("text_too_long", f"At most {MAX_RATIONALE:,} characters.", field)
    if "\x00" in words or any("\ud800" <= character <= "\udfff" for character in words):
        raise _wrong("text_unstorable", "A NUL or half a character cannot be stored.", field)


def check_spans(spans: tuple[Span, ...], text: str, quotes: list[str] | None = None) -> None:
    """Return when the note has every span and, where quotes are given, says just that there."""
    if len(spans) > MAX_SPANS:
        raise _wrong("too_many_spans", f"At most {MAX_SPANS:,} spans.", "spans")
    if quotes is not None and len(quotes) != len(spans):
        raise _wrong("quotes_missing", "There must be one quote for each span.", "spans")
    for position, (start, end) in enumerate(spans):
        try:
            check_span(text, start, end, None if quotes is None else quotes[position])
        except SpanError as error:
            raise _wrong(error.code, f"{error.message}.", "spans") from error


def _wrong(code: str, message: str, field: str) -> Refusal:
    return Refusal(code, message, field=field)
