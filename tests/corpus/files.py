"""Writing small files to import, and running commands on them."""

import csv
import gzip
import io
import json
from contextlib import redirect_stdout
from pathlib import Path

from django.core.management import call_command

NOTE_COLUMNS = (
    *("note_id", "subject_id", "hadm_id", "note_type", "note_seq", "charttime", "storetime", "text"),
)
BILLING_COLUMNS = ("subject_id", "hadm_id", "seq_num", "icd_code", "icd_version")


def table(path: Path, columns, rows) -> Path:
    """A CSV file; rows are sequences, or mappings whose missing cells are empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([row.get(column, "") for column in columns] if isinstance(row, dict) else row)
    raw = text.getvalue().encode("utf-8", "surrogatepass")
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


def note_row(number: int = 1, text: str = "Hgb 7.2\n", **cells) -> dict:
    return {
        "note_id": f"{number}-DS-1",
        "subject_id": str(number),
        "hadm_id": f"9{number}",
        "note_type": "DS",
        "note_seq": "1",
        "charttime": "2180-05-07 00:00:00",
        "storetime": "2180-05-09 15:26:00",
        "text": text,
    } | cells


def notes(path: Path, *rows: dict) -> Path:
    return table(path, NOTE_COLUMNS, rows)


def billing(path: Path, *rows: tuple) -> Path:
    """Rows are (subject_id, hadm_id, icd_code) or with icd_version after them."""
    full = [(row[0], row[1], at, row[2], row[3] if len(row) > 3 else 10) for at, row in enumerate(rows, 1)]
    return table(path, BILLING_COLUMNS, full)


def run(name: str, *arguments: object) -> tuple[int, dict]:
    """Exit status and the JSON object of a command."""
    out = io.StringIO()
    status = 0
    with redirect_stdout(out):
        try:
            call_command(name, *map(str, arguments), "--json", stdout=out, stderr=io.StringIO())
        except SystemExit as ended:
            status = ended.code
    return status, json.loads(out.getvalue())
