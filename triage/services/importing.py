"""Bringing in votes that were made elsewhere: JSON Lines of our own, or the output of a batch service."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from corpus.models import Note, Pair
from corpus.services.files import Progress, bytes_of, no_progress, opened
from foundation.logic.errors import RowError
from foundation.logic.report import Report
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record
from triage.logic.quotes import ONCE, Located, locate
from triage.models import TriageRun, Vote
from triage.selectors.judged import results_by_stage
from triage.services.vote_files import BATCH_OUTPUT, VOTES, VoteRow, read_batch_output, read_vote_lines
from triage.services.votes import NewVote, store_votes

BATCH = 200
READERS = {VOTES: read_vote_lines, BATCH_OUTPUT: read_batch_output}


@transaction.atomic
def import_triage(
    *,
    actor: User | None,
    project: Project,
    path: Path,
    layout: str = VOTES,
    dry_run: bool = False,
    report: Report | None = None,
    progress: Progress = no_progress,
) -> dict:
    """Afterwards every vote of the file is stored and the results are made anew:
    {created, unchanged, skipped, errors: 0, results}. Any bad row refuses the file.

    A vote that stands already is unchanged; one that stands with another answer is an error. Requests that
    a batch service failed are skipped: they are no answers, and can be asked again.
    """
    require_role(actor, project, LEAD)
    Project.objects.select_for_update().get(pk=project.pk)
    report = report if report is not None else Report()
    intake, total = _Intake(project, path.name, report), bytes_of([path])
    with opened(path) as (stream, position):
        rows = _watched(READERS[layout](stream, path.name, report), lambda: progress(position(), total))
        while batch := list(islice(rows, BATCH)):
            intake.take(batch)
    report.refuse_if_bad()
    result = {
        "created": intake.created,
        "unchanged": intake.unchanged,
        "skipped": dict(sorted(report.skipped.items())),
        "errors": 0,
        "results": results_by_stage(project),
    }
    if dry_run:
        transaction.set_rollback(True)
    else:
        record(actor=actor, verb="votes_imported", project=project, file=path.name, created=intake.created)
    return result


def _watched(rows: Iterator[VoteRow], step) -> Iterator[VoteRow]:
    for row in rows:
        step()
        yield row


class _Intake:
    """Takes batches of rows; stores them as long as no row was bad."""

    def __init__(self, project: Project, name: str, report: Report) -> None:
        self.project, self.name, self.report = project, name, report
        self.created = self.unchanged = 0
        self._runs: dict[tuple[int, str], TriageRun] = {}
        self._seen: dict[tuple, int] = {}

    def take(self, rows: list[VoteRow]) -> None:
        pairs = self._pairs(rows)
        stored = self._stored(pairs)
        texts = self._texts([pairs[row.key] for row in rows if row.quotes and row.key in pairs])
        fresh: list[NewVote] = []
        for row in rows:
            pair = pairs.get(row.key)
            if pair is None:
                self._wrong(row, "task_id", f"the project has no pair {row.shown}")
                continue
            key = (pair.pk, row.stage, row.vote)
            if key in self._seen:
                where = f"line {self._seen[key]}"
                self._wrong(row, "vote", f"vote {row.vote} of stage {row.stage} on this pair is in {where}")
            elif key in stored:
                self._compare(row, stored[key])
            else:
                fresh += self._new(row, pair, texts)
            self._seen.setdefault(key, row.line)
        if not self.report.errors:
            self._store(fresh)

    def _pairs(self, rows: list[VoteRow]) -> dict[tuple[str, str], Pair]:
        """By (task_id, code), and by ("", id) for requests whose names did not fit."""
        named = Pair.objects.filter(project=self.project).only("pk", "task_id", "code", "note_id")
        found = {}
        for pair in named.filter(task_id__in={row.task_id for row in rows if row.task_id}):
            found[pair.task_id, pair.code] = pair
        for pair in named.filter(pk__in={row.pair_id for row in rows if row.pair_id}):
            found["", str(pair.pk)] = pair
        return found

    def _stored(self, pairs: dict[tuple[str, str], Pair]) -> dict[tuple, tuple[str, str]]:
        votes = Vote.objects.filter(pair__in={pair.pk for pair in pairs.values()})
        values = votes.values_list("pair_id", "stage", "vote", "label", "model")
        return {(pair, stage, vote): (label, model) for pair, stage, vote, label, model in values}

    def _texts(self, pairs: list[Pair]) -> dict:
        notes = Note.objects.filter(pk__in={pair.note_id for pair in pairs})
        return dict(notes.values_list("pk", "text"))

    def _compare(self, row: VoteRow, stored: tuple[str, str]) -> None:
        if stored == (row.label, row.model):
            self.unchanged += 1
        else:
            self._wrong(row, "vote", f"vote {row.vote} of stage {row.stage} stands with another answer")

    def _new(self, row: VoteRow, pair: Pair, texts: dict) -> list[NewVote]:
        evidence = self._located(row, texts.get(pair.note_id, ""))
        if evidence is None:
            return []
        return [
            NewVote(
                pair_id=pair.pk,
                stage=row.stage,
                vote=row.vote,
                model=row.model,
                label=row.label,
                explanation=row.explanation,
                evidence=evidence,
                prompt_version=row.prompt_version,
                prompt_sha256=row.prompt_sha256,
                tokens_in=row.tokens_in,
                tokens_out=row.tokens_out,
                latency_ms=row.latency_ms,
                raw=row.raw,
            )
        ]

    def _located(self, row: VoteRow, text: str) -> tuple[Located, ...] | None:
        """The quotes with their offsets: looked up, or, where the file gives offsets, checked."""
        if row.spans is None:
            return tuple(locate(text, quote) for quote in row.quotes)
        for quote, (start, end) in zip(row.quotes, row.spans, strict=True):
            if text[start:end] != quote or start >= end:
                reason = f"the note does not say that quote at {start}..{end} (offsets are code points)"
                self._wrong(row, "evidence_spans", reason)
                return None
        return tuple(Located(quote, ONCE, *span) for quote, span in zip(row.quotes, row.spans, strict=True))

    def _store(self, votes: list[NewVote]) -> None:
        by_run: dict[tuple[int, str], list[NewVote]] = {}
        for vote in votes:
            by_run.setdefault((vote.stage, vote.model), []).append(vote)
        for key, group in sorted(by_run.items()):
            store_votes(self._run(*key, group), group)
        self.created += len(votes)

    def _run(self, stage: int, model: str, votes: list[NewVote]) -> TriageRun:
        if (stage, model) not in self._runs:
            now = timezone.now()
            self._runs[stage, model] = TriageRun.objects.create(
                project=self.project,
                stage=stage,
                model=model,
                votes=max(vote.vote for vote in votes),
                prompt_version=votes[0].prompt_version,
                parameters={"file": self.name},
                status=TriageRun.Status.DONE,
                ended_at=now,
            )
        return self._runs[stage, model]

    def _wrong(self, row: VoteRow, column: str, reason: str) -> None:
        self.report.errors.append(RowError(self.name, row.line, column, reason))
