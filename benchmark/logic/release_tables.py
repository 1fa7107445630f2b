"""The data tables of a release, each as its exact bytes."""

from collections.abc import Iterable

from benchmark.logic import layout
from benchmark.logic.content import Item, ReleaseContent
from benchmark.logic.notes import text_sha256
from benchmark.logic.tables import table_bytes
from corpus.logic.spans import Span, format_spans

Sentences = dict[str, tuple[Span, ...]]


def data_tables(content: ReleaseContent, sentences: Sentences) -> dict[str, bytes]:
    """Every table below `data/`, rows sorted by code point."""
    items = in_order(content.items)
    notes = sorted(content.notes, key=lambda note: note.task_id)
    lengths = {note.task_id: str(len(note.text)) for note in notes}
    splits = content.splits
    rows = {
        layout.SENTENCES: [
            (note.task_id, str(number), str(start), str(end))
            for note in notes
            for number, (start, end) in enumerate(sentences[note.task_id])
        ],
        layout.STRATA: [_strata_row(item, lengths[item.task_id]) for item in items],
        layout.SPLITS: [
            (
                note.subject_id,
                note.task_id,
                splits[note.task_id] if splits else content.split.split_of(note.subject_id),
            )
            for note in notes
        ],
        layout.NOTES: [
            (note.task_id, note.note_id, lengths[note.task_id], text_sha256(note.text)) for note in notes
        ],
        layout.EXCLUDED: sorted((row.task_id, row.code, row.reason) for row in content.exclusions),
    }
    tables = {path: table_bytes(layout.COLUMNS[path], found) for path, found in rows.items()}
    return {layout.DATASET: dataset_bytes(items), **tables}


def in_order(items: Iterable[Item]) -> list[Item]:
    """Items in code point order of (task_id, code)."""
    return sorted(items, key=lambda item: (item.task_id, item.code))


def dataset_bytes(items: Iterable[Item]) -> bytes:
    """The bytes of `dataset_raw.csv`."""
    return table_bytes(layout.COLUMNS[layout.DATASET], map(dataset_row, in_order(items)))


def dataset_row(item: Item) -> tuple[str, ...]:
    """One row of `dataset_raw.csv`."""
    return (item.task_id, item.code, item.desc, str(item.gold), item.rationale, format_spans(item.spans))


def _strata_row(item: Item, note_chars: str) -> tuple[str, ...]:
    return (
        item.task_id,
        item.code,
        item.code_system,
        item.chapter,
        item.source,
        item.triage,
        item.hops,
        item.similarity,
        note_chars,
        item.support,
        item.unrelated_reason,
    )


def attrition_rows(content: ReleaseContent) -> list[tuple[str, str]]:
    """The stages from all pairs to the released ones; the sums are checked by `check_content`."""
    lost = content.attrition
    true = sum(item.gold for item in content.items)
    selected = lost.all_pairs - lost.not_selected
    stages = [("all_pairs", lost.all_pairs)]
    stages += [(f"all_pairs_{source}", count) for source, count in sorted(lost.sources.items())]
    stages += [("not_selected", lost.not_selected), ("selected", selected)]
    stages += [("excluded", lost.excluded), ("open", lost.open), ("released", len(content.items))]
    stages += [("released_true", true), ("released_false", len(content.items) - true)]
    return [(stage, str(count)) for stage, count in stages]
