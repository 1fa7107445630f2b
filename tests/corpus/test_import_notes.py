"""Notes come in whole and untouched, or not at all."""

import io
import json

import pytest
from django.core.management import call_command

from corpus.logic.notes import LONGEST_TEXT
from corpus.models import Note
from corpus.services.notes import import_notes
from foundation.logic.errors import Forbidden, Missing, Refusal
from foundation.logic.report import Report
from foundation.models import LedgerEntry
from tests import make
from tests.corpus.files import note_row, notes, run, table

pytestmark = pytest.mark.django_db
OFFSETS = "tests/data/offsets.json"


@pytest.fixture
def ward():
    return make.project()


def bring(ward, *paths, **options):
    return import_notes(actor=None, project=ward, paths=list(paths), **options)


def refused(ward, *paths, **options):
    with pytest.raises(Refusal) as refusal:
        bring(ward, *paths, **options)
    assert not Note.objects.exists()
    return [(error.line, error.column, error.reason) for error in refusal.value.errors]


def test_every_character_of_every_text_comes_in_as_it_is(ward, tmp_path):
    with open(OFFSETS, encoding="utf-8") as file:
        held = json.load(file)
    texts = [case["text"] for case in held["cases"]] if "cases" in held else [case["text"] for case in held]
    bring(ward, notes(tmp_path / "n.csv", *[note_row(at, text) for at, text in enumerate(texts)]))
    stored = {note.note_id: note for note in Note.objects.all()}
    for at, text in enumerate(texts):
        note = stored[f"{at}-DS-1"]
        assert note.text == text
        assert note.n_chars == len(text)


def test_the_example_corpus_comes_in_from_gzip_and_a_second_time_changes_nothing(ward):
    path = "tests/data/path/discharge.csv.gz"
    assert run("import_notes", "ward", path) == (
        0,
        {"created": 14, "unchanged": 0, "skipped": {}, "errors": 0, "other_notes": 0},
    )
    assert run("import_notes", "ward", path)[1]["unchanged"] == 14
    with open("tests/data/path/expected/notes.csv", encoding="utf-8") as file:
        expected = {tuple(line.split(",")) for line in file.read().splitlines()[1:]}
    stored = Note.objects.values_list("task_id", "note_id", "n_chars", "sha256")
    assert {tuple(map(str, row)) for row in stored} == expected


def test_json_lines_may_give_ids_as_numbers_and_hold_line_separators(ward, tmp_path):
    text = "one\u2028two\x85three\r\n"
    path = tmp_path / "n.jsonl"
    row = {"note_id": "a", "subject_id": 7, "hadm_id": 70.0, "note_seq": 2, "text": text}
    path.write_bytes(json.dumps(row, ensure_ascii=False).encode() + b"\r\n\n")
    assert bring(ward, path)["created"] == 1
    note = Note.objects.get()
    assert (note.task_id, note.note_seq, note.text) == ("7_70", 2, text)


def test_a_note_without_a_stay_is_its_own_task(ward, tmp_path):
    path = tmp_path / "n.jsonl"
    path.write_text('{"note_id": "case-1", "text": "x"}\n')
    bring(ward, path)
    note = Note.objects.get()
    assert (note.task_id, note.subject_id) == ("case-1", "case-1")


def test_a_folder_of_texts_keeps_line_ends_and_a_leading_byte_order_mark(ward, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "b.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r")
    (folder / "a.txt").write_bytes(b"\nthree")
    assert bring(ward, folder)["created"] == 2
    assert dict(Note.objects.values_list("note_id", "text")) == {"a": "\nthree", "b": "\ufeffone\r\ntwo\r"}


def test_a_chest_report_is_known_by_where_it_lies(ward, tmp_path):
    report = tmp_path / "files" / "p10" / "p10000032" / "s50414267.txt"
    report.parent.mkdir(parents=True)
    report.write_text("FINAL REPORT\n")
    bring(ward, tmp_path / "files")
    note = Note.objects.get()
    assert (note.note_id, note.subject_id, note.hadm_id) == ("s50414267", "10000032", "50414267")
    assert note.task_id == "10000032_50414267"


def test_the_lowest_sequence_stands_for_the_stay_whatever_comes_first(ward, tmp_path):
    late = note_row(1, "late", note_id="late", note_seq="30")
    first = note_row(1, "first", note_id="first", note_seq="4")
    middle = note_row(1, "middle", note_id="middle", note_seq="9")
    assert bring(ward, notes(tmp_path / "a.csv", late, middle))["other_notes"] == 1
    assert Note.objects.get(stands=True).note_id == "middle"
    assert bring(ward, notes(tmp_path / "b.csv", first))["other_notes"] == 2
    assert Note.objects.get(stands=True).note_id == "first"


def test_a_stay_that_has_pairs_keeps_its_note(ward, tmp_path):
    bring(ward, notes(tmp_path / "a.csv", note_row(1, note_id="late", note_seq="9")))
    make.pair(ward, "1_91")
    bring(ward, notes(tmp_path / "b.csv", note_row(1, "x", note_id="first", note_seq="1")))
    assert Note.objects.get(stands=True).note_id == "late"


@pytest.mark.parametrize(
    ("cells", "column", "reason"),
    [
        ({"text": ""}, "text", "empty"),
        ({"text": " \r\n\t\xa0"}, "text", "empty"),
        ({"note_id": ""}, "note_id", "empty"),
        ({"subject_id": " "}, "subject_id", "empty"),
        ({"text": "a\0b"}, "text", "U+0000 at offset 1"),
        ({"note_seq": "one"}, "note_seq", "not a whole number"),
        ({"note_id": "x" * 101}, "note_id", "at most 100"),
        ({"hadm_id": "1\n2"}, "hadm_id", "control character"),
    ],
)
def test_a_bad_cell_is_named_with_its_line_and_nothing_comes_in(ward, tmp_path, cells, column, reason):
    good, bad = note_row(1, "two\nlines\n"), note_row(2, **cells)
    path = notes(tmp_path / "n.csv", good, bad, note_row(3))
    ((line, at, words),) = refused(ward, path)
    assert (line, at) == (5, column)
    assert reason in words


def test_a_lone_surrogate_is_refused_with_its_line(ward, tmp_path):
    path = tmp_path / "n.jsonl"
    path.write_text('{"note_id": "a", "text": "fine"}\n{"note_id": "b", "text": "bad \\ud83d"}\n')
    assert refused(ward, path) == [
        (2, "text", "holds a lone surrogate at offset 4, which no database can store")
    ]


def test_a_text_over_the_limit_names_the_limit(ward, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1, "x" * (LONGEST_TEXT + 1)))
    ((_, _, reason),) = refused(ward, path)
    assert reason == "10,000,001 characters, and the limit is 10,000,000"


def test_a_note_id_with_another_text_is_refused_within_a_file_and_between_files(ward, tmp_path):
    twice = notes(tmp_path / "n.csv", note_row(1), note_row(1, "other"))
    assert refused(ward, twice) == [(4, "text", "note 1-DS-1 stands in n.csv, line 2 with another text")]
    bring(ward, notes(tmp_path / "a.csv", note_row(1)))
    with pytest.raises(Refusal) as refusal:
        bring(ward, notes(tmp_path / "b.csv", note_row(2), note_row(1, "other")))
    assert refusal.value.errors[0].reason == "note 1-DS-1 stands in the project with another text"
    assert Note.objects.count() == 1


def test_a_note_id_with_another_stay_is_refused(ward, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1), note_row(1, hadm_id="77"))
    assert refused(ward, path) == [(4, "hadm_id", "note 1-DS-1 stands in n.csv, line 2 with another hadm_id")]


def test_the_same_note_twice_in_a_file_is_reported_and_stored_once(ward, tmp_path):
    report = Report()
    result = bring(ward, notes(tmp_path / "n.csv", note_row(1), note_row(1)), report=report)
    assert (result["created"], result["skipped"]) == (1, {"duplicate": 1})
    assert report.notices[0].line == 4


def test_a_missing_column_a_doubled_column_and_a_short_row_are_named(ward, tmp_path):
    assert "missing" in refused(ward, table(tmp_path / "a.csv", ["note_id", "subject_id"], []))[0][2]
    doubled = [*note_row(), "text"]
    assert "2 times" in refused(ward, table(tmp_path / "b.csv", doubled, []))[0][2]
    short = notes(tmp_path / "c.csv", note_row(1))
    short.write_text(short.read_text() + "2,3\n")
    assert refused(ward, short)[0] == (4, "", "2 cells, and the header has 8")


def test_one_bad_row_among_thousands_lets_nothing_in(ward, tmp_path):
    rows = [note_row(at) for at in range(1, 1203)]
    rows[1100]["text"] = ""
    assert refused(ward, notes(tmp_path / "n.csv", *rows)) == [(2202, "text", "empty")]


def test_a_dry_run_says_the_same_and_stores_nothing(ward, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1), note_row(2))
    assert run("import_notes", "ward", path, "--dry-run")[1]["created"] == 2
    assert not Note.objects.exists()
    assert not LedgerEntry.objects.filter(verb="notes_imported").exists()
    said = io.StringIO()
    call_command("import_notes", "ward", str(path), "--dry-run", stdout=said)
    assert "nothing was stored" in said.getvalue()


def test_a_refusal_is_printed_with_its_rows_and_written_to_the_report(ward, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1, ""))
    status, printed = run("import_notes", "ward", path, "--report", tmp_path / "r.csv")
    assert status == 1
    assert (printed["error"], printed["message"]) == ("bad_rows", "n.csv: 1 bad row; nothing was imported.")
    assert printed["errors"] == [{"file": "n.csv", "line": 2, "column": "text", "reason": "empty"}]
    assert (tmp_path / "r.csv").read_text() == "kind,file,line,column,reason\nerror,n.csv,2,text,empty\n"


def test_a_damaged_or_missing_file_is_a_refusal_and_no_traceback(ward, tmp_path):
    broken = tmp_path / "n.csv.gz"
    broken.write_bytes(notes(tmp_path / "x.csv.gz", *[note_row(at) for at in range(99)]).read_bytes()[:-40])
    assert run("import_notes", "ward", broken)[1]["error"] == "broken_file"
    assert run("import_notes", "ward", tmp_path / "none.csv")[1]["error"] == "unreadable_file"
    assert run("import_notes", "ward", tmp_path / "notes.xlsx")[1]["error"] == "unknown_format"
    assert not Note.objects.exists()


def test_only_a_lead_of_the_project_brings_notes_in(ward, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1))
    with pytest.raises(Forbidden):
        import_notes(actor=make.person("alice", ward), project=ward, paths=[path])
    with pytest.raises(Missing):
        import_notes(actor=make.person("mallory"), project=ward, paths=[path])
    lena = make.person("lena", ward)
    assert import_notes(actor=lena, project=ward, paths=[path])["created"] == 1
    entry = LedgerEntry.objects.get(verb="notes_imported")
    assert (entry.actor, entry.detail["files"]) == (lena, ["n.csv"])
