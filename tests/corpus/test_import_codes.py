"""Billed codes come in for the stays that have a note."""

import pytest

from corpus.logic.codes import CHEXPERT_LABELS
from corpus.models import BilledCode, Concept, Pair, PairSource, Title
from corpus.services.billing import import_codes
from corpus.services.pairing import build_pairs
from foundation.logic.errors import Refusal
from foundation.logic.report import Report
from tests import make
from tests.corpus.files import BILLING_COLUMNS, billing, run, table

pytestmark = pytest.mark.django_db
DICTIONARY = ("icd_code", "icd_version", "long_title")


@pytest.fixture
def ward():
    ward = make.project()
    make.note(ward, "1_91")
    make.note(ward, "2_92")
    return ward


def bring(ward, **files):
    return import_codes(actor=None, project=ward, **files)


def refused(ward, **files):
    with pytest.raises(Refusal) as refusal:
        bring(ward, **files)
    assert not BilledCode.objects.exists()
    return [(error.line, error.column, error.reason) for error in refusal.value.errors]


def billed():
    return set(BilledCode.objects.values_list("hadm_id", "concept__system__key", "concept__code"))


def test_the_example_corpus_has_63_billed_codes_and_14_of_the_older_revision():
    make.project()
    data = "tests/data/path"
    run("import_notes", "ward", f"{data}/discharge.csv.gz")
    files = ["--diagnoses", f"{data}/diagnoses_icd.csv", "--procedures", f"{data}/procedures_icd.csv"]
    files += ["--dictionary", f"{data}/d_icd_diagnoses.csv", f"{data}/d_icd_procedures.csv"]
    expected = {
        "created": 63,
        "unchanged": 0,
        "skipped": {"icd9": 14},
        "errors": 0,
        "dictionary": {"titles": 19},
    }
    assert run("import_codes", "ward", *files) == (0, expected)
    assert run("import_codes", "ward", *files) == (0, expected | {"created": 0, "unchanged": 63})
    assert run("build_pairs", "ward") == (0, {"created": 63, "unchanged": 0})
    assert run("build_pairs", "ward") == (0, {"created": 0, "unchanged": 63})
    assert Pair.objects.filter(code="0DJD8ZZ").first().description.startswith("Inspection of Lower")
    assert Pair.objects.get(code="E11.65", task_id="16782828_26951035").sources.get().source == "billed"


def test_codes_lose_their_padding_keep_their_zeros_and_gain_their_dot(ward, tmp_path):
    bring(
        ward,
        diagnoses=billing(tmp_path / "d.csv", ("1", "91", "E1165  "), ("1", "91", "I10")),
        procedures=billing(tmp_path / "p.csv", ("2", "92", "0DJD8ZZ")),
    )
    assert billed() == {
        ("91", "icd10cm", "E11.65"),
        ("91", "icd10cm", "I10"),
        ("92", "icd10pcs", "0DJD8ZZ"),
    }


def test_what_is_passed_over_is_counted_and_reported_with_its_line(ward, tmp_path):
    report = Report()
    rows = [
        ("1", "91", "4019", 9),
        ("1", "91", "NoDx"),
        ("8", "98", "I10"),
        ("1", "91", "I10"),
        ("1", "91", "I10 "),
    ]
    result = bring(ward, diagnoses=billing(tmp_path / "d.csv", *rows), report=report)
    assert result["created"] == 1
    assert result["skipped"] == {"duplicate": 1, "icd9": 1, "not_a_code": 1, "unknown_stay": 1}
    assert [(notice.line, notice.column) for notice in report.notices] == [
        (3, "icd_code"),
        (4, "hadm_id"),
        (6, "icd_code"),
    ]


def test_a_repeat_far_down_the_file_is_a_repeat_too(ward, tmp_path):
    codes = [f"{letter}{number:02}" for letter in "ABCDEGHIJKLM" for number in range(100)]
    rows = [("1", "91", code) for code in [*codes, codes[0]]]
    result = bring(ward, diagnoses=billing(tmp_path / "d.csv", *rows))
    assert (result["created"], result["skipped"]) == (1200, {"duplicate": 1})


@pytest.mark.parametrize(
    ("row", "column", "reason"),
    [
        (("", "91", 1, "I10", 10), "subject_id", "empty"),
        (("1", "", 1, "I10", 10), "hadm_id", "empty"),
        (("1", "91", 1, " ", 10), "icd_code", "empty"),
        (("1", "91", 1, "I10", 11), "icd_version", "'11' is neither 9 nor 10"),
        (("1", "91", "x", "I10", 10), "seq_num", "not a whole number"),
        (("2", "91", 1, "I10", 10), "subject_id", "of another subject"),
    ],
)
def test_a_bad_row_is_named_and_nothing_comes_in(ward, tmp_path, row, column, reason):
    path = table(tmp_path / "d.csv", BILLING_COLUMNS, [("1", "91", 1, "I10", 10), row])
    ((line, at, words),) = refused(ward, diagnoses=path)
    assert (line, at) == (3, column)
    assert reason in words


def test_a_project_without_notes_says_what_to_do_first(tmp_path):
    with pytest.raises(Refusal, match="import the notes first"):
        bring(make.project("empty"), diagnoses=billing(tmp_path / "d.csv", ("1", "91", "I10")))


def test_the_dictionary_goes_before_the_terminology_and_may_come_later(ward, tmp_path):
    concept = make.concept("I10", "Essential hypertension")
    bring(ward, diagnoses=billing(tmp_path / "d.csv", ("1", "91", "I10")))
    build_pairs(actor=None, project=ward)
    assert Pair.objects.get().description == "Essential hypertension"
    titles = [("I10", 10, "Essential (primary) hypertension"), ("4019", 9, "Hypertension NOS")]
    later = table(tmp_path / "d_icd_diagnoses.csv", DICTIONARY, titles)
    result = bring(ward, dictionaries=[later])
    assert (result["created"], result["dictionary"]) == (0, {"titles": 1})
    assert Pair.objects.get().description == "Essential (primary) hypertension"
    table(later, DICTIONARY, [("I10", 10, "Raised pressure")])
    bring(ward, dictionaries=[later])
    assert Title.objects.get().text == Pair.objects.get().description == "Raised pressure"
    assert Concept.objects.get(pk=concept.pk).description == "Essential hypertension"


def test_a_dictionary_with_a_code_of_two_titles_is_refused(ward, tmp_path):
    path = table(tmp_path / "d_icd_diagnoses.csv", DICTIONARY, [("I10", 10, "a"), ("I10 ", 10, "b")])
    assert refused(ward, dictionaries=[path]) == [(3, "long_title", "I10 has two titles in the file")]
    assert not Title.objects.exists()


def test_chest_labels_stand_as_billed_where_present_and_as_pairs_to_judge_where_not(ward, tmp_path):
    cells = {"Edema": "1.0", "Pneumonia": "0.0", "Fracture": "-1", "Lung Opacity": ""}
    path = table(
        tmp_path / "c.csv",
        ("subject_id", "study_id", *CHEXPERT_LABELS),
        [{"subject_id": "1", "study_id": "91"} | cells, {"subject_id": "7", "study_id": "97", "Edema": "1"}],
    )
    result = bring(ward, chexpert=path)
    assert (result["created"], result["skipped"]) == (3, {"unknown_stay": 1})
    build_pairs(actor=None, project=ward)
    sources = dict(PairSource.objects.values_list("pair__code", "source"))
    assert sources == {"Edema": "billed", "Pneumonia": "imported", "Fracture": "imported"}
    assert bring(ward, chexpert=path)["unchanged"] == 3


def test_a_chest_label_that_is_no_label_is_named_with_its_column(ward, tmp_path):
    path = table(
        tmp_path / "c.csv",
        ("subject_id", "study_id", *CHEXPERT_LABELS),
        [{"subject_id": "1", "study_id": "91", "Edema": "yes"}],
    )
    assert refused(ward, chexpert=path) == [(2, "Edema", "'yes' is not 1, 0, -1 or blank")]


def test_a_stay_has_each_code_once_by_the_database_s_own_word(ward):
    from django.db import IntegrityError

    row = {"project": ward, "subject_id": "1", "hadm_id": "91", "concept": make.concept()}
    BilledCode.objects.create(**row)
    with pytest.raises(IntegrityError):
        BilledCode.objects.create(**row)


def test_pairs_of_billed_codes_are_refused_while_there_are_none():
    with pytest.raises(Refusal) as refusal:
        build_pairs(actor=None, project=make.project())
    assert refusal.value.code == "no_codes"
