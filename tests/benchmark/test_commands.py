"""The room's commands by their names, arguments, outputs and exit statuses."""

import json
import subprocess
import sys

import pytest
from django.core.management import call_command

from benchmark.logic.tables import table_bytes
from corpus.models import Note
from tests.benchmark.test_pages import GATE, PREDICTIONS
from tests.benchmark.ward import ward

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(capsys):
    """Run a command with --json: (exit status, object)."""

    def run(name, *arguments):
        capsys.readouterr()
        try:
            call_command(name, *map(str, arguments), "--json")
        except SystemExit as ended:
            status = ended.code
        else:
            status = 0
        return status, json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def exported(run, tmp_path):
    ward()
    assert run("freeze_release", "ward", "1.0.0")[0] == 0
    status, done = run("export_release", "ward", "1.0.0", tmp_path)
    assert status == 0
    columns = ("note_id", "subject_id", "hadm_id", "note_seq", "text")
    rows = Note.objects.values_list("note_id", "subject_id", "hadm_id", "text")
    notes = tmp_path / "notes.csv"
    notes.write_bytes(table_bytes(columns, [(*row[:3], "1", row[3]) for row in rows]))
    (tmp_path / "p.csv").write_text(PREDICTIONS)
    (tmp_path / "gate.toml").write_text(GATE)
    return done["path"], notes, tmp_path


def test_freezing_and_withdrawing_print_what_scripts_rely_on(run):
    ward()
    status, done = run("freeze_release", "ward", "1.0.0", "--as", "lena")
    assert status == 0
    assert list(done) == ["version", "items", "true", "false", "excluded", "open", "sha256"]
    assert (done["items"], done["true"], done["false"], done["excluded"], done["open"]) == (4, 2, 2, 1, 1)
    assert run("freeze_release", "ward", "1.0.0")[1]["error"] == "version_taken"
    assert run("freeze_release", "ward", "1.1.0", "--as", "alice")[0] == 1
    assert run("withdraw_release", "ward", "1.0.0", "--reason", "x") == (
        0,
        {"version": "1.0.0", "withdrawn": True},
    )
    assert run("export_release", "ward", "9.9.9", "x")[0] == 1


def test_an_exported_release_is_verified_rehydrated_and_scored(run, exported):
    folder, notes, place = exported
    assert run("verify_release", folder, "--notes", notes) == (0, {"ok": True, "problems": []})
    status, found = run("rehydrate", folder, "--notes", notes, "-o", place / "full.csv")
    assert (status, found) == (0, {"rows": 4, "changed_notes": [], "missing_notes": []})
    assert run("make_baseline", folder, "whole_note", "-o", place / "b.csv") == (0, {"rows": 4})
    status, found = run("score_run", folder, place / "p.csv", "--against", place / "b.csv", "--bootstrap", 50)
    assert (status, found["concept"]["tp"], found["comparison"]["against"]) == (0, 1, "b")


def test_the_tools_of_the_release_print_the_same_score(run, exported):
    folder, notes, place = exported
    _, here = run("score_run", folder, place / "p.csv", "--notes", notes)
    command = [sys.executable, "-I", "-S", f"{folder}/tools.pyz", "score", folder, str(place / "p.csv")]
    there = subprocess.run([*command, "--notes", str(notes), "--json"], capture_output=True, check=True)
    assert json.loads(there.stdout) == here


def test_the_exit_status_says_what_happened(run, exported):
    folder, notes, place = exported
    gate = ("--gate", place / "gate.toml", "--bootstrap", 0)
    assert run("score_run", folder, place / "p.csv", *gate)[0] == 1
    (place / "bad.csv").write_text("task_id,code,pred\n1_1,D62,maybe\n")
    assert run("score_run", folder, place / "bad.csv", *gate)[0] == 2
    status, found = run("score_run", folder, place / "bad.csv")
    assert (status, found["errors"][0]["line"]) == (1, 2)
    notes.write_bytes(notes.read_bytes().replace(b"No fever", b"no fever", 1))
    assert run("verify_release", folder, "--notes", notes)[0] == 1
    status, found = run("rehydrate", folder, "--notes", notes, "-o", place / "o.csv")
    assert (status, len(found["changed_notes"])) == (1, 1)
    (place / "ward-1.0.0/data/splits.csv").write_text("x")
    assert run("verify_release", folder)[0] == 1


def test_a_release_becomes_a_project_again(run, exported):
    folder, notes, _ = exported
    assert run("import_release", "again", folder, "--notes", notes) == (0, {"pairs": 5, "errors": 0})
    assert run("freeze_release", "again", "1.0.0")[1]["items"] == 4
    assert run("import_release", "again", folder, "--notes", notes)[1]["error"] == "slug_taken"
