"""Keys of the protocol as people read them: pages speak, files and the API keep the keys."""

from django import template
from django.utils.translation import gettext_lazy as _

register = template.Library()

WORDS = {
    "annotator": _("annotator"),
    "sme": _("SME"),
    "lead": _("lead"),
    "billed": _("billed"),
    "prevalence_negative": _("prevalence negative"),
    "semantic_negative": _("semantic negative"),
    "imported": _("imported"),
    "source": _("source"),
    "selected": _("selected"),
    "vote": _("vote"),
    "assigned": _("assigned"),
    "answer": _("answer"),
    "compared": _("compared"),
    "decision": _("decision"),
    "released": _("released"),
    "referred": _("referred"),
    "returned": _("sent back"),
    "reopened": _("reopened"),
    "positive": _("putative positive"),
    "negative": _("negative"),
    "work": _("work"),
    "control": _("control"),
    "repeat": _("repeat"),
    "label_mismatch": _("labels differ"),
    "unanswerable": _("not answered"),
    "agreed_unrelated": _("agreed unrelated"),
    "equal": _("same evidence"),
    "boundary": _("same evidence, other edges"),
    "same_evidence_elsewhere": _("same words elsewhere"),
    "different_evidence": _("different evidence"),
    "Related": _("Related"),
    "Unrelated": _("Unrelated"),
    "Unanswerable": _("Can’t answer"),
    "True": _("True"),
    "False": _("False"),
    "excluded": _("Excluded"),
}


@register.filter
def words(key: object) -> str:
    """The words for a key; a key without words of its own loses its underscores."""
    return str(WORDS.get(key) or str(key).replace("_", " "))


@register.filter
def caution(warning: str) -> str:
    """A warning of a score without its code; which strata are small, the table of strata marks."""
    code, _colon, said = warning.partition(": ")
    if code == "small_strata":
        said = said.rpartition(": ")[0]
    return said[:1].upper() + said[1:]


@register.filter
def all_words(keys: list[str]) -> str:
    """The words for every key, by commas."""
    return ", ".join(words(key) for key in keys)
