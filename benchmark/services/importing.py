"""A published benchmark becomes a new project, so that the next version of it can be made here."""

from pathlib import Path

from django.db import transaction

from adjudication.logic import states
from adjudication.models import Comparison, Decision, DecisionSpan, ReviewCase
from annotation.models import Guideline
from benchmark.logic.content import Item
from benchmark.logic.manifest import sha256
from benchmark.logic.published import Published, read_published
from benchmark.logic.reading import release_folder
from benchmark.logic.release import NO_GUIDELINES
from benchmark.models import Card, Origin, OriginNote
from benchmark.services.note_matching import bring_notes
from corpus.logic.spans import SpanError, check_span
from corpus.models import Note, Pair, PairSource
from corpus.services.concepts import ConceptBook
from corpus.services.files import Progress, no_progress
from corpus.services.pairs import NewPair, PairShelf
from foundation.logic.errors import Refusal, RowError
from foundation.models import Project, User
from foundation.services.ledger import record
from foundation.services.projects import create_project
from triage.models import Selection, TriageResult

BATCH = 500


@transaction.atomic
def import_release(
    *,
    actor: User | None,
    slug: str,
    place: Path,
    notes: Path,
    dry_run: bool = False,
    progress: Progress = no_progress,
) -> dict:
    """Afterwards a new project holds the pairs of a release folder or a bare `dataset_raw.csv`.

    Every row stands as a decision that can be reopened; strata, exclusions, splits and sentences come along,
    so freezing gives the same tables again. Refuses notes that are missing or changed and spans that do not
    fit. Returns {"pairs", "errors": 0}; a dry run checks all of it and stores nothing.
    """
    published = read_published(place)
    project = create_project(
        actor=actor,
        slug=slug,
        name=published.title,
        annotators=published.annotators,
        unit=published.unit if published.unit in Project.Unit.values else Project.Unit.EXACT,
    )
    held = bring_notes(project, published, notes, progress)
    _refuse_bad_spans(published, held)
    pairs = _store_pairs(project, published, held)
    _decide(project, published, pairs, held)
    _remember(project, published, held, place)
    record(
        actor=actor,
        verb="release_imported",
        project=project,
        target=project,
        release=published.release,
        pairs=len(pairs),
    )
    if dry_run:
        transaction.set_rollback(True)
    return {"pairs": len(pairs), "errors": 0}


def _refuse_bad_spans(published: Published, held: dict[str, Note]) -> None:
    errors = []
    for row in published.rows:
        for start, end in row.item.spans:
            try:
                check_span(held[row.item.task_id].text, start, end)
            except SpanError as bad:
                errors.append(RowError(published.file, row.line, "evidence_spans", bad.message))
        if row.item.spans and not row.item.gold:
            reason = "The answer is False and has evidence"
            errors.append(RowError(published.file, row.line, "evidence_spans", reason))
    if errors:
        message = f"{published.file}: {len(errors):,} spans do not fit; nothing was imported."
        raise Refusal("bad_rows", message, errors=tuple(errors))


def _store_pairs(project: Project, published: Published, held: dict[str, Note]) -> dict:
    """Afterwards every row and every exclusion is a selected pair; pairs by (task_id, code)."""
    book, rows = ConceptBook(), []
    items = [row.item for row in published.rows]
    items += [Item(row.task_id, row.code, "", False) for row in published.exclusions]
    for item in items:
        note = held[item.task_id]
        rows.append(
            NewPair(
                note_id=note.pk,
                task_id=item.task_id,
                concept_id=_concept(book, item),
                code=item.code,
                source=item.source if item.source in PairSource.Source.values else PairSource.Source.IMPORTED,
                description=item.desc,
                hops=int(item.hops) if item.hops else None,
                similarity=item.similarity or None,
            )
        )
    PairShelf(project).put(rows)
    pairs = {(pair.task_id, pair.code): pair for pair in Pair.objects.filter(project=project)}
    kind = Selection.Kind.IMPORTED
    Selection.objects.bulk_create(
        (Selection(pair=pair, kind=kind) for pair in pairs.values()), batch_size=BATCH
    )
    known = [(pairs[item.task_id, item.code], item.triage) for item in items if item.triage]
    TriageResult.objects.bulk_create(
        (
            TriageResult(pair=pair, stage=1, label=label, unanimous=False, valid_votes=0)
            for pair, label in known
            if label in TriageResult.Label.values
        ),
        batch_size=BATCH,
    )
    return pairs


def _concept(book: ConceptBook, item: Item) -> int:
    """The concept of a row: in the code system the release names, else in the one its shape says."""
    key, code = item.code_system, item.code
    if not key:
        key, code = book.resolve(item.code)
    book.add(key, [code])
    return book.ids(key)[code]


def _decide(project: Project, published: Published, pairs: dict, held: dict[str, Note]) -> None:
    """Afterwards every pair is decided as it was published, by nobody of this project."""
    verdicts = [(pairs[row.item.task_id, row.item.code], row.item, "") for row in published.rows]
    verdicts += [(pairs[row.task_id, row.code], None, row.reason) for row in published.exclusions]
    Comparison.objects.bulk_create(
        (
            Comparison(pair=pair, kind=states.EQUAL if item and item.gold else states.AGREED_UNRELATED)
            for pair, item, _ in verdicts
        ),
        batch_size=BATCH,
    )
    cases = ReviewCase.objects.bulk_create(
        (
            ReviewCase(pair=pair, project=project, status=states.DECIDED, conflict=False, revision=1)
            for pair, _, _ in verdicts
        ),
        batch_size=BATCH,
    )
    decisions = Decision.objects.bulk_create(
        (_decision(case, item, reason) for case, (_, item, reason) in zip(cases, verdicts, strict=True)),
        batch_size=BATCH,
    )
    DecisionSpan.objects.bulk_create(
        (
            DecisionSpan(
                decision=decision,
                position=position,
                start=start,
                end=end,
                quote=held[item.task_id].text[start:end],
            )
            for decision, (_, item, _) in zip(decisions, verdicts, strict=True)
            if item is not None
            for position, (start, end) in enumerate(item.spans)
        ),
        batch_size=BATCH,
    )


def _decision(case: ReviewCase, item: Item | None, reason: str) -> Decision:
    if item is None:
        return Decision(case=case, revision=1, outcome=Decision.Outcome.EXCLUDED, excluded_reason=reason)
    return Decision(
        case=case,
        revision=1,
        outcome=Decision.Outcome.TRUE if item.gold else Decision.Outcome.FALSE,
        rationale=item.rationale,
        support=item.support,
        unrelated_reason=item.unrelated_reason,
    )


def _remember(project: Project, published: Published, held: dict[str, Note], place: Path) -> None:
    """Afterwards the project knows where it came from, with the splits and sentences of that release."""
    manifest = release_folder(place) / "manifest.json"
    Origin.objects.create(
        project=project,
        release=published.release,
        convention=published.convention,
        manifest_sha256=sha256(manifest.read_bytes()) if manifest.is_file() else "",
    )
    OriginNote.objects.bulk_create(
        (
            OriginNote(
                note=note,
                split=published.splits.get(task, ""),
                sentences=[list(span) for span in published.sentences[task]]
                if task in published.sentences
                else None,
            )
            for task, note in held.items()
            if task in published.splits or task in published.sentences
        ),
        batch_size=100,
    )
    Card.objects.create(project=project, title=published.title)
    if published.guidelines.strip() not in ("", NO_GUIDELINES):
        Guideline.objects.create(project=project, version=1, text=published.guidelines)
