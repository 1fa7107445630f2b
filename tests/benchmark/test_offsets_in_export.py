"""Every text and selection of the table of offsets, from two answers to the exported file."""

import csv
import io
import json
from pathlib import Path

import pytest

from adjudication.logic.validation import Verdict
from adjudication.services.reviewing import decide
from benchmark.services.exporting import export_release
from benchmark.services.releasing import freeze_release
from corpus.logic.spans import parse_spans
from tests import make

pytestmark = pytest.mark.django_db

TABLE = json.loads((Path(__file__).parents[1] / "data" / "offsets.json").read_text(encoding="utf-8"))["cases"]


def test_the_exported_spans_are_the_words_of_the_table(tmp_path):
    ward = make.project()
    alice, ben, sofia = make.people(ward, "alice", "ben", "sofia")
    cases = {f"{number:03}_1": case for number, case in enumerate(TABLE)}
    for task_id, case in cases.items():
        spans = tuple((part["start"], part["end"]) for part in case["selections"])
        pair = make.pair(ward, task_id, text=case["text"])
        make.answer(alice, pair, make.related(*spans))
        make.answer(ben, pair, make.related(*spans))
    make.compared(ward)
    for found in ward.review_cases.select_related("pair"):
        spans = tuple((part["start"], part["end"]) for part in cases[found.pair.task_id]["selections"])
        decide(sme=sofia, project=ward, case_id=found.pk, verdict=Verdict("True", spans, "why"))
    release = freeze_release(actor=None, project=ward, version="1.0.0")
    folder = Path(export_release(actor=None, release=release, folder=tmp_path)["path"])
    raw = (folder / "data" / "dataset_raw.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(raw, newline="")))
    assert len(rows) == len(TABLE) >= 30
    for row in rows:
        case = cases[row["task_id"]]
        quotes = [case["text"][start:end] for start, end in parse_spans(row["evidence_spans"])]
        assert quotes == [part["quote"] for part in case["selections"]], case["name"]
