"""What the case page's scripts send, as the services take it."""

from adjudication.logic.validation import Verdict
from annotation.web.reading import spans_and_quotes, text_field
from foundation.logic.errors import Refusal
from foundation.logic.roles import SME
from foundation.models import Project, User
from foundation.selectors.access import members


def expert_named(project: Project, username: str) -> User:
    """The project's expert of this name (in any case). Anybody else is refused alike, known here or not."""
    for expert in members(project, SME):
        if expert.username.casefold() == username.casefold():
            return expert
    raise Refusal("not_an_sme", "Choose another expert of this project.", field="to")


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
