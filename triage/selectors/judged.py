"""What triage knows of a project's pairs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Subquery

from corpus.models import Pair, PairSource
from foundation.models import Project
from triage.logic.selection import SCOPES, Judged, in_scope, is_kept
from triage.logic.voting import LABELS, NO_MAJORITY
from triage.models import TriageResult, Vote

NEGATIVES = (PairSource.Source.PREVALENCE_NEGATIVE, PairSource.Source.SEMANTIC_NEGATIVE)


def judged_pairs(project: Project) -> Iterator[tuple[Pair, Judged]]:
    """Every pair with its judgement; the pair carries its keys alone."""

    def stage(number: int, field: str) -> Subquery:
        found = TriageResult.objects.filter(pair=OuterRef("pk"), stage=number)
        return Subquery(found.values(field)[:1])

    billed = PairSource.objects.filter(pair=OuterRef("pk"), source=PairSource.Source.BILLED)
    pairs = Pair.objects.filter(project=project).only("pk", "task_id", "code")
    rows = pairs.annotate(
        billed=Exists(billed),
        stage1=stage(1, "label"),
        unanimous=stage(1, "unanimous"),
        stage2=stage(2, "label"),
    )
    for pair in rows.iterator(chunk_size=2000):
        judged = Judged(pair.billed, pair.stage1 or "", bool(pair.unanimous), pair.stage2 or "")
        yield pair, judged


def kept_pairs(project: Project, scope: str) -> list[Pair]:
    """The putative positives under a reading of stage 2, by (task_id, code) as code points."""
    kept = [pair for pair, judged in judged_pairs(project) if is_kept(scope, judged)]
    return sorted(kept, key=lambda pair: (pair.task_id, pair.code))


def negative_pairs(project: Project) -> list[Pair]:
    """Pairs drawn as negatives and not billed, by (task_id, code) as code points."""
    pairs = Pair.objects.filter(project=project, sources__source__in=NEGATIVES).exclude(
        sources__source=PairSource.Source.BILLED
    )
    return sorted(pairs.only("pk", "task_id", "code").distinct(), key=lambda pair: (pair.task_id, pair.code))


def imported_pairs(project: Project) -> list[Pair]:
    """Pairs that a file named without calling them negatives, by (task_id, code) as code points."""
    pairs = Pair.objects.filter(project=project, sources__source=PairSource.Source.IMPORTED)
    return sorted(pairs.only("pk", "task_id", "code"), key=lambda pair: (pair.task_id, pair.code))


def results_by_stage(project: Project) -> dict[str, dict[str, int]]:
    """{"1": {explicit, implicit, unrelated, no_majority}, "2": the same}: what the votes came to."""
    counts: Counter = Counter()
    found = TriageResult.objects.filter(pair__project=project).values_list("stage", "label")
    counts.update(found.iterator())
    return {str(stage): {label: counts[stage, label] for label in (*LABELS, NO_MAJORITY)} for stage in (1, 2)}


@dataclass(frozen=True)
class TriageOverview:
    """How far a project's triage is."""

    pairs: int
    billed: int
    votes: dict[str, int]
    results: dict[str, dict[str, int]]
    in_scope: dict[str, int]
    kept: dict[str, int]
    tokens_in: int
    tokens_out: int


def triage_overview(project: Project) -> TriageOverview:
    """Counts for the triage page, under each reading of stage 2."""
    scoped, kept, pairs, billed = Counter(), Counter(), 0, 0
    for _, judged in judged_pairs(project):
        pairs += 1
        billed += judged.billed
        for scope in SCOPES:
            scoped[scope] += in_scope(scope, judged)
            kept[scope] += is_kept(scope, judged)
    votes = Vote.objects.filter(pair__project=project)
    tokens_in = tokens_out = 0
    by_stage: Counter = Counter()
    for stage, spent_in, spent_out in votes.values_list("stage", "tokens_in", "tokens_out").iterator():
        by_stage[str(stage)] += 1
        tokens_in += spent_in or 0
        tokens_out += spent_out or 0
    return TriageOverview(
        pairs=pairs,
        billed=billed,
        votes={"1": by_stage["1"], "2": by_stage["2"]},
        results=results_by_stage(project),
        in_scope=dict(scoped),
        kept=dict(kept),
        tokens_in=tokens_in,
        tokens_out=tokens_out,
    )
