import ast
import csv
import gzip
import io
import json
from dataclasses import replace

import pytest

from benchmark.logic.notes import find_notes_by_task, read_notes
from benchmark.logic.rehydrate import rehydrate
from benchmark.logic.release import build_release
from foundation.logic.errors import Refusal
from tests.logic.releases import ADA, ITEMS, NOTES, content, write, write_notes


@pytest.fixture
def folder(tmp_path):
    return write(tmp_path / "release", build_release(content()))


def rows_of(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def test_text_and_evidence_come_back_exactly(folder, tmp_path):
    data, found, _ = rehydrate(folder, write_notes(tmp_path / "discharge.csv"))
    rows = rows_of(data)
    assert found == {"rows": 8, "changed_notes": [], "missing_notes": []}
    assert rows[0]["text"] == ADA
    assert ast.literal_eval(rows[0]["evidence"]) == ["transfused 2 units", "Hgb 7.2"]
    assert [row["evidence"] for row in rows if row["gold"] == "False"] == ["[]"] * 4
    for row, item in zip(rows, ITEMS, strict=True):
        assert (row["task_id"], row["code"], row["reasoning_summary"]) == (
            item.task_id,
            item.code,
            item.rationale,
        )


def as_json_lines(path):
    lines = [
        json.dumps({"note_id": note.note_id, "subject_id": note.subject_id, "text": note.text})
        for note in NOTES
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def as_gzip(path):
    path.write_bytes(gzip.compress(write_notes(path.with_suffix("")).read_bytes()))
    return path


def as_folder(path):
    path.mkdir()
    for note in NOTES:
        (path / f"{note.note_id}.txt").write_bytes(note.text.encode("utf-8"))
    return path


@pytest.mark.parametrize(
    ("form", "name"), [(as_json_lines, "n.jsonl"), (as_gzip, "n.csv.gz"), (as_folder, "n")]
)
def test_notes_may_come_as_json_lines_gzip_or_a_folder(folder, tmp_path, form, name):
    expected, *_ = rehydrate(folder, write_notes(tmp_path / "plain.csv"))
    assert rehydrate(folder, form(tmp_path / name))[0] == expected


@pytest.mark.parametrize("change", ["\n", "\r\n", "Hgb 7.3", ""])
def test_a_changed_note_is_named_and_its_rows_are_left_out(folder, tmp_path, change):
    other = {
        "\n": ADA.replace("\r\n", "\n"),
        "\r\n": ADA + "\n",
        "Hgb 7.3": ADA.replace("7.2", "7.3"),
        "": ADA[1:],
    }
    path = tmp_path / "notes"
    as_folder(path)
    (path / "10-DS-1.txt").write_bytes(other[change].encode())
    data, found, _ = rehydrate(folder, path)
    assert found == {"rows": 5, "changed_notes": ["10-DS-1"], "missing_notes": []}
    assert {row["task_id"] for row in rows_of(data)} == {"10_101", "20_200"}


def test_a_missing_note_is_named(folder, tmp_path):
    _, found, _ = rehydrate(folder, write_notes(tmp_path / "n.csv", NOTES[:1]))
    assert found == {"rows": 3, "changed_notes": [], "missing_notes": ["10-DS-2", "20-DS-1"]}


def test_a_bare_dataset_takes_the_notes_of_its_stays_and_names_one_that_is_too_short(folder, tmp_path):
    bare = tmp_path / "dataset_raw.csv"
    bare.write_bytes((folder / "data/dataset_raw.csv").read_bytes())
    data, found, _ = rehydrate(bare, write_notes(tmp_path / "n.csv"))
    assert (found["rows"], rows_of(data)[0]["text"]) == (8, ADA)
    short = (NOTES[0], replace(NOTES[1], text="too short"), NOTES[2])
    _, found, _ = rehydrate(bare, write_notes(tmp_path / "n.csv", short))
    assert found == {"rows": 5, "changed_notes": ["10_101"], "missing_notes": []}


def test_of_several_notes_of_a_stay_the_lowest_sequence_stands(tmp_path):
    path = tmp_path / "n.csv"
    path.write_text(
        "note_id,subject_id,hadm_id,note_seq,text\nb,1,2,10,ten\na,1,2,9,nine\nc,1,2,11,eleven\n",
        encoding="utf-8",
    )
    assert find_notes_by_task(path, ["1_2"]).texts == {"1_2": "nine"}


def test_a_chest_report_is_known_by_its_folder_and_file(tmp_path):
    report = tmp_path / "files/p10/p10000032/s50414267.txt"
    report.parent.mkdir(parents=True)
    report.write_text("FINDINGS: clear.\n")
    (row,) = read_notes(tmp_path / "files")
    assert (row.note_id, row.task_id) == ("s50414267", "10000032_50414267")


def test_notes_of_another_encoding_are_refused_with_the_line(tmp_path, folder):
    path = tmp_path / "n.csv"
    path.write_bytes("note_id,text\n10-DS-1,é\n".encode("latin-1"))
    with pytest.raises(Refusal) as refusal:
        rehydrate(folder, path)
    assert refusal.value.errors[0].line == 2
