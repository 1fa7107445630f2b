"""Joins a release, which holds no note text, with the notes a user has."""

from pathlib import Path

from benchmark.logic import layout
from benchmark.logic.gold import Gold
from benchmark.logic.reading import find_dataset, load_gold, load_notes
from benchmark.logic.tables import open_table, table_bytes

COLUMNS = (*layout.COLUMNS[layout.DATASET], "text", "evidence")


def rehydrate(folder: Path, notes: Path) -> tuple[bytes, dict, int]:
    """The dataset with the columns `text` and `evidence`, and what was found.

    `evidence` is the repr of a Python list of strings, one a span, in the order of the spans. A note whose
    length or SHA-256 differs is named and its rows are left out, never cut wrongly. The second value is
    `{"rows", "changed_notes", "missing_notes"}`, the third the length of the longest note.
    """
    gold = load_gold(folder)
    found = load_notes(notes, gold)
    rows = _rows(folder, gold, found.texts)
    facts = {"rows": len(rows), "changed_notes": found.changed, "missing_notes": found.missing}
    longest = max(map(len, found.texts.values()), default=0)
    return table_bytes(COLUMNS, rows), facts, longest


def _rows(folder: Path, gold: Gold, texts: dict[str, str]) -> list[list[str]]:
    columns = layout.COLUMNS[layout.DATASET]
    table = open_table(find_dataset(folder)[0], columns)
    rows = []
    for _, row in table.numbered():
        kept = [row[table.places[column]] for column in columns]
        text = texts.get(kept[0])
        pair = gold.find(kept[0], kept[1])
        if text is None or pair is None:
            continue
        evidence = [text[start:end] for start, end in gold.spans(pair)]
        rows.append([*kept, text, repr(evidence)])
    return rows
