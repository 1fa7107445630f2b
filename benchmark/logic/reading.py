"""Reading the data tables of a release folder, or a bare `dataset_raw.csv`, for the scorer."""

import json
from array import array
from pathlib import Path

from benchmark.logic import layout
from benchmark.logic.files import one_error
from benchmark.logic.gold import Gold
from benchmark.logic.notes import FoundNotes, WantedNote, find_notes, find_notes_by_task
from benchmark.logic.sentence_table import read_sentences
from benchmark.logic.tables import Table, open_table
from corpus.logic.spans import SpanError, parse_spans
from foundation.logic.errors import Refusal


def load_gold(place: Path) -> Gold:
    """Read a release folder, a folder that holds `dataset_raw.csv`, or that file alone.

    Afterwards the pairs are in code point order of (task_id, code) whatever the file's order was. Tables that
    are not there leave their part empty; figures that need them are then undefined. Raises Refusal.
    """
    dataset, folder = find_dataset(place)
    gold = _read_dataset(dataset)
    if folder is None:
        _set_subjects(gold, {})
        return gold
    gold.facts = _read_facts(folder / layout.MANIFEST)
    gold.release = _release_name(gold.facts, folder)
    if (folder / layout.NOTES).exists():
        _read_note_facts(folder / layout.NOTES, gold)
    splits = folder / layout.SPLITS
    _set_subjects(gold, _read_subjects(splits) if splits.exists() else {})
    if (folder / layout.SENTENCES).exists():
        gold.set_sentences(read_sentences(folder / layout.SENTENCES, gold.tasks))
        _refuse_stray_evidence(gold)
    if (folder / layout.STRATA).exists():
        gold.strata = _read_strata(folder / layout.STRATA, gold)
    return gold


def find_dataset(place: Path) -> tuple[Path, Path | None]:
    """The dataset file of a place, and the release folder around it (None for a bare file)."""
    if place.is_file():
        return place, None
    place = release_folder(place)
    if (place / layout.DATASET).is_file():
        return place / layout.DATASET, place
    if (place / "dataset_raw.csv").is_file():
        return place / "dataset_raw.csv", None
    raise Refusal("no_release", f"{place} holds no {layout.DATASET}")


def release_folder(place: Path) -> Path:
    """The place itself, or the one release in it: an unpacked archive may stand in a folder of its own."""
    if (place / layout.DATASET).is_file() or not place.is_dir():
        return place
    inner = [path for path in sorted(place.iterdir()) if (path / layout.DATASET).is_file()]
    return inner[0] if len(inner) == 1 else place


def _release_name(facts: dict, folder: Path) -> str:
    project, version = facts.get("project"), facts.get("version")
    return f"{project}-{version}" if project and version else folder.resolve().name


def _read_facts(path: Path) -> dict:
    if not path.exists():
        return {}
    try:
        facts = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise Refusal("bad_manifest", f"{layout.MANIFEST} is not JSON") from None
    return facts if isinstance(facts, dict) else {}


def _read_dataset(path: Path) -> Gold:
    table = open_table(path, layout.COLUMNS[layout.DATASET])
    at = [table.places[column] for column in layout.COLUMNS[layout.DATASET]]
    task_at, code_at, desc_at, gold_at, _, spans_at = at
    known: dict[str, str] = {}
    labels = {"True": True, "False": False}
    rows = []
    for line, row in table.numbered():
        task, code = row[task_at], row[code_at]
        label = labels.get(row[gold_at])
        if label is None:
            label = _label(table, line, row[gold_at])
        try:
            spans = parse_spans(row[spans_at]) if row[spans_at] != "[]" else ()
        except SpanError as bad:
            table.refuse(line, "evidence_spans", bad.message)
        if not task or not code:
            table.refuse(line, "task_id" if not task else "code", "The field is empty")
        desc = row[desc_at]
        rows.append(
            (
                known.setdefault(task, task),
                known.setdefault(code, code),
                label,
                known.setdefault(desc, desc),
                spans,
                line,
            )
        )
    if not rows:
        raise one_error("bad_rows", table.file, 2, "", "The table has no rows")
    rows.sort(key=lambda row: (row[0], row[1]))
    return _compact(rows, table)


def _label(table: Table, line: int, value: str) -> bool:
    try:
        return layout.parse_label(value)
    except ValueError as bad:
        table.refuse(line, "gold", str(bad))
        raise AssertionError from None


def _compact(rows: list[tuple], table: Table) -> Gold:
    tasks = sorted({row[0] for row in rows})
    codes = sorted({row[1] for row in rows})
    task_at = {task: at for at, task in enumerate(tasks)}
    code_at = {code: at for at, code in enumerate(codes)}
    pair_task, pair_code, label, desc = array("I"), array("I"), bytearray(), []
    first, starts, ends = array("I", [0]), array("I"), array("I")
    before = None
    for task, code, gold, words, spans, line in rows:
        if (task, code) == before:
            table.refuse(line, "", f"The pair ({task}, {code}) stands twice")
        before = (task, code)
        pair_task.append(task_at[task])
        pair_code.append(code_at[code])
        label.append(gold)
        desc.append(words)
        for start, end in spans:
            if start >= end:
                table.refuse(line, "evidence_spans", f"Span {start}..{end} is empty or reversed")
            starts.append(start)
            ends.append(end)
        first.append(len(starts))
    return Gold(
        release=table.file,
        tasks=tasks,
        subjects=[],
        task_subject=array("I"),
        codes=codes,
        pair_task=pair_task,
        pair_code=pair_code,
        label=label,
        desc=desc,
        span_first=first,
        span_start=starts,
        span_end=ends,
    )


def _set_subjects(gold: Gold, by_task: dict[str, str]) -> None:
    subject_of = [by_task.get(task) or layout.subject_of(task) for task in gold.tasks]
    gold.subjects = sorted(set(subject_of))
    at = {subject: place for place, subject in enumerate(gold.subjects)}
    gold.task_subject = array("I", (at[subject] for subject in subject_of))


def _read_subjects(path: Path) -> dict[str, str]:
    table = open_table(path, layout.COLUMNS[layout.SPLITS])
    subject_at, task_at = table.places["subject_id"], table.places["task_id"]
    return {row[task_at]: row[subject_at] for _, row in table.numbered()}


def _read_note_facts(path: Path, gold: Gold) -> None:
    table = open_table(path, layout.COLUMNS[layout.NOTES])
    at = table.places
    ids, hashes = [""] * len(gold.tasks), [""] * len(gold.tasks)
    chars = array("I", bytes(array("I").itemsize * len(gold.tasks)))
    for line, row in table.numbered():
        task = gold.task_index.get(row[at["task_id"]])
        if task is None:
            table.refuse(line, "task_id", "No pair of the release has this task")
        ids[task], hashes[task] = row[at["note_id"]], row[at["sha256"]]
        chars[task] = _whole(table, line, "n_chars", row[at["n_chars"]])
    if not all(ids):
        lacking = gold.tasks[ids.index("")]
        raise one_error("bad_rows", table.file, 1, "task_id", f"Task {lacking} has no note")
    gold.note_ids, gold.note_sha256, gold.note_chars = ids, hashes, chars


def _whole(table: Table, line: int, column: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        table.refuse(line, column, f"{value[:20]!r} is not a whole number")
    return int(value)


def _refuse_stray_evidence(gold: Gold) -> None:
    first = gold.sentence_first
    for pair in gold.cases:
        if first[pair] == first[pair + 1]:
            task, code = gold.key(pair)
            reason = f"The evidence of ({task}, {code}) touches no sentence"
            raise one_error("bad_rows", "sentences.csv", 1, "", reason)


def _read_strata(path: Path, gold: Gold) -> dict[str, list[str]]:
    table = open_table(path, layout.COLUMNS[layout.STRATA])
    columns = [name for name in layout.COLUMNS[layout.STRATA] if name not in ("task_id", "code")]
    places = [table.places[name] for name in columns]
    task_at, code_at = table.places["task_id"], table.places["code"]
    values: dict[str, list[str]] = {name: [""] * len(gold) for name in columns}
    into = list(zip(places, values.values(), strict=True))
    known: dict[str, str] = {}
    seen = bytearray(len(gold))
    for line, row in table.numbered():
        pair = gold.find(row[task_at], row[code_at])
        if pair is None or seen[pair]:
            table.refuse(line, "code", "No pair of the release, or one that stands twice")
        seen[pair] = 1
        for place, column in into:
            column[pair] = known.setdefault(row[place], row[place])
    if not all(seen):
        task, code = gold.key(seen.index(0))
        raise one_error("bad_rows", table.file, 1, "code", f"The pair ({task}, {code}) has no row")
    return values


def load_notes(path: Path, gold: Gold) -> FoundNotes:
    """Look up the notes of a release in the user's own file, each checked against its length and hash."""
    if not gold.note_ids:
        return _without_short_ones(gold, find_notes_by_task(path, gold.tasks))
    rows = zip(gold.tasks, gold.note_ids, gold.note_chars, gold.note_sha256, strict=True)
    return find_notes(path, [WantedNote(*row) for row in rows])


def _without_short_ones(gold: Gold, found: FoundNotes) -> FoundNotes:
    """A bare dataset has no hashes: a note that its own evidence leaves is another note all the same."""
    changed = set(found.changed)
    for pair in gold.cases:
        task = gold.tasks[gold.pair_task[pair]]
        text = found.texts.get(task)
        if text is not None and any(end > len(text) for _, end in gold.spans(pair)):
            changed.add(task)
    texts = {task: text for task, text in found.texts.items() if task not in changed}
    return FoundNotes(texts, sorted(changed), found.missing)
