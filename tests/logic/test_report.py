"""Whole scores on the small release: A, B, baselines, strata, failures, comparison."""

import json
from dataclasses import replace

import pytest

from benchmark.logic.baselines import BASELINES, baseline_answers
from benchmark.logic.cli import baseline_bytes
from benchmark.logic.predictions import empty_answers, read_predictions
from benchmark.logic.reading import load_gold, load_notes
from benchmark.logic.release import build_release
from benchmark.logic.report import Settings, score
from corpus.logic.spans import format_spans
from tests.logic.releases import ADA, BEA, ITEMS, content, write, write_notes

QUICK = Settings(0, 0)
SOME = Settings(300, 4)


def made(tmp_path, **changes):
    folder = write(tmp_path / "release", build_release(content(**changes)))
    gold = load_gold(folder)
    return gold, load_notes(write_notes(tmp_path / "notes.csv"), gold).texts


def answered(tmp_path, gold, labels, spans=(), texts=None, name="system.csv"):
    """Answers with True for the codes in `labels` and evidence by code."""
    spans = dict(spans)
    lines = ["task_id,code,pred,evidence_spans"]
    for item in ITEMS:
        given = format_spans(spans.get(item.code, ()))
        lines.append(f'{item.task_id},{item.code},{item.code in labels},"{given}"')
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n")
    return read_predictions(path, gold, texts)


TRUE_CODES = {item.code for item in ITEMS if item.gold}
GOLD_SPANS = {item.code: item.spans for item in ITEMS}


def test_gold_against_itself_is_one_on_every_metric(tmp_path):
    gold, texts = made(tmp_path)
    found = score(gold, answered(tmp_path, gold, TRUE_CODES, GOLD_SPANS, texts), texts=texts, settings=SOME)
    concept, evidence = found["concept"], found["evidence"]
    for name in ("precision", "recall", "f1", "specificity", "accuracy", "balanced_accuracy", "mcc", "kappa"):
        assert concept[name] == 1.0, name
        assert concept["ci"][name] == [1.0, 1.0], name
    for name in (
        "recall",
        "precision",
        "f1",
        "recall_if_all_returned",
        "recall_where_concept_right",
        "token_f1",
    ):
        assert evidence[name] == 1.0, name
    assert evidence["cases"] == 3
    assert found["failures"] == []


def test_a_score_has_exactly_the_keys_others_rely_on(tmp_path):
    gold, texts = made(tmp_path)
    one = answered(tmp_path, gold, TRUE_CODES, texts=texts)
    found = score(gold, one, texts=texts, against=empty_answers(gold, "other"), settings=SOME)
    assert list(found) == [
        *("n", "missing", "system", "release", "concept", "evidence", "baselines", "strata", "failures"),
        *("length", "comparison", "gate", "warnings"),
    ]
    assert list(found["concept"]) == [
        *(
            "tp",
            "fp",
            "fn",
            "tn",
            "precision",
            "recall",
            "f1",
            "specificity",
            "accuracy",
            "balanced_accuracy",
        ),
        *("mcc", "kappa", "ci", "undefined_replicates"),
    ]
    assert set(found["evidence"]) >= {
        *("cases", "recall", "precision", "f1", "sentences_returned", "recall_if_all_returned"),
        *("recall_where_concept_right", "token_f1", "ci"),
    }
    assert list(found["baselines"]) == list(BASELINES)
    assert {*found["strata"][0]} == {"by", "value", "n", "true", "small", "concept", "evidence"}
    assert list(found["length"]) == ["correlation", "margin", "p", "ci90"]
    assert list(found["comparison"]) == [
        *("against", "f1_difference", "ci", "evidence_recall_difference", "evidence_ci", "mcnemar_p"),
        *("only_this_right", "only_other_right"),
    ]
    assert (found["n"], found["system"], found["release"]) == (8, "system", "winter-ward-1.0.0")
    json.dumps(found, allow_nan=False)


def test_evidence_is_averaged_over_cases_as_the_protocol_says(tmp_path):
    """D62 has gold sentences 0 and 1, E66.9 sentence 1, E87.6 sentence 3."""
    gold, _ = made(tmp_path)
    spans = {"D62": [(2, 9), (54, 59)], "E66.9": [], "E87.6": [(56, 60)]}
    found = score(gold, answered(tmp_path, gold, {"D62", "E66.9"}, spans), settings=QUICK)
    evidence = found["evidence"]
    assert evidence["recall"] == round((1 / 2 + 0 + 1) / 3, 6)
    assert evidence["precision"] == round((1 / 2 + 1) / 2, 6)
    assert evidence["f1"] == round((2 / 4 + 0 + 1) / 3, 6)
    assert evidence["sentences_returned"] == round((2 + 0 + 1) / 3, 6)
    assert evidence["recall_where_concept_right"] == round((1 / 2 + 0) / 2, 6)
    assert evidence["token_f1"] is None


def test_token_f1_counts_tokens_whatever_the_sentences(tmp_path):
    gold, texts = made(tmp_path)
    start = ADA.index("transfused")
    found = score(
        gold, answered(tmp_path, gold, TRUE_CODES, {"D62": [(start + 2, start + 12)]}, texts), texts=texts,
        settings=QUICK,
    )  # fmt: skip
    # gold: Hgb 7 2 transfused 2 units; returned: transfused 2 (a part of a token stands for the token)
    assert found["evidence"]["token_f1"] == round(2 * 2 / (6 + 2) / 3, 6)


def test_the_baselines_are_always_beside_the_score(tmp_path):
    gold, texts = made(tmp_path)
    found = score(gold, answered(tmp_path, gold, TRUE_CODES), texts=texts, settings=SOME)["baselines"]
    assert found["always_true"]["f1"] == round(8 / 12, 6)
    assert found["always_false"]["concept"]["precision"] is None
    assert found["whole_note"]["evidence"]["recall"] == found["whole_note"]["evidence_recall"] == 1.0
    assert found["string_match"]["concept"]["fp"] == 2
    without = score(gold, answered(tmp_path, gold, TRUE_CODES), settings=QUICK)["baselines"]
    assert without["string_match"] is None


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_written_to_a_file_scores_as_the_one_beside_every_score(tmp_path, name):
    gold, texts = made(tmp_path)
    path = tmp_path / f"{name}.csv"
    path.write_bytes(baseline_bytes(gold, name, texts, seed=4))
    read = read_predictions(path, gold, texts)
    direct = baseline_answers(gold, name, texts, seed=4)
    assert (read.label, read.returned, read.hits) == (direct.label, direct.returned, direct.hits)
    assert read.token_f1 == direct.token_f1


def test_recall_won_by_returning_everything_is_called_out(tmp_path):
    gold, _ = made(tmp_path)
    whole = {"D62": [(0, len(ADA))], "E66.9": [(0, len(BEA))], "E87.6": [(0, len(BEA))]}
    found = score(gold, answered(tmp_path, gold, TRUE_CODES, whole), settings=QUICK)
    assert found["evidence"]["recall"] == 1.0
    assert any(warning.startswith("recall_by_returning_much: 100 %") for warning in found["warnings"])


def test_a_model_of_the_family_that_chose_the_pairs_is_called_out(tmp_path):
    gold, _ = made(tmp_path)
    for name, warned in (("gpt-5.csv", True), ("llama-4.csv", False)):
        found = score(gold, answered(tmp_path, gold, TRUE_CODES, name=name), settings=QUICK)
        assert any(w.startswith("same_family_as_triage: gpt-4o-mini") for w in found["warnings"]) is warned


def test_a_system_below_always_true_is_called_out(tmp_path):
    gold, _ = made(tmp_path)
    found = score(gold, answered(tmp_path, gold, {"D62"}), settings=QUICK)
    assert any(warning.startswith("below_always_true") for warning in found["warnings"])


def test_every_way_of_parting_holds_every_pair_once_and_small_parts_are_marked(tmp_path):
    gold, _ = made(tmp_path)
    rows = score(gold, answered(tmp_path, gold, {"D62", "J18.9"}), settings=SOME)["strata"]
    order = list(dict.fromkeys(row["by"] for row in rows))
    assert order == [
        *("source", "triage", "support", "hops", "similarity", "chapter", "code_system", "note_length")
    ]
    for by in order:
        parts = [row for row in rows if row["by"] == by]
        assert sum(row["n"] for row in parts) == 8
        assert sum(row["true"] for row in parts) == 4
        assert sum(row["concept"]["tp"] + row["concept"]["fp"] for row in parts) == 2
    assert all(row["small"] for row in rows)
    assert [row["value"] for row in rows if row["by"] == "hops"] == ["1-2", "3-4", "7-8", "none"]
    assert [row["value"] for row in rows if row["by"] == "similarity"] == ["<.5", "<.85", ">=.85", "none"]


FALSE_ALARMS = [("I48.91", "history_only"), ("R50.9", "ruled_out"), ("E11.9", "other_person")]


def test_every_failure_is_in_the_first_bucket_that_fits(tmp_path):
    gold, texts = made(tmp_path)
    spans = {"E66.9": [(0, 5)], "E87.6": []}
    one = answered(tmp_path, gold, {"E66.9", "E87.6", "I48.91", "R50.9", "E11.9", "J18.9"}, spans, texts)
    with_notes = score(gold, one, texts=texts, settings=QUICK)["failures"]
    buckets = {row["bucket"]: [code for _, code in row["pairs"]] for row in with_notes}
    assert buckets == {
        "missed_implicit": ["D62"],
        "missed": ["E87.1"],
        "ruled_out": ["R50.9"],
        "history_only": ["I48.91"],
        "other_person": ["E11.9"],
        "lexical_trap": ["J18.9"],
        "wrong_evidence": ["E66.9"],
        "no_evidence": ["E87.6"],
    }
    without = {row["bucket"] for row in score(gold, one, settings=QUICK)["failures"]}
    assert "near_code" in without
    assert "lexical_trap" not in without


def test_buckets_stand_largest_first_and_their_pairs_add_up(tmp_path):
    gold, _ = made(tmp_path)
    rows = score(gold, empty_answers(gold, "silent"), settings=QUICK)["failures"]
    assert [(row["bucket"], row["n"]) for row in rows] == [
        ("missed_implicit", 2),
        ("missed_explicit", 1),
        ("missed", 1),
    ]
    assert all(row["n"] == len(row["pairs"]) for row in rows)


def test_a_false_alarm_far_from_every_billed_code_is_only_a_false_alarm(tmp_path):
    items = tuple(replace(item, hops="4" if item.hops else "") for item in ITEMS)
    gold, _ = made(tmp_path, items=items)
    rows = score(gold, answered(tmp_path, gold, {"J18.9"}), settings=QUICK)["failures"]
    assert {row["bucket"] for row in rows} >= {"false_alarm"}


def test_two_systems_are_compared_on_the_same_draws(tmp_path):
    gold, _ = made(tmp_path)
    one = answered(tmp_path, gold, TRUE_CODES, GOLD_SPANS, name="one.csv")
    other = answered(tmp_path, gold, {"D62", "J18.9"}, {"D62": [(2, 9)]}, name="other.csv")
    row = score(gold, one, against=other, settings=SOME)["comparison"]
    assert (row["against"], row["only_this_right"], row["only_other_right"]) == ("other", 4, 0)
    assert row["f1_difference"] == round(1 - 2 / 6, 6)
    assert row["mcnemar_p"] == 0.125
    assert row["evidence_recall_difference"] == round(1 - 1 / 6, 6)
    assert row["ci"][0] <= row["f1_difference"] <= row["ci"][1]
    same = score(gold, one, against=one, settings=SOME)["comparison"]
    assert (same["ci"], same["evidence_ci"], same["mcnemar_p"]) == ([0.0, 0.0], [0.0, 0.0], 1.0)


def test_a_score_is_the_same_whenever_it_is_made_with_the_same_seed(tmp_path):
    gold, texts = made(tmp_path)
    one = answered(tmp_path, gold, {"D62", "J18.9"}, GOLD_SPANS, texts)
    assert score(gold, one, texts=texts, settings=SOME) == score(gold, one, texts=texts, settings=SOME)


def test_a_bare_dataset_scores_its_labels_and_leaves_the_rest_undefined(tmp_path):
    folder = write(tmp_path / "release", build_release(content()))
    bare = tmp_path / "dataset_raw.csv"
    bare.write_bytes((folder / "data/dataset_raw.csv").read_bytes())
    gold = load_gold(bare)
    found = score(gold, answered(tmp_path, gold, TRUE_CODES, GOLD_SPANS), settings=SOME)
    assert found["concept"]["f1"] == 1.0
    assert (found["evidence"]["cases"], found["evidence"]["recall"]) == (3, None)
    assert (found["strata"], found["length"]["p"]) == ([], None)
    assert gold.subjects == ["10", "20"]
