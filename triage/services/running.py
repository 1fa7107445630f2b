"""Asking models: concurrently, retried, and resumable with no vote lost or paid for twice."""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from corpus.models import Pair
from corpus.services.files import Progress, no_progress
from foundation.locking import only_one
from foundation.logic.errors import Conflict, Forbidden, Refusal
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record
from triage.logic.endpoints import BadEndpoint, Endpoint, read_endpoint
from triage.logic.parameters import refused_parameters
from triage.logic.prompts import PROMPTS
from triage.logic.quotes import locate
from triage.models import TriageRun, Vote
from triage.selectors.asking import ATTESTED, Question, is_attested, open_questions, with_texts
from triage.selectors.judged import results_by_stage
from triage.services.keys import key_for
from triage.services.llm import Client, NoAnswer, Reply
from triage.services.votes import NewVote, store_votes

VOTES = {1: 3, 2: 1}
MOST_AT_ONCE = 256
MOST_FAILURES = 20


@dataclass(frozen=True)
class Asking:
    """What a run asks for. `parameters` go into every request as they are (temperature, ...)."""

    stage: int
    endpoint: str
    model: str
    votes: int | None = None
    concurrency: int = 16
    parameters: dict = field(default_factory=dict)

    @property
    def wanted(self) -> int:
        return self.votes or VOTES[self.stage]


def allow_endpoint(*, actor: User | None, project: Project, address: str, statement: str) -> Endpoint:
    """Afterwards it is on record, by whom, that this endpoint keeps nothing of what it is sent."""
    require_role(actor, project, LEAD)
    endpoint = _read(address)
    if len(statement.strip()) < 10:
        raise Refusal("no_statement", "Say under which agreement the endpoint keeps nothing.")
    record(actor=actor, verb=ATTESTED, project=project, host=endpoint.host, statement=statement.strip()[:500])
    return endpoint


def check_asking(*, actor: User | None, project: Project, asking: Asking) -> Endpoint:
    """Where the questions will go. Refuses senseless settings, a key that belongs to no endpoint, and an
    endpoint of another machine without an attestation on record."""
    require_role(actor, project, LEAD)
    endpoint = _read(asking.endpoint)
    if not endpoint.is_local and not is_attested(project, endpoint.host):
        raise Forbidden(
            "endpoint_not_attested",
            f"Notes may go to {endpoint.host} only when it is on record that it keeps nothing. "
            "Say under which agreement: --zero-retention of run_triage, or the statement on the page Triage.",
        )
    if (
        not 1 <= asking.concurrency <= MOST_AT_ONCE
        or not 1 <= asking.wanted <= 99
        or not asking.model.strip()
    ):
        raise Refusal("bad_setting", f"Between 1 and 99 votes, 1 and {MOST_AT_ONCE} at once, and a model.")
    taken = refused_parameters(asking.parameters)
    if taken:
        raise Refusal("bad_setting", f"These are not parameters to set: {', '.join(taken)}.")
    key_for(endpoint)
    return endpoint


def open_run(*, actor: User | None, project: Project, asking: Asking) -> TriageRun:
    """The run to go on with: an unfinished one of the same model, endpoint and prompt, else a new one."""
    endpoint = check_asking(actor=actor, project=project, asking=asking)
    prompt = PROMPTS[asking.stage]
    with transaction.atomic():
        run, created = TriageRun.objects.exclude(status=TriageRun.Status.DONE).get_or_create(
            project=project,
            stage=asking.stage,
            model=asking.model,
            endpoint=endpoint.url,
            prompt_sha256=prompt.sha256,
            parameters=asking.parameters,
            defaults={"votes": asking.wanted, "prompt_version": prompt.version},
        )
        run.status, run.votes = TriageRun.Status.RUNNING, asking.wanted
        run.save(update_fields=["status", "votes"])
        verb = "triage_started" if created else "triage_resumed"
        record(actor=actor, verb=verb, project=project, target=run, model=run.model, host=endpoint.host)
    return run


def stop_run(*, actor: User | None, project: Project, run_id: UUID) -> None:
    """Afterwards the run is stopped: whoever asks finishes what is in the air and asks no more."""
    require_role(actor, project, LEAD)
    stopped = TriageRun.objects.filter(pk=run_id, project=project, status=TriageRun.Status.RUNNING)
    run = stopped.first()
    if run is None:
        raise Conflict("wrong_state", "This run is not asking.")
    stopped.update(status=TriageRun.Status.STOPPED)
    record(actor=actor, verb="triage_stopped", project=project, target=run)


def run_triage(
    *, actor: User | None, project: Project, asking: Asking, progress: Progress = no_progress
) -> dict:
    """Afterwards every open question was asked: {votes, results, tokens, resumed, failed, problem}.

    Each answer is stored as it comes. `resumed` counts votes that stood before; `failed` those that the
    endpoint did not give, `problem` why: they stay open, and the next run asks for them.
    """
    with only_one(f"triage of {project.slug}, stage {asking.stage}"):
        run = open_run(actor=actor, project=project, asking=asking)
        before = Vote.objects.filter(pair__project=project, stage=asking.stage).count()
        questions = open_questions(project, asking.stage, asking.wanted)
        asker = _Asker(run, asking, questions, progress)
        try:
            asker.ask_all()
        finally:
            finished = asker.failed == 0 and asker.answered == len(questions)
            run.status = TriageRun.Status.DONE if finished else TriageRun.Status.STOPPED
            run.ended_at = timezone.now()
            run.save(update_fields=["status", "ended_at"])
            spent = {"tokens_in": asker.tokens_in, "tokens_out": asker.tokens_out}
            record(
                actor=actor, verb="triage_ended", project=project, target=run, votes=asker.answered, **spent
            )
    return {
        "votes": asker.answered,
        "results": results_by_stage(project),
        "tokens": {"in": asker.tokens_in, "out": asker.tokens_out},
        "resumed": before,
        "failed": asker.failed,
        "problem": asker.problem,
    }


def _read(address: str) -> Endpoint:
    try:
        return read_endpoint(address)
    except BadEndpoint as error:
        raise Refusal("bad_endpoint", str(error)) from error


class _Asker:
    """Keeps so many questions in the air; only this thread touches the database."""

    def __init__(self, run: TriageRun, asking: Asking, questions: list[Question], progress: Progress) -> None:
        self.run, self.asking, self.questions, self.progress = run, asking, questions, progress
        self.prompt = PROMPTS[asking.stage]
        self.answered = self.failed = self.tokens_in = self.tokens_out = 0
        self.problem = ""
        self._failed_in_a_row = 0

    def ask_all(self) -> None:
        client = Client(read_endpoint(self.asking.endpoint), self.asking.model, self.asking.parameters)
        waiting = with_texts(self.questions)
        flying: dict[Future, tuple[Question, Pair]] = {}
        try:
            with ThreadPoolExecutor(self.asking.concurrency) as pool:
                try:
                    self._launch(pool, client, waiting, flying, self.asking.concurrency)
                    while flying:
                        landed, _ = wait(flying, return_when=FIRST_COMPLETED)
                        self._land(landed, flying)
                        if not self._may_go_on():
                            break
                        self._launch(pool, client, waiting, flying, len(landed))
                finally:
                    # what is in the air is paid for: it is waited for and stored, whatever stopped the run
                    self._land(wait(flying)[0], flying)
        finally:
            client.close()

    def _launch(
        self,
        pool: ThreadPoolExecutor,
        client: Client,
        waiting: Iterator[tuple[Question, Pair]],
        flying: dict[Future, tuple[Question, Pair]],
        places: int,
    ) -> None:
        for question, pair in islice(waiting, places):
            messages = self.prompt.messages(
                system=pair.concept.system.name,
                code=pair.code,
                description=pair.description,
                note=pair.note.text,
            )
            flying[pool.submit(client.ask, messages)] = (question, pair)

    def _land(self, landed: set[Future], flying: dict[Future, tuple[Question, Pair]]) -> None:
        for future in landed:
            question, pair = flying.pop(future)
            try:
                reply = future.result()
            except NoAnswer as error:
                self.failed += 1
                self.problem = str(error)
                self._failed_in_a_row = MOST_FAILURES if error.final else self._failed_in_a_row + 1
                continue
            self._failed_in_a_row = 0
            self._store(question, pair, reply)

    @transaction.atomic
    def _store(self, question: Question, pair: Pair, reply: Reply) -> None:
        answer = reply.answer
        vote = NewVote(
            pair_id=pair.pk,
            stage=self.asking.stage,
            vote=question.vote,
            model=reply.model[:200],
            label=answer.label if answer else "",
            explanation=answer.explanation if answer else "",
            evidence=tuple(locate(pair.note.text, quote) for quote in answer.evidence) if answer else (),
            prompt_version=self.prompt.version,
            prompt_sha256=self.prompt.sha256,
            parameters=self.asking.parameters,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            latency_ms=reply.latency_ms,
            raw=reply.raw,
        )
        store_votes(self.run, [vote])
        self.answered += 1
        self.tokens_in += reply.tokens_in
        self.tokens_out += reply.tokens_out
        self.progress(self.answered, len(self.questions))

    def _may_go_on(self) -> bool:
        """Not when the endpoint answers nothing any more, nor when a lead stopped the run on its page."""
        if self._failed_in_a_row >= MOST_FAILURES:
            return False
        return TriageRun.objects.filter(pk=self.run.pk, status=TriageRun.Status.RUNNING).exists()
