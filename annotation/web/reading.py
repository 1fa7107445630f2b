"""What the desk's scripts send, as the services take it."""

from annotation.logic.validation import Answer
from foundation.logic.errors import Refusal


def spans_and_quotes(body: dict) -> tuple[tuple[tuple[int, int], ...], list[str]]:
    """`spans` of the body, each [start, end, quote]: the page must say what it believes to have marked."""
    raw = body.get("spans", [])
    if not isinstance(raw, list):
        raise _malformed("spans")
    for span in raw:
        whole = isinstance(span, list) and len(span) == 3
        if not (whole and type(span[0]) is int and type(span[1]) is int and isinstance(span[2], str)):
            raise _malformed("spans")
    return tuple((start, end) for start, end, _ in raw), [quote for _, _, quote in raw]


def text_field(body: dict, name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str):
        raise _malformed(name)
    return value


def whole_number(body: dict, name: str) -> int:
    value = body.get(name, 0)
    if type(value) is not int:
        raise _malformed(name)
    return value


def answer_of(body: dict) -> tuple[Answer, list[str]]:
    """The answer in the body, unchecked against the note, with the quotes of its spans."""
    spans, quotes = spans_and_quotes(body)
    answer = Answer(
        label=text_field(body, "label"),
        spans=spans,
        rationale=text_field(body, "rationale"),
        support=text_field(body, "support"),
        unrelated_reason=text_field(body, "unrelated_reason"),
        seconds=whole_number(body, "seconds"),
    )
    return answer, quotes


def _malformed(field: str) -> Refusal:
    return Refusal("malformed", f"{field} is not of the expected form.", field=field)
