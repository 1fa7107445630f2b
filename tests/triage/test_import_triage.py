"""Votes made elsewhere come in whole, with their quotes as offsets, and decide by the two-stage rule."""

import json

import pytest

from tests import make
from tests.corpus.files import run
from triage.logic.prompts import PROMPTS
from triage.logic.requests import custom_id
from triage.models import TriageResult, TriageRun, Vote, VoteEvidence

pytestmark = pytest.mark.django_db
TEXT = "💩 Hgb 7.2\r\nno fever, no fever\n"


@pytest.fixture
def ward():
    ward = make.project()
    make.pair(ward, "1_91", "D64.9", text=TEXT, selected=None)
    return ward


def vote(number=1, label="implicit", **fields):
    return {
        "task_id": "1_91",
        "code": "D64.9",
        "stage": 1,
        "vote": number,
        "model": "small",
        "label": label,
        "explanation": "low",
        "evidence": [],
    } | fields


def lines(path, *rows):
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_the_example_corpus_comes_to_its_published_figures():
    make.project()
    data = "tests/data/path"
    run("import_notes", "ward", f"{data}/discharge.csv.gz")
    files = ["--diagnoses", f"{data}/diagnoses_icd.csv", "--procedures", f"{data}/procedures_icd.csv"]
    run("import_codes", "ward", *files)
    run("build_pairs", "ward")
    status, printed = run("import_triage", "ward", f"{data}/votes.jsonl")
    with open(f"{data}/expected/figures.json", encoding="utf-8") as file:
        figures = json.load(file)
    assert (status, printed["created"], printed["unchanged"]) == (0, figures["votes"], 0)
    assert printed["results"]["1"] == figures["stage1"]
    again = run("import_triage", "ward", f"{data}/votes.jsonl")[1]
    assert (again["created"], again["unchanged"]) == (0, figures["votes"])
    assert again["results"] == printed["results"]


def test_quotes_become_offsets_where_they_stand_once(ward, tmp_path):
    quotes = ["Hgb 7.2", "no fever", "Hgb 7,2"]
    run("import_triage", "ward", lines(tmp_path / "v.jsonl", vote(evidence=quotes)))
    stored = VoteEvidence.objects.order_by("position").values_list("quote", "found", "start", "end")
    assert list(stored) == [
        ("Hgb 7.2", "once", 2, 9),
        ("no fever", "several", None, None),
        ("Hgb 7,2", "never", None, None),
    ]


def test_given_offsets_are_kept_where_they_are_right_and_refused_where_they_are_not(ward, tmp_path):
    right = vote(evidence=["no fever"], evidence_spans=[[21, 29]])
    assert run("import_triage", "ward", lines(tmp_path / "v.jsonl", right))[0] == 0
    assert VoteEvidence.objects.values_list("found", "start", "end").get() == ("once", 21, 29)
    in_utf16_units = vote(2, evidence=["no fever"], evidence_spans=[[22, 30]])
    status, printed = run("import_triage", "ward", lines(tmp_path / "w.jsonl", in_utf16_units))
    assert status == 1
    assert printed["errors"][0]["column"] == "evidence_spans"
    assert "code points" in printed["errors"][0]["reason"]


@pytest.mark.parametrize(
    ("fields", "column", "reason"),
    [
        ({"label": "maybe"}, "label", "none of explicit"),
        ({"stage": 3}, "stage", "neither 1 nor 2"),
        ({"vote": 0}, "vote", "not a number"),
        ({"model": ""}, "model", "missing"),
        ({"task_id": "9_9"}, "task_id", "no pair (9_9, D64.9)"),
        ({"code": "Z99.9"}, "task_id", "no pair (1_91, Z99.9)"),
        ({"evidence": "Hgb"}, "evidence", "not a list"),
        ({"evidence": ["a"], "evidence_spans": []}, "evidence_spans", "0 spans for 1 quotes"),
        ({"evidence_spans": [[1]]}, "evidence_spans", "not a list of"),
    ],
)
def test_a_bad_vote_is_named_with_its_line_and_nothing_comes_in(ward, tmp_path, fields, column, reason):
    path = lines(tmp_path / "v.jsonl", vote(2), {}, vote(**fields))
    path.write_text(path.read_text().replace("{}\n", "\n"))
    status, printed = run("import_triage", "ward", path)
    assert status == 1
    assert [(error["line"], error["column"]) for error in printed["errors"]] == [(3, column)]
    assert reason in printed["errors"][0]["reason"]
    assert not Vote.objects.exists()
    assert not TriageRun.objects.exists()


def test_a_line_that_is_not_json_is_named_with_its_place(ward, tmp_path):
    path = tmp_path / "v.jsonl"
    path.write_text("{'task_id': '1_91'}\n")
    error = run("import_triage", "ward", path)[1]["errors"][0]
    assert (error["line"], error["column"]) == (1, "2")


def test_a_vote_that_stands_with_another_answer_is_refused(ward, tmp_path):
    run("import_triage", "ward", lines(tmp_path / "v.jsonl", vote(1, "implicit")))
    printed = run("import_triage", "ward", lines(tmp_path / "w.jsonl", vote(1, "explicit")))[1]
    assert printed["errors"][0]["reason"] == "vote 1 of stage 1 stands with another answer"
    twice = run("import_triage", "ward", lines(tmp_path / "x.jsonl", vote(2), vote(2)))[1]
    assert twice["errors"][0]["reason"] == "vote 2 of stage 1 on this pair is in line 1"
    assert Vote.objects.get().label == "implicit"


def test_later_votes_change_what_the_votes_come_to(ward, tmp_path):
    run("import_triage", "ward", lines(tmp_path / "v.jsonl", vote(1), vote(2, "explicit")))
    assert TriageResult.objects.values_list("label", "unanimous").get() == ("no_majority", False)
    run("import_triage", "ward", lines(tmp_path / "w.jsonl", vote(3), vote(1, "unrelated", stage=2)))
    assert set(TriageResult.objects.values_list("stage", "label", "valid_votes")) == {
        (1, "implicit", 3),
        (2, "unrelated", 1),
    }


def answered(ward, number, content, status=200, **name):
    pair = ward.pairs.get()
    asked = {"task_id": pair.task_id, "code": pair.code, "pair_id": str(pair.pk)} | name
    body = {
        "model": "small-2026",
        "choices": [{"message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 900, "completion_tokens": 40},
    }
    response = {"status_code": status, "body": body if status == 200 else {"error": "busy"}}
    identity = custom_id(1, number, prompt_version=PROMPTS[1].version, **asked)
    return {"id": f"r{number}", "custom_id": identity, "response": response, "error": None}


def test_the_output_of_a_batch_service_is_read_with_its_failures_and_unreadable_answers(ward, tmp_path):
    path = lines(
        tmp_path / "out.jsonl",
        answered(ward, 1, '{"label": "implicit", "explanation": "low", "evidence": ["Hgb 7.2"]}'),
        answered(ward, 2, "I would rather not say."),
        answered(ward, 3, "", status=429),
        answered(ward, 4, '{"label": "implicit"}', task_id="x" * 60),
    )
    status, printed = run("import_triage", "ward", path, "--format", "openai-batch")
    assert (status, printed["created"], printed["skipped"]) == (0, 3, {"failed": 1})
    first, second, _ = Vote.objects.order_by("vote")
    assert (first.label, first.model, first.tokens_in) == ("implicit", "small-2026", 900)
    assert (first.prompt_version, first.prompt_sha256) == (PROMPTS[1].version, PROMPTS[1].sha256)
    assert first.evidence.get().start == 2
    assert (second.label, second.raw) == ("", "I would rather not say.")
    assert TriageResult.objects.get().valid_votes == 2


def test_a_batch_answer_to_a_question_never_asked_is_refused(ward, tmp_path):
    path = lines(tmp_path / "out.jsonl", answered(ward, 1, "{}") | {"custom_id": "request-7"})
    assert (
        run("import_triage", "ward", path, "--format", "openai-batch")[1]["errors"][0]["column"]
        == "custom_id"
    )


def test_a_character_that_no_database_stores_does_not_lose_an_answer(ward, tmp_path):
    path = lines(tmp_path / "out.jsonl", answered(ward, 1, '{"label": "implicit", "explanation": "a\0b"}'))
    assert run("import_triage", "ward", path, "--format", "openai-batch")[0] == 0
    assert Vote.objects.get().explanation == "a\ufffdb"
