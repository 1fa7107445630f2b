"""Chapters of code systems, by their titles."""

import re

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from corpus.logic.codes import ICD10CM, SYSTEM_NAMES, chapter_key, chapter_order, split_chapter_key
from corpus.models import Concept, Pair
from foundation.models import Project

# for projects without the terminology, which has them in full
SHORT_TITLES = {
    "1": _("Infectious and parasitic diseases"),
    "2": _("Neoplasms"),
    "3": _("Blood and immune mechanism"),
    "4": _("Endocrine, nutritional and metabolic diseases"),
    "5": _("Mental and behavioral disorders"),
    "6": _("Nervous system"),
    "7": _("Eye and adnexa"),
    "8": _("Ear and mastoid process"),
    "9": _("Circulatory system"),
    "10": _("Respiratory system"),
    "11": _("Digestive system"),
    "12": _("Skin and subcutaneous tissue"),
    "13": _("Musculoskeletal system and connective tissue"),
    "14": _("Genitourinary system"),
    "15": _("Pregnancy, childbirth and the puerperium"),
    "16": _("Perinatal period"),
    "17": _("Congenital malformations"),
    "18": _("Symptoms, signs and abnormal findings"),
    "19": _("Injury and poisoning"),
    "20": _("External causes of morbidity"),
    "21": _("Factors influencing health status"),
    "22": _("Codes for special purposes"),
}
_RANGE = re.compile(r"\s*\([A-Z0-9]+-[A-Z0-9]+\)$")


def chapters_of(project: Project) -> dict[str, str]:
    """The chapters of the project's pairs by key, in order, each by number and title: the terminology's
    without its range of codes, where loaded."""
    pairs = Pair.objects.filter(project=project).exclude(concept__chapter="").order_by()
    present = pairs.values_list("concept__system__key", "concept__chapter").distinct()
    keys = sorted((chapter_key(*row) for row in present), key=chapter_order)
    rows = Concept.objects.filter(kind=Concept.Kind.CHAPTER).values_list("system__key", "code", "description")
    titles = {chapter_key(system, code): _RANGE.sub("", title) for system, code, title in rows}
    return {key: _name(key, titles.get(key) or str(SHORT_TITLES.get(key, ""))) for key in keys}


def names_of_chapters(project: Project) -> dict[str, str]:
    """The names by the chapter alone, as files write it: systems that share one stand beside each other."""
    names: dict[str, list[str]] = {}
    for key, name in chapters_of(project).items():
        names.setdefault(split_chapter_key(key)[1], []).append(name)
    return {chapter: " / ".join(shared) for chapter, shared in names.items()}


def _name(key: str, title: str) -> str:
    system, chapter = split_chapter_key(key)
    number = chapter if system == ICD10CM else f"{SYSTEM_NAMES.get(system, system)} {chapter}"
    return f"{number} · {title}" if title else number


def of_chapter(key: str, concept: str = "concept") -> Q:
    """The rows whose concept is in the chapter of the key."""
    system, chapter = split_chapter_key(key)
    return Q(**{f"{concept}__system__key": system, f"{concept}__chapter": chapter})
