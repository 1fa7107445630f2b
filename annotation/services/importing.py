"""Annotations made elsewhere, from JSON Lines: the whole file or nothing."""

from collections.abc import Callable
from typing import BinaryIO

from django.db import transaction
from django.utils import timezone

from annotation.logic import states
from annotation.logic.validation import Answer
from annotation.models import Assignment
from annotation.services.annotating import submit_annotation
from annotation.services.assigning import open_places
from corpus.logic.jsonlines import Fields, read_json_lines, refuse_bad_rows
from corpus.models import Pair
from foundation.logic.errors import Refusal, RowError
from foundation.logic.roles import ANNOTATOR, LEAD
from foundation.models import Project, User
from foundation.selectors.access import members, require_role
from foundation.services.ledger import record

# where in the file a refused field of an answer stands
_COLUMN = {
    "spans": "evidence_spans",
    "rationale": "rationale",
    "support": "support",
    "unrelated_reason": "unrelated_reason",
    "seconds": "seconds",
}


@transaction.atomic
def import_annotations(
    *,
    actor: User | None,
    project: Project,
    stream: BinaryIO,
    name: str,
    progress: Callable[[int], None] = lambda done: None,
) -> dict:
    """Afterwards every answer of the file is submitted: {created, unchanged, errors: 0}.

    An annotator without an assignment gets a free place on the pair; a person too many is refused. An
    answer that already stands is unchanged. Any bad row refuses the file, and nothing of it stays.
    """
    require_role(actor, project, LEAD)
    open_places(actor=actor, project=project)
    reader = _Reader(project, name)
    for done, (line, row) in enumerate(read_json_lines(stream, name, reader.errors), start=1):
        reader.take(line, row)
        progress(done)
    refuse_bad_rows(name, reader.errors)
    record(actor=actor, verb="annotations_imported", project=project, created=reader.created, file=name)
    return {"created": reader.created, "unchanged": reader.unchanged, "errors": 0}


class _Reader:
    def __init__(self, project: Project, name: str) -> None:
        self.project, self.name = project, name
        self.errors: list[RowError] = []
        self.created = self.unchanged = 0
        self.people = {user.username: user for user in members(project, ANNOTATOR)}
        self.seen: dict[tuple[str, str, str], int] = {}

    def take(self, line: int, row: dict) -> None:
        fields = Fields(self.name, line, row, self.errors)
        key = tuple(fields.text(column, required=True) for column in ("task_id", "code", "annotator"))
        answer = Answer(
            label=fields.text("label", required=True),
            spans=fields.spans("evidence_spans"),
            rationale=fields.text("rationale"),
            support=fields.text("support"),
            unrelated_reason=fields.text("unrelated_reason"),
            seconds=fields.number("seconds"),
        )
        quotes = fields.texts("quotes")
        if not fields.sound:
            return
        if key in self.seen:
            fields.wrong("annotator", f"the same pair and annotator as in line {self.seen[key]}")
            return
        self.seen[key] = line
        annotator = self.people.get(key[2])
        if annotator is None:
            fields.wrong("annotator", f"{key[2]!r} is not an active annotator of the project")
            return
        assignment = self._assignment(fields, key, annotator)
        if assignment is not None:
            self._submit(fields, annotator, assignment, answer, quotes)

    def _assignment(self, fields: Fields, key: tuple, annotator: User) -> Assignment | None:
        pair = Pair.objects.filter(project=self.project, task_id=key[0], code=key[1]).first()
        if pair is None:
            fields.wrong("task_id", f"the project has no pair ({key[0]}, {key[1]})")
            return None
        places = list(
            Assignment.objects.select_for_update().filter(pair=pair, purpose=states.WORK).order_by("place")
        )
        held = next((place for place in places if place.annotator_id == annotator.pk), None)
        if held is not None:
            return held
        free = next((place for place in places if place.status == states.FREE), None)
        if free is None:
            fields.wrong(
                "annotator",
                f"all {len(places)} places on this pair are taken" if places else "the pair is not selected",
            )
            return None
        free.annotator, free.status, free.taken_at = annotator, states.OPEN, timezone.now()
        free.save(update_fields=["annotator", "status", "taken_at"])
        return free

    def _submit(
        self,
        fields: Fields,
        annotator: User,
        assignment: Assignment,
        answer: Answer,
        quotes: list[str] | None,
    ) -> None:
        before = assignment.revision
        try:
            annotation = submit_annotation(
                annotator=annotator,
                project=self.project,
                assignment_id=assignment.pk,
                answer=answer,
                quotes=quotes,
            )
        except Refusal as refusal:
            fields.wrong(_COLUMN.get(refusal.facts.get("field"), "label"), refusal.message)
            return
        if annotation.revision > before:
            self.created += 1
        else:
            self.unchanged += 1
