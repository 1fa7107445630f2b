"""Is a release folder what was frozen? Names every changed, missing and extra file and every false sum."""

from collections.abc import Iterator
from pathlib import Path

from benchmark.logic import layout
from benchmark.logic.gold import Gold
from benchmark.logic.layout import parse_label
from benchmark.logic.manifest import read_manifest, read_sums, sha256, sums_bytes
from benchmark.logic.reading import load_gold, load_notes, release_folder
from benchmark.logic.tables import open_table, table_bytes
from corpus.logic.spans import SpanError, check_span, format_spans, parse_spans
from foundation.logic.errors import Refusal

# Folders and files that systems leave behind in a copied folder; they are no part of a release.
LEFT_BEHIND = frozenset({".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__"})


def verify_release(folder: Path, notes: Path | None = None) -> dict:
    """`{"ok": bool, "problems": [text]}`, every problem beginning with the path of its file.

    The bytes are checked first; the structure only where every byte is right or the folder has no manifest.
    With the user's notes each note's hash and every gold span is checked too.
    """
    if not folder.is_dir():
        raise Refusal("no_release", f"{folder} is not a folder")
    folder = release_folder(folder)
    problems = list(_byte_problems(folder))
    if not problems:
        problems = list(_structure_problems(folder, notes))
    return {"ok": not problems, "problems": problems}


def release_paths(folder: Path) -> list[str]:
    """Every file below a folder, as sorted posix paths; what systems leave behind is left out."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    return sorted(path.as_posix() for path in found if not LEFT_BEHIND.intersection(path.parts))


def _byte_problems(folder: Path) -> Iterator[str]:
    hashes, sizes = {}, {}
    for path in release_paths(folder):
        content = (folder / path).read_bytes()
        hashes[path], sizes[path] = sha256(content), len(content)
    for path in (layout.MANIFEST, layout.SUMS):
        if path not in hashes:
            yield f"{path}: missing"
    expected: dict[str, str] = {}
    if layout.MANIFEST in hashes:
        content = (folder / layout.MANIFEST).read_bytes()
        try:
            listed = read_manifest(content)["files"]
            expected = {path: entry["sha256"] for path, entry in listed.items()}
            if layout.SUMS in hashes and (folder / layout.SUMS).read_bytes() != sums_bytes(content):
                yield f"{layout.SUMS}: changed: it does not follow from {layout.MANIFEST}"
        except Refusal as bad:
            yield f"{layout.MANIFEST}: changed: {bad.message}"
    if not expected and layout.SUMS in hashes:
        expected = read_sums((folder / layout.SUMS).read_bytes())
        expected.pop(layout.MANIFEST, None)
    yield from _compare(expected, hashes, sizes)


def _compare(expected: dict[str, str], hashes: dict[str, str], sizes: dict[str, int]) -> Iterator[str]:
    own = {layout.MANIFEST, layout.SUMS}
    for path in sorted(expected.keys() - hashes.keys()):
        yield f"{path}: missing"
    for path in sorted(hashes.keys() - expected.keys() - own):
        yield f"{path}: extra: the release has no such file"
    for path in sorted(expected.keys() & hashes.keys()):
        if expected[path] != hashes[path]:
            yield f"{path}: changed: its SHA-256 differs ({sizes[path]} bytes)"


def _structure_problems(folder: Path, notes: Path | None) -> Iterator[str]:
    for path in layout.REQUIRED:
        if not (folder / path).is_file():
            yield f"{path}: missing"
            return
    try:
        gold = load_gold(folder)
    except Refusal as bad:
        yield _placed("data", bad)
        return
    for path in layout.COLUMNS:
        if (folder / path).is_file():
            yield from _table_problems(folder, path)
    yield from _span_problems(gold)
    yield from _sum_problems(folder, gold)
    if notes is not None:
        yield from _note_problems(gold, notes)


def _placed(folder: str, bad: Refusal) -> str:
    return f"{folder}/{bad.errors[0].file}: {bad.message}" if bad.errors else bad.message


def _table_problems(folder: Path, path: str) -> Iterator[str]:
    """Rows must be in their order and written in the one exact way."""
    content = (folder / path).read_bytes()
    try:
        table = open_table(folder / path, layout.COLUMNS[path])
        rows = [row for _, row in table.numbered()]
        if table.columns != layout.COLUMNS[path] or table_bytes(table.columns, _exact(path, rows)) != content:
            yield f"{path}: not written as tables of a release are"
    except (Refusal, ValueError) as bad:
        yield f"{path}: {bad}"
        return
    if path in (layout.DATASET, layout.STRATA, layout.EXCLUDED):
        keys = [tuple(row[:2]) for row in rows]
    elif path in (layout.NOTES, layout.SPLITS):
        keys = [row[layout.COLUMNS[path].index("task_id")] for row in rows]
    else:
        return
    if keys != sorted(set(keys)):
        yield f"{path}: rows are not sorted, or one stands twice"


def _exact(path: str, rows: list[list[str]]) -> list[list[str]]:
    """The rows with label and spans of the dataset written anew, so that another spelling shows."""
    if path != layout.DATASET:
        return rows
    return [[*row[:3], str(parse_label(row[3])), row[4], format_spans(parse_spans(row[5]))] for row in rows]


def _span_problems(gold: Gold) -> Iterator[str]:
    for pair in range(len(gold)):
        task, code = gold.key(pair)
        spans = gold.spans(pair)
        if gold.note_chars and any(end > gold.note_chars[gold.pair_task[pair]] for _, end in spans):
            yield f"{layout.DATASET}: a span of ({task}, {code}) leaves its note"
        if spans and not gold.label[pair]:
            yield f"{layout.DATASET}: ({task}, {code}) is False and has evidence"


def _sum_problems(folder: Path, gold: Gold) -> Iterator[str]:
    counts = gold.facts.get("counts")
    if not isinstance(counts, dict):
        yield f"{layout.MANIFEST}: counts are missing"
        return
    trues = sum(gold.label)
    excluded = sum(
        1 for _ in open_table(folder / layout.EXCLUDED, layout.COLUMNS[layout.EXCLUDED]).numbered()
    )
    found = {"items": len(gold), "true": trues, "false": len(gold) - trues, "excluded": excluded}
    for name, count in found.items():
        if counts.get(name) != count:
            yield f"{layout.MANIFEST}: says {counts.get(name)} {name}, the tables hold {count}"
    split = [
        row[1] for _, row in open_table(folder / layout.SPLITS, layout.COLUMNS[layout.SPLITS]).numbered()
    ]
    if split != gold.tasks:
        yield f"{layout.SPLITS}: its tasks are not those of the pairs"


def _rows(folder: Path, path: str) -> list[list[str]]:
    return [row for _, row in open_table(folder / path, layout.COLUMNS[path]).numbered()]


def _note_problems(gold: Gold, notes: Path) -> Iterator[str]:
    found = load_notes(notes, gold)
    for note_id in found.changed:
        yield f"notes: {note_id} is not the note the release was made from"
    for note_id in found.missing:
        yield f"notes: {note_id} is missing"
    for pair in gold.cases:
        task, code = gold.key(pair)
        text = found.texts.get(task)
        for start, end in gold.spans(pair) if text is not None else ():
            try:
                check_span(text, start, end)
            except SpanError as bad:
                yield f"{layout.DATASET}: ({task}, {code}): {bad.message}"
