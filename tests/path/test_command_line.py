"""A small corpus with nasty text goes through the command line, from an empty database to a score."""

import csv
import gzip
import hashlib
import io
import json
import re
from pathlib import Path

import pandas
import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db

CASES = Path(__file__).resolve().parents[1] / "data" / "path"
FIGURES = json.loads((CASES / "expected" / "figures.json").read_text(encoding="utf-8"))
ANNOTATORS = ("anna", "bela", "chen", "dina")
ATTEST = ("--attest", "Test agreement", "--trained", "2020-01-01", "--expires", "2999-01-01")


def run(*words: object) -> dict:
    """What the command prints with --json; standard output holds that one object and nothing else."""
    out = io.StringIO()
    call_command(words[0], *map(str, words[1:]), "--json", stdout=out, stderr=io.StringIO())
    return json.loads(out.getvalue())


def refused(*words: object) -> dict:
    """The refusal that the command prints, with exit status 1."""
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(words[0], *map(str, words[1:]), "--json", stdout=out, stderr=io.StringIO())
    assert ended.value.code == 1
    return json.loads(out.getvalue())


@pytest.fixture
def people(db):
    run("create_project", "path", "--name", "Path")
    for name in ANNOTATORS:
        run("add_person", name, "--project", "path", "--role", "annotator", *ATTEST)
    run("add_person", "sofia", "--project", "path", "--role", "sme", *ATTEST)
    run("add_person", "lena", "--project", "path", "--role", "lead", *ATTEST)


@pytest.fixture
def corpus(people):
    notes = run("import_notes", "path", CASES / "discharge.csv.gz")
    assert notes["created"] == FIGURES["stays"]
    codes = run(
        "import_codes",
        "path",
        *("--diagnoses", CASES / "diagnoses_icd.csv"),
        *("--procedures", CASES / "procedures_icd.csv"),
        *("--dictionary", CASES / "d_icd_diagnoses.csv", CASES / "d_icd_procedures.csv"),
    )
    assert codes["created"] == FIGURES["billed_icd10"]
    assert sum(codes["skipped"].values()) == FIGURES["icd9_skipped"]
    assert run("build_pairs", "path")["created"] == FIGURES["billed_icd10"]


@pytest.fixture
def decided(corpus):
    triage = run("import_triage", "path", CASES / "votes.jsonl")
    assert triage["created"] == FIGURES["votes"]
    assert triage["results"]["1"] == FIGURES["stage1"]
    run("import_pairs", "path", CASES / "pairs.csv")
    chosen = run("select_pairs", "path")
    assert chosen["positives"] == len(FIGURES["kept"]["billing_disagreement"])
    assert chosen["positives"] + chosen["negatives"] == FIGURES["pairs_to_annotate"]
    assert run("import_annotations", "path", CASES / "annotations.jsonl")["created"] == FIGURES["annotations"]
    compared = run("compare_annotations", "path")
    assert {name: compared[name] for name in FIGURES["compare"]} == FIGURES["compare"]
    run("import_decisions", "path", CASES / "decisions.jsonl")


@pytest.fixture
def released(decided, tmp_path):
    frozen = run("freeze_release", "path", "1.0.0")
    assert {name: frozen[name] for name in FIGURES["release"]} == FIGURES["release"]
    exported = run("export_release", "path", "1.0.0", tmp_path)
    return Path(exported["path"])


@pytest.fixture
def notes_file(tmp_path):
    return CASES / "discharge.csv.gz"


def test_agreement_is_what_was_worked_out_elsewhere(decided):
    report, wanted = run("report_agreement", "path"), FIGURES["agreement"]
    assert report["pairs"] == wanted["pairs"]
    assert report["label"]["raw"] == pytest.approx(wanted["raw"], abs=1e-6)
    assert report["label"]["alpha"] == pytest.approx(wanted["alpha"], abs=1e-6)
    for row, expected in zip(report["kappa_by_pair"], wanted["kappa_by_pair"], strict=True):
        assert (row["a"], row["b"], row["n"]) == (expected["a"], expected["b"], expected["n"])
        assert row["kappa"] == pytest.approx(expected["kappa"], abs=1e-6)


@pytest.mark.parametrize("scope", ["billing_disagreement", "vote_split", "both"])
def test_each_reading_of_the_second_stage_keeps_its_pairs(corpus, scope):
    run("import_triage", "path", CASES / "votes.jsonl")
    chosen = run("select_pairs", "path", "--stage2-scope", scope)
    assert chosen["positives"] == len(FIGURES["kept"][scope])


def test_the_exported_files_are_the_expected_bytes(released):
    for name in ("dataset_raw.csv", "notes.csv"):
        assert (released / "data" / name).read_bytes() == (CASES / "expected" / name).read_bytes()


def test_the_whole_data_folder_is_the_same_on_every_machine_and_database(released):
    sums = (CASES / "expected" / "data_sums.txt").read_text(encoding="utf-8").splitlines()
    wanted = {path: digest for digest, path in (line.split("  ") for line in sums)}
    found = {
        f"data/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (released / "data").iterdir()
    }
    assert found == wanted


def test_no_file_of_a_release_names_an_annotator(released):
    for path in released.rglob("*"):
        if path.is_file() and path.suffix != ".pyz":
            words = set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
            assert not words & {*ANNOTATORS, "sofia", "lena"}, path.name


def test_the_dataset_reads_back_the_same_with_csv_and_pandas(released):
    path = released / "data" / "dataset_raw.csv"
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    frame = pandas.read_csv(path, dtype=str, keep_default_na=False)
    assert frame.to_dict("records") == rows
    assert len(rows) == FIGURES["release"]["items"]


def test_every_span_is_the_notes_own_words(released, notes_file):
    out = released.parent / "with_text.csv"
    result = run("rehydrate", released, "--notes", notes_file, "-o", out)
    assert result == {"rows": FIGURES["release"]["items"], "changed_notes": [], "missing_notes": []}
    texts = {}
    with gzip.open(notes_file, "rt", encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            texts[f"{row['subject_id']}_{row['hadm_id']}"] = row["text"]
    with out.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            spans = json.loads(row["evidence_spans"].replace("(", "[").replace(")", "]"))
            assert row["text"] == texts[row["task_id"]]
            assert row["evidence"] == repr([row["text"][start:end] for start, end in spans])


def test_the_release_verifies_and_the_predictions_score_as_expected(released, notes_file):
    assert run("verify_release", released, "--notes", notes_file)["ok"]
    score = run("score_run", released, CASES / "predictions.csv", "--notes", notes_file, "--bootstrap", 50)
    wanted = FIGURES["concept"]
    assert {name: score["concept"][name] for name in ("tp", "fp", "fn", "tn")} == {
        name: wanted[name] for name in ("tp", "fp", "fn", "tn")
    }
    assert score["concept"]["mcc"] == pytest.approx(wanted["mcc"], abs=1e-6)
    assert score["evidence"]["cases"] == FIGURES["evidence_cases"]


def test_importing_everything_again_changes_nothing(decided):
    assert run("import_annotations", "path", CASES / "annotations.jsonl")["created"] == 0
    assert run("import_decisions", "path", CASES / "decisions.jsonl")["created"] == 0
    assert run("import_notes", "path", CASES / "discharge.csv.gz")["created"] == 0
    assert run("build_pairs", "path")["created"] == 0


def test_a_third_annotator_is_refused_with_the_line_and_nothing_stays(decided, tmp_path):
    row = json.loads((CASES / "annotations.jsonl").read_text(encoding="utf-8").splitlines()[0])
    others = [name for name in ANNOTATORS if name not in ("bela", "chen")]
    path = tmp_path / "third.jsonl"
    path.write_text("\n" + json.dumps(row | {"annotator": others[0]}) + "\n", encoding="utf-8")
    refusal = refused("import_annotations", "path", path)
    assert refusal["error"] == "bad_rows"
    assert refusal["errors"][0]["line"] == 2
    assert "taken" in refusal["errors"][0]["reason"]


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"evidence_spans": [[5, 2]]}, "evidence_spans"),
        ({"evidence_spans": [[0, 999999]]}, "evidence_spans"),
        ({"evidence_spans": [[0, 4]], "quotes": ["nope"]}, "evidence_spans"),
        ({"evidence_spans": []}, "evidence_spans"),
        ({"rationale": ""}, "rationale"),
        ({"label": "Maybe"}, "label"),
        ({"annotator": "mallory"}, "annotator"),
        ({"task_id": "1_1"}, "task_id"),
        ({"seconds": -1}, "seconds"),
    ],
)
def test_a_bad_answer_names_its_column(corpus, tmp_path, change, column):
    run("import_triage", "path", CASES / "votes.jsonl")
    run("select_pairs", "path")
    rows = [json.loads(line) for line in (CASES / "annotations.jsonl").read_text("utf-8").split("\n") if line]
    row = next(row for row in rows if row["label"] == "Related" and positive(row))
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(row | change) + "\n", encoding="utf-8")
    (error,) = refused("import_annotations", "path", path)["errors"]
    assert (error["file"], error["line"], error["column"]) == ("bad.jsonl", 1, column)


def positive(row: dict) -> bool:
    return [row["task_id"], row["code"]] in FIGURES["kept"]["billing_disagreement"]


def test_lines_that_are_not_json_objects_are_named(corpus, tmp_path):
    path = tmp_path / "broken.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{}\n\n{\'a\': 1}\n[1]\n{"a": 1, "a": 2}\n\xff\n')
    errors = refused("import_annotations", "path", path)["errors"]
    assert [error["line"] for error in errors if error["reason"] != "missing"] == [3, 4, 5, 6]
