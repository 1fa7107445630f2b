"""A concept with its surroundings: what an annotator reads beside the note."""

from dataclasses import asdict, dataclass

from django.core.cache import cache

from corpus.models import Concept

_KEPT_SECONDS = 600
_MOST_SIBLINGS = 40
# how the tables of ICD-10-CM mark the two kinds of exclusion
_NEVER, _APART = "Excludes1: ", "Excludes2: "


@dataclass(frozen=True)
class ConceptPanel:
    """The concept, the descriptions above it from the top, its terms and the codes beside it.

    What `exclusion` names is never this concept; what `apart` names is not either, but may be true beside it.
    """

    code: str
    system: str
    release: str
    description: str
    path: list[str]
    inclusion: list[str]
    exclusion: list[str]
    apart: list[str]
    siblings: list[dict[str, str]]


def concept_panel(concept_id: int, description: str = "") -> dict:
    """`ConceptPanel` as a dictionary; `description` is the one that the pair shows."""
    key = f"concept-panel-{concept_id}"
    panel = cache.get(key)
    if panel is None:
        panel = asdict(_panel(concept_id))
        cache.set(key, panel, _KEPT_SECONDS)
    return panel | {"description": description or panel["description"]}


def _panel(concept_id: int) -> ConceptPanel:
    concept = Concept.objects.select_related("system", "parent").get(pk=concept_id)
    path: list[str] = []
    above = concept.parent
    while above is not None:
        path.append(above.description or above.code)
        above = above.parent
    siblings = (
        Concept.objects.filter(parent=concept.parent).exclude(pk=concept.pk).order_by("code")[:_MOST_SIBLINGS]
        if concept.parent
        else []
    )
    excluded = concept.exclusion.splitlines()
    return ConceptPanel(
        code=concept.code,
        system=concept.system.name,
        release=(concept.releases.split() or [concept.system.release])[-1],
        description=concept.description,
        path=path[::-1],
        inclusion=concept.inclusion.splitlines(),
        exclusion=[term.removeprefix(_NEVER) for term in excluded if not term.startswith(_APART)],
        apart=[term.removeprefix(_APART) for term in excluded if term.startswith(_APART)],
        siblings=[{"code": other.code, "description": other.description} for other in siblings],
    )
