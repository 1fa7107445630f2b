"""What the case page's scripts send, as the services take it."""

from adjudication.logic.validation import Verdict
from annotation.web.reading import spans_and_quotes, text_field


def verdict_of(body: dict) -> tuple[Verdict, list[str]]:
    """The verdict in the body, unchecked against the note, with the quotes of its spans."""
    spans, quotes = spans_and_quotes(body)
    verdict = Verdict(
        outcome=text_field(body, "gold"),
        spans=spans,
        rationale=text_field(body, "rationale"),
        support=text_field(body, "support"),
        unrelated_reason=text_field(body, "unrelated_reason"),
        excluded_reason=text_field(body, "excluded_reason"),
    )
    return verdict, quotes
