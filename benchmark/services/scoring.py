"""Taking a system's predictions in, scoring them, comparing two."""

import re

from django.db import transaction
from django.utils import timezone

from benchmark.logic.baselines import BASELINES
from benchmark.logic.cli import baseline_bytes
from benchmark.logic.comparison import compare
from benchmark.logic.gate import parse_gate
from benchmark.logic.manifest import sha256
from benchmark.logic.report import Settings, score
from benchmark.logic.resampling import bootstrap
from benchmark.logic.scoring import case_columns, sum_cases
from benchmark.models import Release, Run
from benchmark.selectors.runs import answers_of, gold_of, texts_of
from foundation.logic.errors import Conflict, Refusal
from foundation.logic.roles import LEAD
from foundation.logic.words import short_name
from foundation.models import User
from foundation.selectors.access import require_role
from foundation.services.ledger import record

LARGEST_FILE = 100 * 1024 * 1024
_SUFFIXES = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz")
_UNSAFE = re.compile(r"[^\w.+ -]+")


def check_size(size: int) -> None:
    """Return for a predictions file that is not too large to be kept; otherwise raise, before it is read."""
    if size > LARGEST_FILE:
        raise Refusal("too_large", "A predictions file has at most 100 MB.", field="predictions")


@transaction.atomic
def add_run(
    *,
    actor: User | None,
    release: Release,
    system: str,
    file_name: str,
    content: bytes,
    missing_as_false: bool = False,
    gate: str = "",
    kind: str = "model",
) -> Run:
    """Afterwards the predictions are kept, waiting to be scored. A system has one run on a release.

    A gate is read at once, so that a broken one is refused here and not after scoring.
    """
    require_role(actor, release.project, LEAD)
    if not system.strip() or len(system) > 120:
        raise Refusal("bad_system", "Name the system, in at most 120 characters.", field="system")
    name = _UNSAFE.sub("_", short_name(file_name.replace("\\", "/").rpartition("/")[2]))[-100:]
    if not name.endswith(_SUFFIXES):
        raise Refusal("unknown_format", "Predictions come as .csv or .jsonl (or .gz).", field="predictions")
    check_size(len(content))
    if gate:
        parse_gate(gate)
    Release.objects.select_for_update().get(pk=release.pk)
    _refuse_second(release, system.strip())
    run = Run.objects.create(
        release=release,
        system=system.strip(),
        kind=kind,
        file_name=name,
        predictions=content,
        sha256=sha256(content),
        missing_as_false=missing_as_false,
        gate=gate,
        created_by=actor,
    )
    record(actor=actor, verb="run_added", project=release.project, target=run, sha256=run.sha256)
    return run


def _refuse_second(release: Release, system: str) -> None:
    if Run.objects.filter(release=release, system=system).exists():
        raise Conflict("system_scored", f"{system!r} has a run on this release already.")


def check_baseline(release: Release, name: str) -> None:
    """Return when this baseline can be added to the release; otherwise raise."""
    if name not in BASELINES:
        raise Refusal("unknown_baseline", f"A baseline is one of {', '.join(BASELINES)}.")
    _refuse_second(release, name)


def add_baseline(*, actor: User | None, release: Release, name: str, seed: int = 0) -> Run:
    """Afterwards a baseline's predictions stand as a run of their own."""
    check_baseline(release, name)
    content = baseline_bytes(gold_of(release), name, texts_of(release), seed)
    return add_run(
        actor=actor,
        release=release,
        system=name,
        file_name=f"{name}.csv",
        content=content,
        kind="baseline",
    )


def score_run(run: Run) -> Run:
    """Afterwards the run is scored, or refused with the reasons; scoring twice gives the same."""
    gold, texts = gold_of(run.release), texts_of(run.release)
    try:
        answers = answers_of(run, gold, texts)
        gate = parse_gate(run.gate) if run.gate else None
        run.score = score(gold, answers, texts=texts, gate=gate, settings=Settings())
        run.status, run.problem = Run.Status.SCORED, None
    except Refusal as refusal:
        run.score, run.status, run.problem = None, Run.Status.REFUSED, refusal.as_dict()
    run.scored_at = timezone.now()
    run.save(update_fields=["score", "status", "problem", "scored_at"])
    return run


def compare_runs(one: Run, other: Run) -> dict:
    """The comparison object of two scored runs of one release: the first minus the second."""
    gold, texts = gold_of(one.release), texts_of(one.release)
    pair = [answers_of(run, gold, texts) for run in (one, other)]
    recalls = tuple(sum_cases(case_columns(gold, answers)).value("recall") for answers in pair)
    drawn = bootstrap(gold, pair, [], Settings().replicates, Settings().seed, True, paired=(0, 1))
    return compare(gold, *pair, recalls, drawn.differences)
