"""`tools.pyz` on a machine with nothing installed: `python3 -I -S` in an empty folder."""

import ast
import json
import subprocess
import sys
from dataclasses import replace

import pytest

from benchmark.logic import cli, words
from benchmark.logic.layout import DATASET, TOOLS
from benchmark.logic.release import build_release
from benchmark.logic.tools import ROOT, tool_modules, tools_bytes
from tests.logic.releases import ITEMS, content, write, write_notes

GATE = '[[track]]\nname = "F1"\nfigure = "concept.f1"\nat_least = {}\n'


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pyz")
    write(folder / "release", build_release(content()))
    write_notes(folder / "notes.csv")
    lines = ["task_id,code,pred", *(f"{item.task_id},{item.code},{item.gold}" for item in ITEMS)]
    (folder / "mine.csv").write_text("\n".join(lines) + "\n")
    (folder / "empty").mkdir()
    return folder


def run(place, *arguments):
    return subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", str(place / "release" / TOOLS), *map(str, arguments)],
        cwd=place / "empty",
        env={},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_four_commands_run_in_an_empty_folder(place):
    release, notes = place / "release", place / "notes.csv"
    for arguments, keys in [
        (("verify", release, "--notes", notes), {"ok", "problems"}),
        (
            ("rehydrate", release, "--notes", notes, "-o", place / "o.csv"),
            {"rows", "changed_notes", "missing_notes"},
        ),
        (("baseline", release, "whole_note", "-o", place / "b.csv"), {"rows"}),
        (
            ("score", release, place / "b.csv", "--against", place / "mine.csv", "--notes", notes),
            {"n", "concept"},
        ),
    ]:
        done = run(place, *arguments, "--json")
        assert (done.returncode, done.stderr) == (0, ""), arguments
        assert json.loads(done.stdout).keys() >= keys
        plain = run(place, *arguments)
        assert (plain.returncode, plain.stderr) == (0, ""), arguments
        assert plain.stdout
    assert not list((place / "empty").iterdir())


def test_inside_a_release_its_folder_need_not_be_named(place):
    assert run(place, "verify").returncode == 0
    assert json.loads(run(place, "score", place / "mine.csv", "--json").stdout)["concept"]["f1"] == 1.0


def test_it_prints_what_the_modules_of_the_workbench_print(place):
    arguments = [
        "score",
        str(place / "release"),
        str(place / "mine.csv"),
        "--notes",
        str(place / "notes.csv"),
    ]
    done = run(place, *arguments, "--json")
    parser = cli.argparse.ArgumentParser()
    cli.COMMANDS["score"].add_arguments(parser, None)
    found, status = cli.run_command("score", parser.parse_args(arguments[1:]))
    assert (json.loads(done.stdout), done.returncode) == (found, status)


@pytest.mark.parametrize(("threshold", "status"), [("0.9", 0), ("1.1", 1), ('"high"', 2)])
def test_a_gate_decides_the_exit_status(place, threshold, status):
    gate = place / "gate.toml"
    gate.write_text(GATE.format(threshold))
    done = run(place, "score", place / "release", place / "mine.csv", "--gate", gate, "--json")
    assert done.returncode == status
    if status == 2:
        assert json.loads(done.stdout)["error"] == "unusable_gate"


def test_unusable_predictions_exit_2_under_a_gate_and_1_without(place):
    (place / "gate.toml").write_text(GATE.format("0.5"))
    (place / "bad.csv").write_text("task_id,code,pred\n10_100,D62,maybe\n")
    with_gate = run(place, "score", place / "release", place / "bad.csv", "--gate", place / "gate.toml")
    without = run(place, "score", place / "release", place / "bad.csv", "--json")
    assert (with_gate.returncode, without.returncode) == (2, 1)
    assert json.loads(without.stdout)["errors"] == [
        {
            "file": "bad.csv",
            "line": 2,
            "column": "pred",
            "reason": "'maybe' is none of True/False, true/false, 1/0, yes/no",
        }
    ]


@pytest.mark.parametrize("arguments", [(), ("score",), ("no_such",), ("baseline", "x", "y", "-o", "z")])
def test_wrong_usage_exits_2(place, arguments):
    assert run(place, *arguments).returncode == 2


@pytest.mark.parametrize("command", sorted(cli.COMMANDS))
def test_every_command_has_help_with_an_example(place, command):
    done = run(place, command, "--help")
    assert done.returncode == 0
    assert "Example: python3 tools.pyz" in done.stdout


def test_found_problems_exit_1_and_still_print_their_object(place, tmp_path):
    release = write(tmp_path, build_release(content()))
    (release / DATASET).write_bytes((release / DATASET).read_bytes() + b"x")
    done = run(place, "verify", release, "--json")
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (1, False)
    only = write_notes(tmp_path / "one.csv", content().notes[:1])
    done = run(place, "rehydrate", place / "release", "--notes", only, "-o", tmp_path / "o.csv", "--json")
    assert (done.returncode, json.loads(done.stdout)["rows"]) == (1, 3)


def test_a_note_that_a_spreadsheet_would_cut_is_told(place, tmp_path):
    notes = (replace(content().notes[0], text=content().notes[0].text + "x" * 40_000), *content().notes[1:])
    release = write(tmp_path / "long", build_release(content(notes=notes)))
    path = write_notes(tmp_path / "n.csv", notes)
    done = run(place, "rehydrate", release, "--notes", path, "-o", tmp_path / "o.csv", "--json")
    assert done.returncode == 0
    assert "40,095 characters; a spreadsheet cuts a cell at 32,767" in done.stderr
    assert len((tmp_path / "o.csv").read_text(encoding="utf-8")) > 40_000


def test_its_bytes_follow_from_the_source_alone():
    assert tools_bytes() == tools_bytes()


def test_its_modules_are_standard_library_and_run_on_python_3_10():
    own = {"benchmark", "corpus", "foundation"}
    for name in tool_modules():
        tree = ast.parse((ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 10))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module]
            for found in names:
                root = found.partition(".")[0]
                assert root in own or root in sys.stdlib_module_names, (name, found)
                packed = found.replace(".", "/") + ".py" in tool_modules() or found.endswith(".logic")
                assert packed or root not in own, (name, found)


def test_every_packed_module_is_readable_for_the_oldest_python_promised():
    files = [str(ROOT / name) for name in tool_modules()]
    oldest = ("--target-version", "py310", "--select", "E9")
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", *oldest, *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, files != []) == (0, True), done.stdout


def test_small_p_values_and_counts_are_said_as_what_they_are():
    row = {"against": "b", "f1_difference": 0.2, "ci": None, "only_this_right": 39, "only_other_right": 5}
    assert "p < 0.0001" in "\n".join(words.comparison(row | {"mcnemar_p": 1e-9}))
    assert "p 0.0412" in "\n".join(words.comparison(row | {"mcnemar_p": 0.0412}))
    track = {"name": "Ruled out", "figure": "failures.ruled_out", "threshold": 0, "at_most": True}
    track |= {"value": 3, "public": None, "passed": False, "veto": True}
    shown = words.gate({"version": "1", "passed": False, "tracks": [track], "failures": []})
    assert shown[2].split() == ["-", "3", "<=", "0", "VETO", "Ruled", "out"]
