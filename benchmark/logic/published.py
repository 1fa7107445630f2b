"""Reading a published benchmark back: a release folder, or a bare `dataset_raw.csv`, as plain records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.logic import layout
from benchmark.logic.content import Exclusion, Item
from benchmark.logic.gold import Gold
from benchmark.logic.notes import WantedNote
from benchmark.logic.reading import find_dataset, load_gold
from benchmark.logic.tables import open_table
from corpus.logic.spans import Span


@dataclass(frozen=True)
class PublishedRow:
    """One row of the dataset with the line it begins on."""

    line: int
    item: Item


@dataclass(frozen=True)
class Published:
    """A benchmark as it was published; a bare dataset has rows alone.

    `notes` says what is known of the note of each task; `sentences` are code point spans by task.
    """

    file: str
    release: str
    title: str
    rows: tuple[PublishedRow, ...]
    exclusions: tuple[Exclusion, ...] = ()
    notes: tuple[WantedNote, ...] = ()
    splits: Mapping[str, str] = field(default_factory=dict)
    convention: str = ""
    sentences: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    guidelines: str = ""
    unit: str = "exact"
    annotators: int = 2

    @property
    def tasks(self) -> set[str]:
        """Tasks whose note is needed: those of the rows and of the exclusions."""
        return {row.item.task_id for row in self.rows} | {row.task_id for row in self.exclusions}


def read_published(place: Path) -> Published:
    """Read and check what was published. Raises Refusal with the file and line of what does not fit."""
    gold = load_gold(place)
    dataset, folder = find_dataset(place)
    rows = tuple(_rows(dataset, gold))
    if folder is None:
        return Published(dataset.name, gold.release, dataset.stem, rows)
    facts = gold.facts
    return Published(
        file=dataset.name,
        release=gold.release,
        title=str(facts.get("name") or gold.release),
        rows=rows,
        exclusions=_exclusions(folder / layout.EXCLUDED),
        notes=_notes(gold),
        splits=_splits(folder / layout.SPLITS),
        convention=str(facts.get("sentence_convention") or "") if gold.sentences is not None else "",
        sentences=_sentences(gold),
        guidelines=_text(folder / layout.GUIDELINES),
        unit=str(facts.get("evidence_unit") or "exact"),
        annotators=_number(facts.get("annotators_per_pair")),
    )


def _rows(dataset: Path, gold: Gold):
    table = open_table(dataset, layout.COLUMNS[layout.DATASET])
    at = table.places
    strata = gold.strata
    for line, row in table.numbered():
        task, code = row[at["task_id"]], row[at["code"]]
        pair = gold.find(task, code)
        known = {name: column[pair] for name, column in strata.items() if name != "note_chars"}
        yield PublishedRow(
            line,
            Item(
                task_id=task,
                code=code,
                desc=row[at["desc"]],
                gold=bool(gold.label[pair]),
                rationale=row[at["reasoning_summary"]],
                spans=tuple(gold.spans(pair)),
                **known,
            ),
        )


def _exclusions(path: Path) -> tuple[Exclusion, ...]:
    if not path.exists():
        return ()
    columns = layout.COLUMNS[layout.EXCLUDED]
    table = open_table(path, columns)
    rows = table.numbered()
    return tuple(Exclusion(*(row[table.places[column]] for column in columns)) for _, row in rows)


def _notes(gold: Gold) -> tuple[WantedNote, ...]:
    if not gold.note_ids:
        return ()
    rows = zip(gold.tasks, gold.note_ids, gold.note_chars, gold.note_sha256, strict=True)
    return tuple(WantedNote(*row) for row in rows)


def _splits(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    table = open_table(path, layout.COLUMNS[layout.SPLITS])
    task, split = table.places["task_id"], table.places["split"]
    return {row[task]: row[split] for _, row in table.numbered()}


def _sentences(gold: Gold) -> dict[str, tuple[Span, ...]]:
    table = gold.sentences
    if table is None:
        return {}
    return {
        task: tuple(table.span(place, number) for number in range(table.count(place)))
        for place, task in enumerate(gold.tasks)
    }


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _number(value: object) -> int:
    return value if type(value) is int and 1 <= value <= 9 else 2
