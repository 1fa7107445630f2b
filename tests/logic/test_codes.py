"""Codes keep what they are and are written one way."""

import pytest

from corpus.logic.codes import (
    CHEXPERT_LABELS,
    chapter_key,
    chapter_of,
    chapter_order,
    guess_system,
    shown,
    split_chapter_key,
    with_dot,
)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("T797XXA", "T79.7XXA"),
        ("E1165  ", "E11.65"),
        ("I10", "I10"),
        ("a00.1", "A00.1"),
        ("O9A111", "O9A.111"),
    ],
)
def test_icd10cm_is_shown_with_the_dot_after_the_third_character(raw, code):
    assert shown("icd10cm", raw) == code


def test_icd10pcs_is_shown_without_a_dot_and_keeps_its_leading_zero():
    assert shown("icd10pcs", "0DJD8ZZ ") == "0DJD8ZZ"
    assert shown("icd10pcs", "02hv33z") == "02HV33Z"


@pytest.mark.parametrize("raw", ["NoDx", "", "   ", "4019", "E", "T797XXAB9", "E11..5"])
def test_what_cannot_be_an_icd10cm_code_is_none(raw):
    assert shown("icd10cm", raw) is None


def test_dotting_is_the_same_however_often_it_is_done():
    assert with_dot(with_dot("T797XXA")) == "T79.7XXA"


@pytest.mark.parametrize(
    ("code", "system"),
    [
        ("E66.9", "icd10cm"),
        ("I10", "icd10cm"),
        ("H40.1111", "icd10cm"),
        ("0DJD8ZZ", "icd10pcs"),
        ("HZ2ZZZZ", "icd10pcs"),
        ("T797XXA", "icd10cm"),
        ("Pleural Effusion", "chexpert"),
        ("fall risk", "own"),
    ],
)
def test_the_system_is_told_from_the_shape(code, system):
    assert guess_system(code) == system


@pytest.mark.parametrize(
    ("code", "chapter"),
    [
        *[("A00.0", "1"), ("C50.A", "2"), ("D49.9", "2"), ("D50.0", "3"), ("E66.9", "4"), ("H59.8", "7")],
        *[("H60.0", "8"), ("O9A.111", "15"), ("T79.7XXA", "19"), ("U07.1", "22"), ("W19.XXXA", "20")],
        *[("Z68.37", "21"), ("S00.0", "19")],
    ],
)
def test_the_chapter_of_an_icd10cm_code(code, chapter):
    assert chapter_of("icd10cm", code) == chapter


def test_the_chapter_of_a_procedure_is_its_section():
    assert chapter_of("icd10pcs", "0DJD8ZZ") == "0"
    assert chapter_of("chexpert", "Edema") == ""
    assert len(CHEXPERT_LABELS) == 14


def test_chapters_sort_by_system_then_number_then_letter():
    keys = ["icd10pcs B", "10", "icd10pcs 3", "9", "icd10pcs 0", "22", "1"]
    assert sorted(keys, key=chapter_order) == ["1", "9", "10", "22", "icd10pcs 0", "icd10pcs 3", "icd10pcs B"]


@pytest.mark.parametrize(
    ("system", "chapter", "key"), [("icd10cm", "9", "9"), ("icd10pcs", "0", "icd10pcs 0")]
)
def test_a_chapter_s_key_tells_its_system(system, chapter, key):
    assert chapter_key(system, chapter) == key
    assert split_chapter_key(key) == (system, chapter)
