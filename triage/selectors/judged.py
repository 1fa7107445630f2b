"""What triage knows of a project's pairs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Count, Exists, FilteredRelation, OuterRef, Q, QuerySet, Sum

from corpus.models import Pair, PairSource
from foundation.models import Project
from triage.logic.selection import SCOPES, Judged, in_scope, is_kept
from triage.logic.voting import LABELS, NO_MAJORITY, UNRELATED
from triage.models import TriageResult, Vote

NEGATIVES = (PairSource.Source.PREVALENCE_NEGATIVE, PairSource.Source.SEMANTIC_NEGATIVE)


def _with_judgement(project: Project) -> QuerySet[Pair]:
    """The project's pairs joined with what decides: at most one row of each, so none is doubled."""
    return Pair.objects.filter(project=project).annotate(
        first=FilteredRelation("triage_results", condition=Q(triage_results__stage=1)),
        second=FilteredRelation("triage_results", condition=Q(triage_results__stage=2)),
        billing=FilteredRelation("sources", condition=Q(sources__source=PairSource.Source.BILLED)),
    )


_JUDGEMENT = ("billing__source", "first__label", "first__unanimous", "second__label")


def _judged(source: str | None, stage1: str | None, unanimous: bool | None, stage2: str | None) -> Judged:
    return Judged(source is not None, stage1 or "", bool(unanimous), stage2 or "")


def judged_pairs(project: Project, **chosen: object) -> Iterator[tuple[Pair, Judged]]:
    """Every pair (of those chosen) with its judgement; the pair carries its keys alone."""
    rows = _with_judgement(project).filter(**chosen).values_list("pk", "task_id", "code", *_JUDGEMENT)
    for pk, task_id, code, *judgement in rows.iterator(chunk_size=2000):
        yield Pair(pk=pk, task_id=task_id, code=code), _judged(*judgement)


def kept_pairs(project: Project, scope: str) -> list[Pair]:
    """The putative positives under a reading of stage 2, by (task_id, code) as code points."""
    likely = judged_pairs(project, first__label=UNRELATED, second__label=UNRELATED)
    return _in_order(pair for pair, judged in likely if is_kept(scope, judged))


def _negatives(project: Project) -> QuerySet[Pair]:
    drawn = PairSource.objects.filter(pair=OuterRef("pk"), source__in=NEGATIVES)
    billed = PairSource.objects.filter(pair=OuterRef("pk"), source=PairSource.Source.BILLED)
    return Pair.objects.filter(Exists(drawn), ~Exists(billed), project=project)


def negative_pairs(project: Project) -> list[Pair]:
    """Pairs drawn as negatives and not billed, by (task_id, code) as code points."""
    return _in_order(_negatives(project).only("pk", "task_id", "code"))


def imported_pairs(project: Project) -> list[Pair]:
    """Pairs that a file named without calling them negatives, by (task_id, code) as code points."""
    pairs = Pair.objects.filter(project=project, sources__source=PairSource.Source.IMPORTED)
    return _in_order(pairs.only("pk", "task_id", "code"))


def _in_order(pairs: Iterable[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: (pair.task_id, pair.code))


def results_by_stage(project: Project) -> dict[str, dict[str, int]]:
    """{"1": {explicit, implicit, unrelated, no_majority}, "2": the same}: what the votes came to."""
    found = TriageResult.objects.filter(pair__project=project).values_list("stage", "label")
    counts = {(stage, label): n for stage, label, n in found.annotate(n=Count("pk")).order_by()}
    labels = (*LABELS, NO_MAJORITY)
    return {str(stage): {label: counts.get((stage, label), 0) for label in labels} for stage in (1, 2)}


@dataclass(frozen=True)
class TriageOverview:
    """How far a project's triage is."""

    pairs: int
    billed: int
    votes: dict[str, int]
    results: dict[str, dict[str, int]]
    negatives: int
    in_scope: dict[str, int]
    kept: dict[str, int]
    tokens_in: int
    tokens_out: int


def triage_overview(project: Project) -> TriageOverview:
    """Counts for the triage page, under each reading of stage 2."""
    scoped, kept, pairs, billed = Counter(), Counter(), 0, 0
    alike = _with_judgement(project).values(*_JUDGEMENT).annotate(n=Count("pk")).order_by()
    for *judgement, n in alike.values_list(*_JUDGEMENT, "n"):
        judged = _judged(*judgement)
        pairs += n
        billed += n * judged.billed
        for scope in SCOPES:
            scoped[scope] += n * in_scope(scope, judged)
            kept[scope] += n * is_kept(scope, judged)
    by_stage = {
        row["stage"]: row
        for row in Vote.objects.filter(pair__project=project)
        .values("stage")
        .annotate(n=Count("pk"), spent_in=Sum("tokens_in"), spent_out=Sum("tokens_out"))
        .order_by()
    }
    return TriageOverview(
        pairs=pairs,
        billed=billed,
        votes={str(stage): by_stage.get(stage, {}).get("n", 0) for stage in (1, 2)},
        results=results_by_stage(project),
        negatives=_negatives(project).count(),
        in_scope={scope: scoped[scope] for scope in SCOPES},
        kept={scope: kept[scope] for scope in SCOPES},
        tokens_in=sum(row["spent_in"] or 0 for row in by_stage.values()),
        tokens_out=sum(row["spent_out"] or 0 for row in by_stage.values()),
    )
