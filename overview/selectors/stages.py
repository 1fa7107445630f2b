"""The stages of a pair, from imported to released: one definition for the picture, the table and links."""

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from adjudication.models import ReviewCase
from annotation.logic import states
from corpus.models import Pair, PairSource
from foundation.models import Project
from triage.models import Selection

STAGES = {
    "all": _("All pairs"),
    "billed": _("Billed pairs"),
    "kept": _("Both models: unrelated"),
    "selected": _("Selected"),
    "not_selected": _("Not selected"),
    "answered": _("All answers in"),
    "half": _("Some answers in"),
    "untouched": _("No answer yet"),
    "waiting": _("Waiting for an expert"),
    "returned": _("Sent back"),
    "reviewed": _("Reviewed"),
    "true": _("Gold True"),
    "false": _("Gold False"),
    "excluded": _("Excluded"),
    "open": _("Open: selected, not decided"),
}


def pairs_in(project: Project, stage: str) -> QuerySet[Pair]:
    """The project's pairs that are in a stage; an unknown stage means all."""
    pairs = Pair.objects.filter(project=project)
    selected = Exists(Selection.objects.filter(pair=OuterRef("pk")))
    case = ReviewCase.objects.filter(pair=OuterRef("pk"))
    decided = case.filter(status="decided")
    conditions = {
        "billed": Exists(PairSource.objects.filter(pair=OuterRef("pk"), source="billed")),
        "kept": Exists(Selection.objects.filter(pair=OuterRef("pk"), kind="positive")),
        "selected": selected,
        "not_selected": ~selected,
        "waiting": Exists(case.filter(status="waiting")),
        "returned": Exists(case.filter(status="returned")),
        "reviewed": Exists(decided),
        "open": selected & ~Exists(decided),
    }
    if stage in conditions:
        return pairs.filter(conditions[stage])
    if stage in ("true", "false", "excluded"):
        outcome = {"true": "True", "false": "False", "excluded": "excluded"}[stage]
        current = decided.filter(decisions__revision=F("revision"), decisions__outcome=outcome)
        return pairs.filter(Exists(current))
    if stage in ("answered", "half", "untouched"):
        return _by_answers(pairs.filter(selected), project, stage)
    return pairs


def _by_answers(pairs: QuerySet[Pair], project: Project, stage: str) -> QuerySet[Pair]:
    work = Q(assignments__purpose=states.WORK, assignments__status__in=states.ANSWERED)
    counted = pairs.annotate(answers=Count("assignments", filter=work))
    if stage == "answered":
        return counted.filter(answers__gte=project.annotators)
    if stage == "half":
        return counted.filter(answers__gte=1, answers__lt=project.annotators)
    return counted.filter(answers=0)
