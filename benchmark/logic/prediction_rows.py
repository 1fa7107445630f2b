"""The rows of a predictions file, CSV or JSON Lines, each checked strictly and named by its line."""

import ast
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from benchmark.logic.files import text_lines
from benchmark.logic.layout import parse_label
from benchmark.logic.tables import Errors, Table, open_table
from corpus.logic.spans import parse_spans

REQUIRED = ("task_id", "code", "pred")
OPTIONAL = ("score", "evidence_spans", "evidence_sentences", "evidence")

# Line, task_id, code, label, and the evidence as (column, values) or None where the row gives none.
Row = tuple[int, str, str, bool, tuple | None]


def is_json_lines(path: Path) -> bool:
    """Whether a file is JSON Lines by its name."""
    return path.name.removesuffix(".gz").endswith((".jsonl", ".ndjson", ".json"))


def csv_rows(path: Path, errors: Errors) -> tuple[tuple[str, ...], Iterator[Row]]:
    """The columns that are not read, and the rows of a CSV file.

    A bad header is refused at once; bad rows are collected in `errors` and left out.
    """
    table = open_table(path, REQUIRED, OPTIONAL)
    ignored = tuple(column for column in table.columns if column not in table.places)
    misspelt = _lookalike(ignored)
    if misspelt:
        table.refuse(1, *misspelt)
    return ignored, _csv_rows(table, errors)


def _csv_rows(table: Table, errors: Errors) -> Iterator[Row]:
    at = table.places
    task_at, code_at, pred_at, score_at = at["task_id"], at["code"], at["pred"], at.get("score")
    parsers = _csv_parsers(at)
    words = {"True": True, "False": False}
    for line, row in table.numbered():
        try:
            label = words[row[pred_at]] if row[pred_at] in words else parse_label(row[pred_at])
        except ValueError as bad:
            errors.add(line, "pred", str(bad))
            continue
        if score_at is not None and not _is_number(row[score_at]):
            errors.add(line, "score", f"{row[score_at][:20]!r} is not a number")
        try:
            evidence = _first_given(row, parsers)
        except _Unreadable as bad:
            errors.add(line, bad.column, bad.reason)
            continue
        yield line, row[task_at], row[code_at], label, evidence


def _lookalike(columns: Iterable[str]) -> tuple[str, str] | None:
    """A column that means one of ours but is spelt otherwise, which would be left out in silence."""
    known = {name.replace("_", ""): name for name in (*REQUIRED, *OPTIONAL)}
    for column in columns:
        plain = "".join(character for character in column.casefold() if character.isalnum())
        meant = known.get(plain) or known.get(plain + "s") or known.get(plain.removesuffix("s"))
        if meant and column != meant:
            return column, f"Is {meant} meant?"
    return None


class _Unreadable(Exception):
    def __init__(self, column: str, reason: str):
        super().__init__(reason)
        self.column, self.reason = column, reason


def _csv_parsers(at: dict[str, int]) -> list[tuple[str, int, Callable]]:
    parsers = {"evidence_spans": parse_spans, "evidence_sentences": _parse_ids, "evidence": _parse_quotes}
    return [(column, at[column], parse) for column, parse in parsers.items() if column in at]


def _first_given(row: list[str], parsers: list[tuple[str, int, Callable]]) -> tuple | None:
    """Spans, else sentences, else quotes: the first column of the row that holds any; None without."""
    given = None
    for column, place, parse in parsers:
        words = row[place]
        if words == "[]":
            given = given or (column, [])
            continue
        if not words.strip():
            continue
        try:
            values = parse(words)
        except ValueError as bad:
            raise _Unreadable(column, str(bad)) from None
        if values:
            return column, values
        given = given or (column, [])
    return given


def _parse_ids(words: str) -> list[int]:
    return _check_ids(_literal(words))


def _parse_quotes(words: str) -> list[str]:
    return _check_quotes(_literal(words))


def _literal(words: str) -> object:
    try:
        return ast.literal_eval(words.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        raise ValueError("Not a Python list") from None


def _check_ids(values: object) -> list[int]:
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise ValueError("Not a list of sentence numbers such as [3, 4]")
    return values


def _check_quotes(values: object) -> list[str]:
    if not isinstance(values, list) or any(not isinstance(value, str) for value in values):
        raise ValueError("Not a list of quotes")
    return values


def _check_pairs(values: object) -> list[tuple[int, int]]:
    if not isinstance(values, list):
        raise ValueError("Not a list of pairs such as [[8012, 8047]]")
    for value in values:
        if not isinstance(value, list) or len(value) != 2 or any(type(item) is not int for item in value):
            raise ValueError("Not a list of pairs such as [[8012, 8047]]")
    return [(start, end) for start, end in values]


def _is_number(value: str) -> bool:
    if not value.strip():
        return True
    try:
        float(value)
    except ValueError:
        return False
    return True


_JSON_CHECKS = {"evidence_spans": _check_pairs, "evidence_sentences": _check_ids, "evidence": _check_quotes}


def json_rows(path: Path, errors: Errors) -> Iterator[Row]:
    """The rows of a JSON Lines file; bad lines are collected in `errors` and left out."""
    for line, words in text_lines(path):
        if not words.strip():
            continue
        try:
            row = json.loads(words)
        except (ValueError, RecursionError):
            errors.add(line, "", "Not a JSON object")
            continue
        lacking = [name for name in REQUIRED if name not in row] if isinstance(row, dict) else list(REQUIRED)
        if lacking:
            errors.add(line, lacking[0], f"The object lacks {', '.join(lacking)}")
            continue
        misspelt = _lookalike(row)
        if misspelt:
            errors.add(line, *misspelt)
            continue
        try:
            yield line, str(row["task_id"]), str(row["code"]), _json_label(row["pred"]), _json_evidence(row)
        except _Unreadable as bad:
            errors.add(line, bad.column, bad.reason)


def _json_label(value: object) -> bool:
    if isinstance(value, bool):
        return value
    try:
        return parse_label(value if isinstance(value, str) else json.dumps(value))
    except ValueError as bad:
        raise _Unreadable("pred", str(bad)) from None


def _json_evidence(row: dict) -> tuple | None:
    score = row.get("score")
    if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
        raise _Unreadable("score", "Not a number")
    given = None
    for column, check in _JSON_CHECKS.items():
        if row.get(column) is None:
            continue
        try:
            values = check(row[column])
        except ValueError as bad:
            raise _Unreadable(column, str(bad)) from None
        if values:
            return column, values
        given = given or (column, [])
    return given
