"""Descriptions that a project's own dictionary files give (`d_icd_diagnoses.csv`, `d_icd_procedures.csv`)."""

from pathlib import Path

from django.db.models import OuterRef, Subquery

from corpus.logic.codes import ICD10CM, ICD10PCS, shown, strip_padding
from corpus.logic.rows import Table
from corpus.models import Concept, Pair, Title
from corpus.services.concepts import ConceptBook
from corpus.services.files import opened
from foundation.logic.errors import RowError
from foundation.logic.report import Report
from foundation.models import Project

BATCH = 500
LONGEST_TITLE = 500


def import_dictionary(*, project: Project, path: Path, book: ConceptBook, report: Report) -> int:
    """Afterwards the project shows the ICD-10 titles of the file; how many there are."""
    rows = _rows(path, report)
    key = _system_of(path.name, [code for _, code, _ in rows])
    titles: dict[str, str] = {}
    for line, raw, title in rows:
        code = shown(key, raw)
        if code is None:
            report.notices.append(RowError(path.name, line, "icd_code", f"{raw[:20]!r} is not a code"))
        elif titles.setdefault(code, title) != title:
            report.errors.append(
                RowError(path.name, line, "long_title", f"{code} has two titles in the file")
            )
    if not report.errors:
        book.add(key, titles)
        _store(project, {book.ids(key)[code]: title for code, title in titles.items()})
    return len(titles)


def _rows(path: Path, report: Report) -> list[tuple[int, str, str]]:
    rows = []
    with opened(path) as (stream, _):
        table = Table(stream, path.name, report.errors, required=("icd_code", "icd_version", "long_title"))
        for line, (code, version, title) in table:
            version = version.strip()
            if version not in {"9", "10"}:
                reason = f"{version[:20]!r} is neither 9 nor 10"
                report.errors.append(RowError(path.name, line, "icd_version", reason))
            elif len(title) > LONGEST_TITLE:
                reason = f"{len(title):,} characters, and at most {LONGEST_TITLE} can be stored"
                report.errors.append(RowError(path.name, line, "long_title", reason))
            elif version == "10":
                rows.append((line, code, title))
    return rows


def _system_of(name: str, codes: list[str]) -> str:
    """Which system a dictionary is of: its name says, else procedures all have seven characters."""
    if "procedure" in name.lower():
        return ICD10PCS
    if "diagnos" in name.lower():
        return ICD10CM
    return ICD10PCS if codes and all(len(strip_padding(code)) == 7 for code in codes) else ICD10CM


def _store(project: Project, titles: dict[int, str]) -> None:
    stored = dict(Title.objects.filter(project=project).values_list("concept_id", "text"))
    fresh = [
        Title(project=project, concept_id=concept, text=text)
        for concept, text in titles.items()
        if concept not in stored
    ]
    Title.objects.bulk_create(fresh, batch_size=BATCH)
    for concept, text in titles.items():
        if stored.get(concept, text) != text:
            Title.objects.filter(project=project, concept_id=concept).update(text=text)


def describe_pairs(project: Project) -> None:
    """Afterwards each pair shows the dictionary's title, else the terminology's description, else what the
    file that brought it gave."""
    pairs = Pair.objects.filter(project=project)
    title = Title.objects.filter(project=project, concept=OuterRef("concept")).values("text")[:1]
    pairs.filter(concept__titles__project=project).update(description=Subquery(title))
    described = Concept.objects.filter(pk=OuterRef("concept")).values("description")[:1]
    pairs.exclude(concept__titles__project=project).exclude(concept__description="").update(
        description=Subquery(described)
    )
