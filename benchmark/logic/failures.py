"""Why a system fails: each wrong pair, and each right one with bad evidence, in exactly one bucket."""

from collections.abc import Sequence

from benchmark.logic.gold import Gold
from benchmark.logic.predictions import Answers

REASONS = ("ruled_out", "history_only", "other_person", "other_concept", "not_enough")
BUCKETS = (
    "missed_explicit",
    "missed_implicit",
    "missed",
    *REASONS,
    "lexical_trap",
    "near_code",
    "false_alarm",
    "wrong_evidence",
    "no_evidence",
)
NEAR = 3


def bucket_of(
    gold: Gold, answers: Answers, pair: int, trapped: Sequence[int] | None, evidence_known: bool
) -> str | None:
    """The bucket of a pair, None where it is right; `trapped` says where string match fires."""
    wanted, got = gold.label[pair], answers.label[pair]
    if wanted and not got:
        support = gold.strata["support"][pair] if gold.strata else ""
        return f"missed_{support}" if support in ("explicit", "implicit") else "missed"
    if got and not wanted:
        return _false_alarm(gold, pair, trapped)
    if not evidence_known or gold.span_first[pair] == gold.span_first[pair + 1] or answers.hits[pair]:
        return None
    return "wrong_evidence" if answers.returned[pair] else "no_evidence"


def _false_alarm(gold: Gold, pair: int, trapped: Sequence[int] | None) -> str:
    reason = gold.strata["unrelated_reason"][pair] if gold.strata else ""
    if reason in REASONS:
        return reason
    if trapped is not None and trapped[pair]:
        return "lexical_trap"
    hops = gold.strata["hops"][pair] if gold.strata else ""
    return "near_code" if hops and int(hops) <= NEAR else "false_alarm"


def failures(gold: Gold, answers: Answers, trapped: Sequence[int] | None, evidence_known: bool) -> list[dict]:
    """The buckets that hold pairs, largest first, each with its pairs in the order of the release."""
    held: dict[str, list[int]] = {}
    for pair in range(len(gold)):
        bucket = bucket_of(gold, answers, pair, trapped, evidence_known)
        if bucket is not None:
            held.setdefault(bucket, []).append(pair)
    order = sorted(held, key=lambda bucket: (-len(held[bucket]), BUCKETS.index(bucket)))
    return [
        {"bucket": bucket, "n": len(held[bucket]), "pairs": [list(gold.key(pair)) for pair in held[bucket]]}
        for bucket in order
    ]
