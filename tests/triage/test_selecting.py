"""Pairs are selected by the two-stage rule, under the reading that the project has set."""

import json

import pytest

from foundation.logic.errors import Refusal
from foundation.models import LedgerEntry
from tests import make
from tests.corpus.files import run
from triage.models import Selection, TriageResult
from triage.selectors.judged import kept_pairs, triage_overview
from triage.services.selecting import select_pairs

pytestmark = pytest.mark.django_db
DATA = "tests/data/path"


@pytest.fixture
def figures():
    with open(f"{DATA}/expected/figures.json", encoding="utf-8") as file:
        return json.load(file)


@pytest.fixture
def ward():
    ward = make.project()
    run("import_notes", "ward", f"{DATA}/discharge.csv.gz")
    files = ["--diagnoses", f"{DATA}/diagnoses_icd.csv", "--procedures", f"{DATA}/procedures_icd.csv"]
    run("import_codes", "ward", *files)
    run("build_pairs", "ward")
    run("import_triage", "ward", f"{DATA}/votes.jsonl")
    run("import_pairs", "ward", f"{DATA}/pairs.csv")
    return ward


@pytest.mark.parametrize("scope", ["billing_disagreement", "vote_split", "both"])
def test_the_pairs_kept_under_each_reading_are_the_expected_ones(ward, figures, scope):
    kept = [[pair.task_id, pair.code] for pair in kept_pairs(ward, scope)]
    assert kept == figures["kept"][scope]
    assert triage_overview(ward).kept[scope] == len(kept)


def test_all_putative_positives_and_all_negatives_are_selected_without_numbers(ward, figures):
    printed = run("select_pairs", "ward")[1]
    assert printed == {"positives": 21, "negatives": 42, "imported": 0}
    assert sum(printed.values()) == figures["pairs_to_annotate"]
    assert run("select_pairs", "ward")[1] == printed
    assert Selection.objects.count() == 63


def test_a_number_is_drawn_by_the_seed_and_what_was_selected_counts(ward):
    def selected():
        return set(Selection.objects.values_list("pair__task_id", "pair__code", "kind"))

    run("select_pairs", "ward", "--positives", 5, "--negatives", 3, "--seed", 7)
    first = selected()
    assert len(first) == 8
    run("select_pairs", "ward", "--positives", 5, "--negatives", 3, "--seed", 8)
    assert selected() == first
    run("select_pairs", "ward", "--positives", 6, "--negatives", 3)
    assert len(selected()) == 9
    assert first < selected()


def test_more_than_there_are_is_refused(ward):
    with pytest.raises(Refusal, match="22 positive pairs are wanted and there are 21"):
        select_pairs(actor=None, project=ward, positives=22)
    assert not Selection.objects.exists()


def test_a_scope_that_is_given_becomes_the_project_s_and_is_recorded(ward):
    assert run("select_pairs", "ward", "--stage2-scope", "vote_split")[1]["positives"] == 5
    ward.refresh_from_db()
    assert ward.stage2_scope == "vote_split"
    assert LedgerEntry.objects.get(verb="pairs_selected").detail["scope"] == "vote_split"


def test_pairs_that_a_file_named_are_selected_whatever_triage_says():
    ward = make.project()
    named = make.pair(ward, "1_1", "I10", source="imported", selected=None)
    both = make.pair(ward, "1_1", "D62", selected=None)
    both.sources.create(source="imported")
    make.pair(ward, "1_1", "E66.9", selected=None)
    assert select_pairs(actor=None, project=ward) == {"positives": 0, "negatives": 0, "imported": 2}
    assert set(Selection.objects.values_list("pair_id", flat=True)) == {named.pk, both.pk}


def test_a_negative_that_turned_out_to_be_billed_is_no_negative():
    ward = make.project()
    pair = make.pair(ward, "1_1", "I10", source="prevalence_negative", selected=None)
    pair.sources.create(source="billed")
    assert select_pairs(actor=None, project=ward)["negatives"] == 0


def test_a_result_stands_once_a_stage_by_the_database_s_own_word():
    from django.db import IntegrityError

    row = {
        "pair": make.pair(make.project()),
        "stage": 1,
        "label": "explicit",
        "unanimous": True,
        "valid_votes": 3,
    }
    TriageResult.objects.create(**row)
    with pytest.raises(IntegrityError):
        TriageResult.objects.create(**row)
