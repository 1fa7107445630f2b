"""Pairs come from a file that names them, each once, with the reason why it is there."""

import pytest

from corpus.models import BilledCode, Pair, PairSource
from tests import make
from tests.corpus.files import run, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    make.note(ward, "1_91")
    make.note(ward, "case-2", note_id="case-2", subject_id="case-2", hadm_id="")
    BilledCode.objects.create(project=ward, subject_id="1", hadm_id="91", concept=make.concept("D64.9"))
    return ward


def pairs(path, *rows, columns=("task_id", "code", "desc", "source")):
    return table(path, columns, rows)


def test_a_row_is_a_pair_with_its_source_and_the_file_s_description_where_no_other_is(ward, tmp_path):
    path = pairs(
        tmp_path / "p.csv",
        ("1_91", "D62", "Acute bleeding anemia", "semantic_negative"),
        ("case-2", "fall risk", "May fall", ""),
        ("1_91", "D64.9", "not this one", "imported"),
    )
    assert run("import_pairs", "ward", path) == (
        0,
        {"created": 3, "unchanged": 0, "skipped": {}, "errors": 0},
    )
    found = PairSource.objects.values_list("pair__task_id", "pair__code", "pair__description", "source")
    assert set(found) == {
        ("1_91", "D62", "Acute bleeding anemia", "semantic_negative"),
        ("case-2", "fall risk", "May fall", "imported"),
        ("1_91", "D64.9", "Anemia, unspecified", "imported"),
    }


def test_the_same_file_twice_changes_nothing_and_another_source_is_added(ward, tmp_path):
    run("import_pairs", "ward", pairs(tmp_path / "p.csv", ("1_91", "D62", "", "imported")))
    again = run("import_pairs", "ward", pairs(tmp_path / "p.csv", ("1_91", "D62", "", "prevalence_negative")))
    assert again[1]["unchanged"] == 1
    assert set(Pair.objects.get().sources.values_list("source", flat=True)) == {
        "imported",
        "prevalence_negative",
    }


def test_a_repeat_within_the_file_is_reported(ward, tmp_path):
    path = pairs(tmp_path / "p.csv", ("1_91", "D62", "", ""), ("1_91", "D62 ", "", ""))
    result = run("import_pairs", "ward", path, "--report", tmp_path / "r.csv")[1]
    assert (result["created"], result["skipped"]) == (1, {"duplicate": 1})
    assert "notice,p.csv,3,code,the same pair as in line 2" in (tmp_path / "r.csv").read_text()


@pytest.mark.parametrize(
    ("row", "column", "reason"),
    [
        (("9_99", "D62", "", ""), "task_id", "no note of '9_99'"),
        (("", "D62", "", ""), "task_id", "empty"),
        (("1_91", " ", "", ""), "code", "empty"),
        (("1_91", "D62", "", "guess"), "source", "none of billed"),
        (("1_91", "D64.9", "", "semantic_negative"), "source", "is billed for this stay"),
        (("1_91", "x" * 41, "", ""), "code", "at most 40"),
    ],
)
def test_a_bad_row_is_named_and_nothing_comes_in(ward, tmp_path, row, column, reason):
    status, printed = run("import_pairs", "ward", pairs(tmp_path / "p.csv", ("1_91", "I10", "", ""), row))
    assert status == 1
    assert (printed["errors"][0]["line"], printed["errors"][0]["column"]) == (3, column)
    assert reason in printed["errors"][0]["reason"]
    assert not Pair.objects.exists()


def test_a_table_of_a_release_can_be_brought_back_with_its_other_columns(ward, tmp_path):
    columns = ("task_id", "code", "desc", "gold", "reasoning_summary", "evidence_spans")
    path = pairs(tmp_path / "p.csv", ("1_91", "D62", "x", "True", 'said\n"so"', "[(0, 4)]"), columns=columns)
    assert run("import_pairs", "ward", path)[1]["created"] == 1


def test_an_imported_procedure_negative_knows_how_near_it_is_to_what_was_billed(ward, tmp_path):
    from corpus.services.concepts import ConceptBook

    book = ConceptBook()
    book.add("icd10pcs", ["0DJD8ZZ"], billable=True)
    concept = book.ids("icd10pcs")["0DJD8ZZ"]
    BilledCode.objects.create(project=ward, subject_id="1", hadm_id="91", concept_id=concept)
    run("import_pairs", "ward", pairs(tmp_path / "p.csv", ("1_91", "0DJD7ZZ", "", "semantic_negative")))
    source = PairSource.objects.get()
    assert (source.nearest_id, source.hops) == (concept, 6)
