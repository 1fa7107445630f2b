"""Storing votes with their evidence, and what they come to."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from triage.logic.quotes import Located
from triage.logic.voting import decide
from triage.models import TriageResult, TriageRun, Vote, VoteEvidence

BATCH = 500
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class NewVote:
    """One answer to one pair, ready to be stored; `label` is empty where nobody could read the answer."""

    pair_id: UUID
    stage: int
    vote: int
    model: str
    label: str
    explanation: str = ""
    evidence: tuple[Located, ...] = ()
    prompt_version: str = ""
    prompt_sha256: str = ""
    parameters: dict = field(default_factory=dict)
    tokens_in: int | None = None
    tokens_out: int | None = None
    latency_ms: int | None = None
    raw: str = ""


def storable(text: str) -> str:
    """The text with U+0000 and lone surrogates, which no database can store, replaced by U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)


def store_votes(run: TriageRun, votes: Sequence[NewVote]) -> None:
    """Afterwards the votes stand with their quotes, and the results of their pairs are made anew."""
    made = [
        Vote(
            pair_id=vote.pair_id,
            run=run,
            stage=vote.stage,
            vote=vote.vote,
            model=vote.model,
            label=vote.label,
            explanation=storable(vote.explanation),
            prompt_version=vote.prompt_version,
            prompt_sha256=vote.prompt_sha256,
            parameters=vote.parameters,
            tokens_in=vote.tokens_in,
            tokens_out=vote.tokens_out,
            latency_ms=vote.latency_ms,
            raw=storable(vote.raw),
        )
        for vote in votes
    ]
    Vote.objects.bulk_create(made, batch_size=BATCH)
    VoteEvidence.objects.bulk_create(
        [
            VoteEvidence(
                vote=stored,
                position=position,
                quote=storable(located.quote),
                found=located.found,
                start=located.start,
                end=located.end,
            )
            for stored, vote in zip(made, votes, strict=True)
            for position, located in enumerate(vote.evidence)
        ],
        batch_size=BATCH,
    )
    recount({vote.pair_id for vote in votes})


def recount(pair_ids: Collection[UUID]) -> None:
    """Afterwards the results of these pairs are what their votes come to."""
    ids = sorted(pair_ids)
    for start in range(0, len(ids), BATCH):
        _recount(ids[start : start + BATCH])


def _recount(pair_ids: list[UUID]) -> None:
    labels: dict[tuple[UUID, int], list[str]] = {}
    votes = Vote.objects.filter(pair_id__in=pair_ids).order_by("vote")
    for pair, stage, label in votes.values_list("pair_id", "stage", "label"):
        labels.setdefault((pair, stage), []).append(label)
    outcomes = {key: decide(key[1], given) for key, given in labels.items()}
    TriageResult.objects.bulk_create(
        [
            TriageResult(
                pair_id=pair,
                stage=stage,
                label=outcome.label,
                unanimous=outcome.unanimous,
                valid_votes=outcome.valid_votes,
            )
            for (pair, stage), outcome in outcomes.items()
        ],
        update_conflicts=True,
        unique_fields=["pair", "stage"],
        update_fields=["label", "unanimous", "valid_votes"],
        batch_size=BATCH,
    )
