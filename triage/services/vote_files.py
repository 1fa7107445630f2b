"""Reading files of votes, one answer at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO
from uuid import UUID

from corpus.logic.jsonlines import Fields, read_json_lines
from foundation.logic.report import MOST_ERRORS, Report
from triage.logic.parsing import Unreadable, parse_answer
from triage.logic.prompts import PROMPTS
from triage.logic.requests import Asked, read_custom_id
from triage.logic.voting import LABELS

VOTES, BATCH_OUTPUT = "votes", "openai-batch"
MOST_VOTES = 1_000


@dataclass(frozen=True)
class VoteRow:
    """One answer as its file gives it. `spans`, where the file has them, go with `quotes` one by one."""

    line: int
    stage: int
    vote: int
    model: str
    label: str
    task_id: str = ""
    code: str = ""
    pair_id: str = ""
    explanation: str = ""
    quotes: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] | None = None
    prompt_version: str = ""
    prompt_sha256: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    latency_ms: int | None = None
    raw: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return ("", self.pair_id) if self.pair_id else (self.task_id, self.code)

    @property
    def shown(self) -> str:
        return self.pair_id or f"({self.task_id}, {self.code})"


def read_vote_lines(stream: BinaryIO, name: str, report: Report) -> Iterator[VoteRow]:
    """Every vote of a JSON Lines file; a bad line is added to the report's errors and passed over."""
    for line, row in read_json_lines(stream, name, report.errors):
        if len(report.errors) >= MOST_ERRORS:
            return
        fields = Fields(name, line, row, report.errors)
        vote = _vote(fields, line)
        if fields.sound:
            yield vote


def _vote(fields: Fields, line: int) -> VoteRow:
    stage, number = fields.number("stage"), fields.number("vote")
    label = fields.text("label")
    if stage not in PROMPTS:
        fields.wrong("stage", "neither 1 nor 2")
    if not 1 <= number <= MOST_VOTES:
        fields.wrong("vote", f"not a number from 1 to {MOST_VOTES}")
    if label not in ("", *LABELS):
        fields.wrong("label", f"{label[:20]!r} is none of {', '.join(LABELS)}")
    if "label" not in fields.row:
        fields.wrong("label", "missing")
    quotes = tuple(fields.texts("evidence") or ())
    spans = fields.spans("evidence_spans") if fields.row.get("evidence_spans") is not None else None
    if spans is not None and len(spans) != len(quotes):
        fields.wrong("evidence_spans", f"{len(spans)} spans for {len(quotes)} quotes")
    return VoteRow(
        line=line,
        stage=stage,
        vote=number,
        model=fields.text("model", required=True)[:200],
        label=label,
        task_id=fields.text("task_id", required=True),
        code=fields.text("code", required=True),
        explanation=fields.text("explanation"),
        quotes=quotes,
        spans=spans,
        prompt_version=fields.text("prompt_version")[:60],
        **{name: _count(fields, name) for name in ("tokens_in", "tokens_out", "latency_ms")},
    )


def _count(fields: Fields, column: str) -> int | None:
    return None if fields.row.get(column) is None else fields.number(column)


def read_batch_output(stream: BinaryIO, name: str, report: Report) -> Iterator[VoteRow]:
    """Every answer of a batch service's output file. Answers that cannot be read become votes without a
    label; requests that failed are skipped and reported."""
    for line, row in read_json_lines(stream, name, report.errors):
        if len(report.errors) >= MOST_ERRORS:
            return
        fields = Fields(name, line, row, report.errors)
        asked = read_custom_id(fields.text("custom_id", required=True))
        if asked is None or not _is_id(asked):
            fields.wrong("custom_id", "not the name of a request that was exported here")
            continue
        body = _body(row)
        if body is None:
            report.skip("failed", name, line, "response", "the service did not answer this request")
            continue
        yield _answer(asked, line, body)


def _is_id(asked: Asked) -> bool:
    if not asked.pair_id:
        return True
    try:
        UUID(asked.pair_id)
    except ValueError:
        return False
    return True


def _body(row: dict) -> dict | None:
    response = row.get("response")
    if row.get("error") or not isinstance(response, dict) or response.get("status_code") != 200:
        return None
    body = response.get("body")
    return body if isinstance(body, dict) and body.get("choices") else None


def _answer(asked: Asked, line: int, body: dict) -> VoteRow:
    message = (body["choices"][0] or {}).get("message") or {}
    raw = message.get("content") or ""
    usage = body.get("usage") or {}
    prompt = PROMPTS[asked.stage]
    values = {"label": "", "raw": raw}
    try:
        answer = parse_answer(raw)
    except Unreadable:
        pass
    else:
        values |= {"label": answer.label, "explanation": answer.explanation, "quotes": answer.evidence}
    return VoteRow(
        line=line,
        stage=asked.stage,
        vote=asked.vote,
        model=str(body.get("model", ""))[:200],
        task_id=asked.task_id,
        code=asked.code,
        pair_id=asked.pair_id,
        prompt_version=asked.prompt_version,
        prompt_sha256=prompt.sha256 if asked.prompt_version == prompt.version else "",
        tokens_in=usage.get("prompt_tokens"),
        tokens_out=usage.get("completion_tokens"),
        **values,
    )
