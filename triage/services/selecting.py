"""Choosing the pairs that people will annotate."""

from collections.abc import Sequence
from random import Random

from django.db import transaction

from corpus.models import Pair
from foundation.logic.errors import Refusal
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record
from triage.logic.selection import SCOPES, draw
from triage.models import Selection
from triage.selectors.judged import imported_pairs, kept_pairs, negative_pairs


@transaction.atomic
def select_pairs(
    *,
    actor: User | None,
    project: Project,
    positives: int | None = None,
    negatives: int | None = None,
    seed: int | None = None,
    stage2_scope: str | None = None,
) -> dict:
    """Afterwards so many putative positives and negatives are selected (all, where no number is given), and
    every other pair that a file named: {positives, negatives, imported}.

    What was selected stays selected and counts towards the numbers. A scope that is given becomes the
    project's. Refuses more than there are.
    """
    require_role(actor, project, LEAD)
    project = Project.objects.select_for_update().get(pk=project.pk)
    if stage2_scope is not None:
        if stage2_scope not in SCOPES:
            raise Refusal("bad_setting", f"The stage 2 scope is one of {', '.join(SCOPES)}.")
        project.stage2_scope = stage2_scope
        project.save(update_fields=["stage2_scope"])
    seed = project.seed if seed is None else seed
    chosen = set(Selection.objects.filter(pair__project=project).values_list("pair_id", flat=True))
    kinds = Selection.Kind
    found = {
        kinds.POSITIVE: (kept_pairs(project, project.stage2_scope), positives),
        kinds.NEGATIVE: (negative_pairs(project), negatives),
        kinds.IMPORTED: (imported_pairs(project), None),
    }
    for kind, (pairs, wanted) in found.items():
        _select(kind, pairs, chosen, wanted, Random(f"{seed}:{kind}"))
    now = list(Selection.objects.filter(pair__project=project).values_list("kind", flat=True))
    result = {"positives": now.count(kinds.POSITIVE), "negatives": now.count(kinds.NEGATIVE)}
    result["imported"] = now.count(kinds.IMPORTED)
    scope = project.stage2_scope
    record(actor=actor, verb="pairs_selected", project=project, seed=seed, scope=scope, **result)
    return result


def _select(kind: str, pairs: Sequence[Pair], chosen: set, wanted: int | None, random: Random) -> None:
    keys = {(pair.task_id, pair.code): pair for pair in pairs}
    already = [key for key, pair in keys.items() if pair.pk in chosen]
    if wanted is not None and wanted > len(keys):
        raise Refusal("too_few", f"{wanted:,} {kind} pairs are wanted and there are {len(keys):,}.")
    fresh = draw(keys, already, wanted, random)
    Selection.objects.bulk_create([Selection(pair=keys[key], kind=kind) for key in fresh], batch_size=500)
    chosen.update(keys[key].pk for key in fresh)
