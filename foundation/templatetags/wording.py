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
}


@register.filter
def words(key: object) -> str:
    """The words for a key; a key without words of its own loses its underscores."""
    return str(WORDS.get(key) or str(key).replace("_", " "))


@register.filter
def all_words(keys: list[str]) -> str:
    """The words for every key, by commas."""
    return ", ".join(words(key) for key in keys)
