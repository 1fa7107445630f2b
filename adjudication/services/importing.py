"""Decisions made elsewhere, from JSON Lines: the whole file or nothing."""

from collections.abc import Callable
from typing import BinaryIO

from django.db import transaction

from adjudication.logic.states import EXCLUDED, FALSE, TRUE
from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.services.reviewing import decide
from corpus.logic.jsonlines import Fields, read_json_lines, refuse_bad_rows
from foundation.logic.errors import Refusal, RowError
from foundation.logic.roles import LEAD, SME
from foundation.models import Project, User
from foundation.selectors.access import members, require_role
from foundation.services.ledger import record

_COLUMN = {"spans": "evidence_spans"}


@transaction.atomic
def import_decisions(
    *,
    actor: User | None,
    project: Project,
    stream: BinaryIO,
    name: str,
    progress: Callable[[int], None] = lambda done: None,
) -> dict:
    """Afterwards every decision of the file stands: {created, unchanged, errors: 0}.

    A decision needs a compared pair and an SME who did not annotate it. One that already stands is
    unchanged; another decision on a decided pair is refused (reopen it first). Any bad row refuses the file.
    """
    require_role(actor, project, LEAD)
    reader = _Reader(project, name)
    for done, (line, row) in enumerate(read_json_lines(stream, name, reader.errors), start=1):
        reader.take(line, row)
        progress(done)
    refuse_bad_rows(name, reader.errors)
    record(actor=actor, verb="decisions_imported", project=project, created=reader.created, file=name)
    return {"created": reader.created, "unchanged": reader.unchanged, "errors": 0}


class _Reader:
    def __init__(self, project: Project, name: str) -> None:
        self.project, self.name = project, name
        self.errors: list[RowError] = []
        self.created = self.unchanged = 0
        self.people = {user.username: user for user in members(project, SME)}
        self.cases = {
            (case.pair.task_id, case.pair.code): case
            for case in ReviewCase.objects.filter(project=project).select_related("pair")
        }
        self.seen: dict[tuple[str, str], int] = {}

    def take(self, line: int, row: dict) -> None:
        fields = Fields(self.name, line, row, self.errors)
        key = (fields.text("task_id", required=True), fields.text("code", required=True))
        username = fields.text("sme", required=True)
        verdict = Verdict(
            outcome=self._outcome(fields, row),
            spans=fields.spans("evidence_spans"),
            rationale=fields.text("rationale"),
            support=fields.text("support"),
            unrelated_reason=fields.text("unrelated_reason"),
            excluded_reason=fields.text("excluded_reason"),
        )
        if not fields.sound:
            return
        case, sme = self.cases.get(key), self.people.get(username)
        if key in self.seen:
            fields.wrong("task_id", f"the same pair as in line {self.seen[key]}")
        elif case is None:
            fields.wrong("task_id", f"({key[0]}, {key[1]}) has no compared answers to decide on")
        elif sme is None:
            fields.wrong("sme", f"{username!r} is not an active SME of the project")
        else:
            self._decide(fields, sme, case, verdict)
        self.seen.setdefault(key, line)

    def _outcome(self, fields: Fields, row: dict) -> str:
        gold = row.get("gold")
        if gold is True:
            return TRUE
        if gold is False:
            return FALSE
        if gold is None and "gold" in row:
            return EXCLUDED
        fields.wrong("gold", "must be true, false or null (excluded)")
        return ""

    def _decide(self, fields: Fields, sme: User, case: ReviewCase, verdict: Verdict) -> None:
        before = case.revision
        try:
            decision = decide(sme=sme, project=self.project, case_id=case.pk, verdict=verdict)
        except Refusal as refusal:
            field = refusal.facts.get("field", "gold")
            fields.wrong(_COLUMN.get(field, field), refusal.message)
            return
        if decision.revision > before:
            self.created += 1
        else:
            self.unchanged += 1
