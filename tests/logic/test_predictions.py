import gzip
import json

import pytest

from benchmark.logic.predictions import read_predictions
from benchmark.logic.reading import load_gold, load_notes
from benchmark.logic.release import build_release
from benchmark.logic.report import Settings, score
from foundation.logic.errors import Refusal
from tests.logic.releases import ADA, BEA, ITEMS, content, span, write, write_notes

KEYS = [(item.task_id, item.code) for item in ITEMS]
QUICK = Settings(0, 0)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("release"), build_release(content()))
    write_notes(folder.parent / "notes.csv")
    return folder


@pytest.fixture(scope="module")
def gold(place):
    return load_gold(place)


@pytest.fixture(scope="module")
def texts(place, gold):
    return load_notes(place.parent / "notes.csv", gold).texts


def table(tmp_path, lines, name="mine.csv"):
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def all_false(header="task_id,code,pred", tail=""):
    return [header, *(f"{task},{code},False{tail}" for task, code in KEYS)]


def refused(path, gold, **options):
    with pytest.raises(Refusal) as refusal:
        read_predictions(path, gold, **options)
    return refusal.value


@pytest.mark.parametrize("word", ["True", "true", "1", "yes", " yes ", "\tTrue"])
def test_each_spelling_of_true_is_read(tmp_path, gold, word):
    lines = [line.replace("False", word) for line in all_false()]
    assert set(read_predictions(table(tmp_path, lines), gold).label) == {1}


@pytest.mark.parametrize("word", ["False", "false", "0", "no", " 0 "])
def test_each_spelling_of_false_is_read(tmp_path, gold, word):
    lines = [line.replace("False", word) for line in all_false()]
    assert set(read_predictions(table(tmp_path, lines), gold).label) == {0}


@pytest.mark.parametrize("word", ["", "TRUE", "Yes", "t", "1.0", "0.93", "None", "Related", "2"])
def test_any_other_word_is_an_error_with_its_line(tmp_path, gold, word):
    lines = all_false()
    lines[3] = lines[3].replace("False", word)
    refusal = refused(table(tmp_path, lines), gold)
    assert [(error.line, error.column) for error in refusal.errors] == [(4, "pred")]


def test_order_does_not_matter(tmp_path, gold):
    lines = all_false()
    lines[2] = lines[2].replace("False", "True")
    one = read_predictions(table(tmp_path, lines), gold)
    other = read_predictions(table(tmp_path, [lines[0], *reversed(lines[1:])]), gold)
    assert one == other


def test_unknown_duplicate_and_missing_pairs_are_counted_with_examples(tmp_path, gold):
    lines = all_false()
    lines[1] = "10_100,D63,False"
    refusal = refused(table(tmp_path, [*lines, lines[2], lines[2], "9_9,Z,True"]), gold)
    assert refusal.code == "pairs_do_not_match"
    assert refusal.facts["counts"] == {"unknown": 2, "duplicate": 2, "missing": 1}
    assert refusal.facts["examples"]["missing"] == ["(10_100, D62)"]
    assert "(10_100, D63) (line 2)" in refusal.message


def test_a_file_filled_with_one_right_answer_is_refused(tmp_path, gold):
    lines = ["task_id,code,pred", *["10_100,D62,True"] * 8]
    assert refused(table(tmp_path, lines), gold).facts["counts"]["duplicate"] == 7


def test_shifted_ids_are_never_joined(tmp_path, gold):
    codes = [code for _, code in KEYS]
    lines = ["task_id,code,pred"]
    lines += [f"{task},{code},True" for (task, _), code in zip(KEYS, [*codes[1:], codes[0]], strict=True)]
    assert refused(table(tmp_path, lines), gold).facts["counts"]["unknown"] == 3


def test_missing_pairs_count_as_false_only_when_asked_and_say_so(tmp_path, gold):
    path = table(tmp_path, ["task_id,code,pred", "10_100,D62,True"])
    assert refused(path, gold).facts["counts"]["missing"] == 7
    answers = read_predictions(path, gold, missing="false")
    found = score(gold, answers, settings=QUICK)
    assert (found["missing"], found["concept"]["fn"], found["concept"]["tn"]) == (7, 3, 4)
    assert any(warning.startswith("missing_as_false: 7 ") for warning in found["warnings"])


@pytest.mark.parametrize(
    "header",
    ["task_id,code,score", "task_id,code,label", "code,task_id", "10_100,D62,True", "task_id,code,pred,pred"],
)
def test_a_header_without_the_named_columns_is_refused(tmp_path, gold, header):
    assert refused(table(tmp_path, [header, "10_100,D62,True,1"]), gold).code == "bad_header"


def test_swapped_label_and_score_columns_are_refused(tmp_path, gold):
    lines = ["task_id,code,score,pred", *(f"{task},{code},True,0.9" for task, code in KEYS)]
    refusal = refused(table(tmp_path, lines), gold)
    assert {error.column for error in refusal.errors} == {"pred"}
    lines = ["task_id,code,score,pred", *(f"{task},{code},True,1" for task, code in KEYS)]
    assert {error.column for error in refused(table(tmp_path, lines), gold).errors} == {"score"}


def test_swapped_key_columns_match_no_pair(tmp_path, gold):
    lines = ["code,task_id,pred", *(f"{task},{code},True" for task, code in KEYS)]
    assert refused(table(tmp_path, lines), gold).facts["counts"]["unknown"] == 8


@pytest.mark.parametrize("column", ["evidence_span", "EvidenceSpans", "Evidence_Sentence", "Score"])
def test_a_misspelt_column_is_refused_not_left_out(tmp_path, gold, column):
    refusal = refused(table(tmp_path, all_false(f"task_id,code,pred,{column}", ",")), gold)
    assert refusal.errors[0].column == column


def test_a_column_of_other_meaning_is_left_out_and_named(tmp_path, gold):
    answers = read_predictions(table(tmp_path, all_false("task_id,code,pred,seconds", ",3")), gold)
    found = score(gold, answers, settings=QUICK)
    assert "columns_not_read: seconds" in found["warnings"]


def one_answer(tmp_path, gold, cells, texts=None, header="evidence_spans,evidence_sentences,evidence"):
    """Evidence given for (10_100, D62), whose gold sentences are 0 and 1."""
    lines = all_false(f"task_id,code,pred,{header}", "," * (header.count(",") + 1))
    lines[1] = f"10_100,D62,True,{cells}"
    answers = read_predictions(table(tmp_path, lines), gold, texts)
    pair = gold.find("10_100", "D62")
    return answers.returned[pair], answers.hits[pair], answers


def test_spans_win_over_sentences_over_quotes(tmp_path, gold, texts):
    quote = "\"['No fever']\""
    assert one_answer(tmp_path, gold, f'"[(2, 9)]","[3]",{quote}', texts)[:2] == (1, 1)
    assert one_answer(tmp_path, gold, f'[],"[3]",{quote}', texts)[:2] == (1, 0)
    assert one_answer(tmp_path, gold, f',"[0, 1, 3]",{quote}', texts)[:2] == (3, 2)
    assert one_answer(tmp_path, gold, f",,{quote}", texts)[:2] == (1, 0)


def test_evidence_is_a_set_and_one_span_over_two_sentences_is_both(tmp_path, gold):
    assert one_answer(tmp_path, gold, '"[(2, 9), (2, 9), (3, 5)]",,')[:2] == (1, 1)
    assert one_answer(tmp_path, gold, ',"[1, 1, 1]",')[:2] == (1, 1)
    assert one_answer(tmp_path, gold, '"[(15, 30)]",,')[:2] == (2, 2)


def test_a_span_that_only_touches_a_sentence_does_not_return_it(tmp_path, gold):
    start, end = gold.sentences.span(0, 1)
    assert one_answer(tmp_path, gold, f'"[({end}, {end + 1})]",,')[:2] == (0, 0)
    assert one_answer(tmp_path, gold, f'"[({start - 2}, {start})]",,')[:2] == (0, 0)
    assert one_answer(tmp_path, gold, f'"[({start - 2}, {start + 1})]",,')[:2] == (1, 1)


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ('"[(90, 200)]",,', "evidence_spans"),
        ('"[(9, 2)]",,', "evidence_spans"),
        ('"[(2, 2)]",,', "evidence_spans"),
        ('"[2, 9]",,', "evidence_spans"),
        (',"[4]",', "evidence_sentences"),
        (',"[-1]",', "evidence_sentences"),
        (",\"['0']\",", "evidence_sentences"),
        (",0,", "evidence_sentences"),
        (",,Hgb 7.2", "evidence"),
        (",,[3]", "evidence"),
        (",," + "[" * 5000, "evidence"),
    ],
)
def test_evidence_that_cannot_be_is_an_error_with_its_line(tmp_path, gold, texts, cells, column):
    with pytest.raises(Refusal) as refusal:
        one_answer(tmp_path, gold, cells, texts)
    assert [(error.line, error.column) for error in refusal.value.errors] == [(2, column)]


def test_evidence_is_checked_for_pairs_without_gold_evidence_too(tmp_path, gold):
    lines = all_false("task_id,code,pred,evidence_spans", ",[]")
    lines[2] = '10_100,I48.91,True,"[(5, 500)]"'
    assert refused(table(tmp_path, lines), gold).errors[0].line == 3


def test_a_quote_stands_for_all_its_places_and_an_invented_one_for_none(tmp_path, gold, texts):
    returned, hits, answers = one_answer(tmp_path, gold, ",,\"['.', 'never said']\"", texts)
    assert (returned, hits) == (4, 2)
    assert answers.counts == {
        "quotes_not_found": 1,
        "quotes_in_several_places": 1,
        "quotes_without_notes": 0,
    }


def test_quotes_without_notes_leave_evidence_undefined_and_say_so(tmp_path, gold):
    _, _, answers = one_answer(tmp_path, gold, ",,\"['Hgb 7.2']\"")
    found = score(gold, answers, settings=QUICK)
    assert found["evidence"]["recall"] is None
    assert found["concept"]["tp"] == 1
    assert not any(row["bucket"] == "no_evidence" for row in found["failures"])
    assert any(warning.startswith("quotes_without_notes") for warning in found["warnings"])


def test_quotes_are_placed_in_code_points_after_an_emoji(tmp_path, gold, texts):
    assert texts["10_100"][2:9] == "Hgb 7.2"
    assert one_answer(tmp_path, gold, ",,\"['Hgb 7.2']\"", texts)[:2] == (1, 1)


def test_json_lines_say_the_same_as_csv(tmp_path, gold):
    spans = {("10_100", "D62"): [span(ADA, "Hgb 7.2")], ("10_101", "E66.9"): [span(BEA, "obesity")]}
    rows = [
        {"task_id": task, "code": code, "pred": (task, code) in spans, "score": 0.5,
         "evidence_spans": [list(one) for one in spans.get((task, code), [])]}
        for task, code in KEYS
    ]  # fmt: skip
    lines = [json.dumps(row) for row in rows]
    path = table(tmp_path, [*lines, ""], "mine.jsonl")
    packed = tmp_path / "mine.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    csv_lines = ["task_id,code,pred,score,evidence_spans"]
    csv_lines += [
        f'{task},{code},{(task, code) in spans},.5,"{spans.get((task, code), [])}"' for task, code in KEYS
    ]
    wanted = read_predictions(table(tmp_path, csv_lines), gold)
    assert read_predictions(path, gold) == read_predictions(packed, gold) == wanted


@pytest.mark.parametrize(
    "row",
    [
        "{'task_id': 1}",
        "[1]",
        "{}",
        '{"task_id": "10_100", "code": "D62", "pred": "maybe"}',
        '{"task_id": "10_100", "code": "D62", "pred": null}',
        '{"task_id": "10_100", "code": "D62", "pred": 0.5}',
        '{"task_id": "10_100", "code": "D62", "pred": true, "score": true}',
        '{"task_id": "10_100", "code": "D62", "pred": true, "evidence_spans": "[(1, 2)]"}',
        '{"task_id": "10_100", "code": "D62", "pred": true, "evidence_spans": [[1]]}',
        '{"task_id": "10_100", "code": "D62", "pred": true, "evidence_spans": [[1, true]]}',
        '{"task_id": "10_100", "code": "D62", "pred": true, "evidence_sentences": [1.0]}',
        '{"task_id": "10_100", "code": "D62", "pred": true, "evidence": [1]}',
        '{"task_id": "10_100", "code": "D62", "pred": true, "evidence_span": [[1, 2]]}',
    ],
)
def test_a_bad_json_line_is_an_error_with_its_number(tmp_path, gold, row):
    refusal = refused(table(tmp_path, ["", row], "mine.jsonl"), gold)
    assert {error.line for error in refusal.errors} == {2}


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path, gold):
    path = tmp_path / "excel.csv"
    path.write_bytes(("\ufeff" + "\r\n".join(all_false()) + "\r\n").encode())
    assert read_predictions(path, gold).missing == 0
