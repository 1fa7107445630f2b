"""Making pairs: of every billed code with its stay's note, and of a file that names them."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from django.db import transaction

from corpus.logic.hierarchy import nearest
from corpus.logic.rows import Table
from corpus.models import BilledCode, Concept, Note, PairSource, Title
from corpus.selectors.places import Places, billed_places
from corpus.services.concepts import ConceptBook
from corpus.services.files import Progress, bytes_of, no_progress, opened
from corpus.services.pairs import NewPair, PairShelf
from foundation.logic.errors import Refusal, RowError
from foundation.logic.report import Report
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record

BATCH = 500
NEGATIVES = (PairSource.Source.PREVALENCE_NEGATIVE, PairSource.Source.SEMANTIC_NEGATIVE)


@transaction.atomic
def build_pairs(*, actor: User | None, project: Project, progress: Progress = no_progress) -> dict:
    """Afterwards every billed code of a stay is a pair with the note that stands for it:
    {created, unchanged}. Refused before there are billed codes."""
    require_role(actor, project, LEAD)
    if not BilledCode.objects.filter(project=project).exists():
        raise Refusal("no_codes", "The project has no billed codes yet; import them first.")
    Project.objects.select_for_update().get(pk=project.pk)
    notes = Note.objects.filter(project=project, stands=True).exclude(hadm_id="").order_by("pk")
    total, done = notes.count(), 0
    titles = dict(Title.objects.filter(project=project).values_list("concept_id", "text"))
    shelf = PairShelf(project)
    chosen = notes.values_list("pk", "task_id", "subject_id", "hadm_id").iterator()
    while batch := list(islice(chosen, BATCH)):
        shelf.put(_billed_pairs(project, batch, titles))
        done += len(batch)
        progress(done, total)
    record(actor=actor, verb="pairs_built", project=project, created=shelf.created)
    return {"created": shelf.created, "unchanged": shelf.unchanged}


def _billed_pairs(project: Project, notes: list[tuple], titles: dict[int, str]) -> list[NewPair]:
    by_stay = {(subject, stay): (pk, task) for pk, task, subject, stay in notes}
    billed = BilledCode.objects.filter(project=project, hadm_id__in={stay for _, stay in by_stay})
    rows = []
    for code in billed.select_related("concept"):
        found = by_stay.get((code.subject_id, code.hadm_id))
        if found:
            concept = code.concept
            rows.append(
                NewPair(
                    note_id=found[0],
                    task_id=found[1],
                    concept_id=concept.pk,
                    code=concept.code,
                    source=PairSource.Source.BILLED,
                    description=titles.get(concept.pk) or concept.description,
                )
            )
    return rows


@transaction.atomic
def import_pairs(
    *,
    actor: User | None,
    project: Project,
    path: Path,
    dry_run: bool = False,
    report: Report | None = None,
    progress: Progress = no_progress,
) -> dict:
    """Afterwards every row (task_id, code; optional desc, source) is a pair: {created, unchanged, skipped,
    errors: 0}. An unknown task, an empty code or a negative that is billed refuses the file.
    """
    require_role(actor, project, LEAD)
    Project.objects.select_for_update().get(pk=project.pk)
    report = report if report is not None else Report()
    rows = _read(project, path, report, progress)
    report.refuse_if_bad()
    shelf = PairShelf(project)
    shelf.put(_new_pairs(project, path, rows, report))
    report.refuse_if_bad()
    result = {
        "created": shelf.created,
        "unchanged": shelf.unchanged,
        "skipped": dict(sorted(report.skipped.items())),
        "errors": 0,
    }
    if dry_run:
        transaction.set_rollback(True)
    else:
        record(actor=actor, verb="pairs_imported", project=project, file=path.name, created=shelf.created)
    return result


@dataclass(frozen=True)
class _Row:
    line: int
    task_id: str
    system: str
    code: str
    description: str
    source: str


def _read(project: Project, path: Path, report: Report, progress: Progress) -> list[_Row]:
    book, seen, rows = ConceptBook(), {}, []
    tasks = set(Note.objects.filter(project=project, stands=True).values_list("task_id", flat=True))
    total, name = bytes_of([path]), path.name
    with opened(path) as (stream, position):
        columns = {"required": ("task_id", "code"), "optional": ("desc", "source")}
        for line, (task, raw, description, source) in Table(stream, name, report.errors, **columns):
            progress(position(), total)
            source = source.strip() or PairSource.Source.IMPORTED
            wrong = _fault(task, raw, description, source, tasks)
            if wrong:
                report.errors.append(RowError(name, line, *wrong))
                continue
            system, code = book.resolve(raw)
            first = seen.setdefault((task, code, source), line)
            if first != line:
                report.skip("duplicate", name, line, "code", f"the same pair as in line {first}")
                continue
            rows.append(_Row(line, task, system, code, description.strip(), source))
    for system in {row.system for row in rows}:
        book.add(system, {row.code for row in rows if row.system == system})
    return rows


def _fault(task: str, raw: str, description: str, source: str, tasks: set[str]) -> tuple[str, str] | None:
    if task not in tasks:
        return "task_id", f"the project has no note of {task[:125]!r}" if task.strip() else "empty"
    if not raw.strip():
        return "code", "empty"
    if len(raw.strip()) > 40:
        return "code", f"{len(raw.strip())} characters, and at most 40 can be stored"
    if len(description) > 500:
        return "desc", f"{len(description)} characters, and at most 500 can be stored"
    if source not in PairSource.Source.values:
        return "source", f"{source[:30]!r} is none of {', '.join(PairSource.Source.values)}"
    return None


def _new_pairs(project: Project, path: Path, rows: list[_Row], report: Report) -> list[NewPair]:
    concepts = _concepts(rows)
    titles = dict(Title.objects.filter(project=project).values_list("concept_id", "text"))
    notes = {
        note.task_id: note
        for note in Note.objects.filter(project=project, stands=True).only("task_id", "hadm_id", "subject_id")
    }
    billed, places, made = _billed_by_stay(project), Places(), []
    for row in rows:
        note, concept = notes[row.task_id], concepts[row.system, row.code]
        stay = billed.get(note.hadm_id, {}) if note.hadm_id else {}
        near = None
        if row.source in NEGATIVES:
            if row.code in stay:
                reason = f"{row.code} is billed for this stay, so it is no negative"
                report.errors.append(RowError(path.name, row.line, "source", reason))
                continue
            near = nearest(places.of([concept.pk])[concept.pk], billed_places(places, stay))
        made.append(
            NewPair(
                note_id=note.pk,
                task_id=row.task_id,
                concept_id=concept.pk,
                code=row.code,
                source=row.source,
                description=titles.get(concept.pk) or concept.description or row.description,
                nearest_id=stay[near[0]] if near else None,
                hops=near[1] if near else None,
            )
        )
    return made


def _concepts(rows: list[_Row]) -> dict[tuple[str, str], Concept]:
    codes = sorted({row.code for row in rows})
    found: dict[tuple[str, str], Concept] = {}
    for start in range(0, len(codes), BATCH):
        chunk = Concept.objects.filter(code__in=codes[start : start + BATCH]).select_related("system")
        coded = chunk.exclude(kind__in=[Concept.Kind.CHAPTER, Concept.Kind.BLOCK])
        found |= {(concept.system.key, concept.code): concept for concept in coded}
    return found


def _billed_by_stay(project: Project) -> dict[str, dict[str, int]]:
    """Stay -> code -> concept of every billed code."""
    billed: dict[str, dict[str, int]] = {}
    rows = BilledCode.objects.filter(project=project).values_list("hadm_id", "concept__code", "concept_id")
    for stay, code, concept in rows.iterator():
        billed.setdefault(stay, {})[code] = concept
    return billed
