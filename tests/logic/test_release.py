import csv
import io
import json
import subprocess
import sys
from dataclasses import replace

import pandas as pd
import pytest

from benchmark.logic import layout
from benchmark.logic.archive import zip_bytes
from benchmark.logic.content import Attrition, Exclusion
from benchmark.logic.differences import compare_versions, differences_bytes, read_rows
from benchmark.logic.release import build_release, check_content
from benchmark.logic.splits import SplitRule, parse_split_rule
from foundation.logic.errors import Refusal
from tests.logic.releases import ADA, ITEMS, NOTES, content, span, write

FIELDS = (
    "Task and exclusion rules",
    "Gold source and handling of disputes",
    "Sources and difficulty",
    "Licence excerpt",
    "De-identification level",
    "Alignment keys",
    "Note versions",
    "Triage models",
    "Sentence convention",
    "Contamination canary",
    "Versions and changes",
)


def test_a_release_holds_every_file_of_the_protocol():
    named = {
        *layout.COLUMNS,
        *(layout.AGREEMENT, layout.CARD, layout.GUIDELINES, layout.CITATION, layout.CROISSANT),
        *(layout.TOOLS, layout.MANIFEST, layout.SUMS),
        *layout.OTHER_FILES,
    }
    assert set(build_release(content())) == named


def test_the_same_records_in_any_order_give_the_same_bytes():
    shuffled = content(items=ITEMS[::-1], notes=NOTES[::-1], triage_models=("o3", "gpt-4o-mini"))
    assert build_release(shuffled) == build_release(content())


def test_no_file_holds_the_text_of_a_note():
    told = [words for note in NOTES for words in note.text.split("\n") if len(words) > 20]
    for data in build_release(content()).values():
        assert not any(words.encode() in data for words in told)


def test_rows_are_sorted_by_code_point_and_read_back_by_csv_and_pandas(tmp_path):
    odd = replace(ITEMS[0], code="Z", rationale='a "quoted", =word\r\nand\tmore', spans=ITEMS[0].spans)
    lower = replace(ITEMS[0], code="a1")
    folder = write(tmp_path, build_release(content(items=(lower, odd, *ITEMS[3:]))))
    path = folder / layout.DATASET
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))[1:]
    assert [row[:2] for row in rows[:2]] == [["10_100", "Z"], ["10_100", "a1"]]
    frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert frame.to_numpy().tolist() == rows
    assert rows[0][4] == odd.rationale
    assert rows[0][5] == f"[{ITEMS[0].spans[0]}, {ITEMS[0].spans[1]}]"


def test_rows_without_evidence_say_so_and_false_has_no_rationale_column_of_its_own():
    rows = list(csv.reader(io.StringIO(build_release(content())[layout.DATASET].decode(), newline="")))
    assert {len(row) for row in rows} == {6}
    assert all(row[5] == "[]" for row in rows[1:] if row[3] == "False")


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"items": (replace(ITEMS[0], spans=((90, 200),)), *ITEMS[1:])}, "leaves the note"),
        ({"items": (replace(ITEMS[0], spans=((9, 2),)), *ITEMS[1:])}, "ends before it starts"),
        ({"items": (replace(ITEMS[0], spans=((21, 23),)), *ITEMS[1:])}, "not blank"),
        ({"items": (replace(ITEMS[1], spans=((2, 9),)), *ITEMS[2:], ITEMS[0])}, "False and has evidence"),
        ({"items": (*ITEMS, ITEMS[0])}, "twice"),
        ({"notes": NOTES[:2]}, "has no note"),
        ({"attrition": Attrition(12, 2, 1, 2)}, "are 11"),
        ({"attrition": Attrition(13, 2, 2, 1)}, "have a reason"),
        ({"items": (), "notes": (), "attrition": Attrition(4, 2, 1, 1)}, "No pair"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_never_frozen(changes, part):
    assert any(part in problem for problem in check_content(content(**changes)))
    with pytest.raises(Refusal) as refusal:
        build_release(content(**changes))
    assert refusal.value.code == "cannot_freeze"


def test_counts_add_up_in_the_attrition_table():
    rows = dict(csv.reader(io.StringIO(build_release(content())[layout.ATTRITION].decode())))
    count = {stage: int(pairs) for stage, pairs in list(rows.items())[1:]}
    assert count["all_pairs"] == count["selected"] + count["not_selected"]
    assert count["selected"] == count["released"] + count["excluded"] + count["open"]
    assert count["released"] == count["released_true"] + count["released_false"]


def test_the_data_card_has_every_field_even_when_nothing_was_written():
    card = build_release(content())[layout.CARD].decode()
    assert [field for field in FIELDS if f"\n## {field}\n" not in card] == []
    assert "gpt-4o-mini" in card
    assert json.loads(build_release(content())[layout.MANIFEST])["canary"] in card


def test_an_excluded_pair_is_in_its_own_file_with_its_reason_and_nowhere_else():
    files = build_release(content())
    assert files[layout.EXCLUDED] == b'task_id,code,reason\n20_200,Z68.37,"note, cut off"\n'
    assert b"Z68.37" not in files[layout.DATASET] + files[layout.STRATA]


def test_an_imported_sentence_table_is_kept_with_the_name_of_its_convention():
    table = {note.task_id: ((0, 3), (3, len(note.text))) for note in NOTES}
    files = build_release(content(sentences=table, convention="elsewhere-2"))
    assert files[layout.SENTENCES].startswith(b"task_id,sentence_id,start,end\n10_100,0,0,3\n10_100,1,3,95\n")
    assert json.loads(files[layout.MANIFEST])["sentence_convention"] == "elsewhere-2"


def test_archives_have_fixed_bytes():
    files = build_release(content())
    assert zip_bytes(files) == zip_bytes(dict(reversed(files.items())))


def test_a_later_version_leaves_the_bytes_of_the_earlier_one_and_says_what_changed(tmp_path):
    first = build_release(content())
    items = (
        replace(ITEMS[0], spans=ITEMS[0].spans[::-1]),
        replace(ITEMS[1], gold=True, spans=(span(ADA, "atrial fibrillation"),), unrelated_reason=""),
        replace(ITEMS[3], rationale="other words"),
        replace(ITEMS[4], spans=(span(NOTES[1].text, "2.9"),)),
        *ITEMS[5:],
        replace(ITEMS[5], code="J18.1"),
    )
    second = build_release(content(version="1.1.0", items=items, attrition=Attrition(12, 2, 1, 1)))
    assert build_release(content()) == first
    found = compare_versions("1.0.0", read_rows(first[layout.DATASET]), read_rows(second[layout.DATASET]))
    assert found.counts() == {
        "added": 1,
        "dropped": 1,
        "changed_label": 1,
        "changed_evidence": 1,
        "changed_words": 2,
    }
    assert b"changed_label,10_100,I48.91\n" in differences_bytes(found)
    card = build_release(
        content(version="1.1.0", items=items, attrition=Attrition(12, 2, 1, 1), since=found)
    )[layout.CARD]
    assert b"Since 1.0.0:" in card
    assert b"- added: 1: (10_101, J18.1)" in card


def test_splits_follow_the_subject_alone():
    rule = parse_split_rule(["train=0.5", "test=0.5"], seed=7)
    many = [str(number) for number in range(4000)]
    first = [rule.split_of(subject) for subject in many]
    assert [rule.split_of(subject) for subject in reversed(many)] == first[::-1]
    assert 0.45 < first.count("train") / len(first) < 0.55
    assert first != [parse_split_rule(["train=0.5", "test=0.5"], seed=8).split_of(s) for s in many]
    assert SplitRule().split_of("10") == "test"


@pytest.mark.parametrize("shares", [["a=0.5"], ["a=0.5", "a=0.5"], ["a=1.5", "b=-0.5"], ["a"]])
def test_a_rule_that_is_none_is_refused(shares):
    with pytest.raises(ValueError, match=r"shares|convert"):
        parse_split_rule(shares, 0)


def test_an_exclusion_without_a_pair_in_the_counts_is_found():
    more = (*content().exclusions, Exclusion("10_100", "A00", "x"))
    assert check_content(content(exclusions=more)) == ["1 pairs are excluded, 2 have a reason"]


def test_the_same_bytes_come_from_another_process_with_another_hash_seed():
    code = (
        "from tests.logic.releases import content; from benchmark.logic.release import build_release;"
        "print(build_release(content())['SHA256SUMS'].decode(), end='')"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1] == build_release(content())[layout.SUMS]
