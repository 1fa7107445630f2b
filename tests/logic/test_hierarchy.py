"""Hops count edges through the lowest common ancestor."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.logic.hierarchy import Place, are_in_line, hops, nearest


def icd10cm(code, *path):
    kinds = ["chapter", "block", "category", "code", "code", "code", "code"]
    return Place("icd10cm", code, tuple(zip(kinds, path, strict=False)))


OBESITY = icd10cm("E66.9", "4", "E65-E68", "E66", "E66.9")
BODY_MASS = icd10cm("Z68.37", "21", "Z68", "Z68", "Z68.3", "Z68.37")
EMPHYSEMA = icd10cm("T79.7XXA", "19", "T79", "T79", "T79.7", "T79.7XXA")


def procedure(code):
    return Place("icd10pcs", code, ())


def test_obesity_and_its_body_mass_index_are_nine_hops_apart():
    assert hops(OBESITY, BODY_MASS) == 9


def test_block_and_category_of_one_name_are_two_nodes():
    assert hops(EMPHYSEMA, icd10cm("T79.6XXA", "19", "T79", "T79", "T79.6", "T79.6XXA")) == 4
    assert hops(EMPHYSEMA, icd10cm("T80", "19", "T80-T88", "T80")) == 6


@pytest.mark.parametrize(
    ("code", "distance"),
    [("0DJD8ZZ", 0), ("0DJD7ZZ", 6), ("0DJE8ZZ", 8), ("02HV33Z", 12), ("BW03ZZZ", 14), ("0DJD", 6)],
)
def test_procedures_are_apart_by_what_their_codes_do_not_share(code, distance):
    assert hops(procedure("0DJD8ZZ"), procedure(code)) == distance


def test_there_is_no_distance_between_systems_nor_to_a_code_of_no_known_place():
    assert hops(OBESITY, procedure("0DJD8ZZ")) is None
    assert hops(OBESITY, Place("icd10cm", "E66.8", ())) is None
    assert hops(Place("icd10cm", "E66.8", ()), Place("icd10cm", "E66.8", ())) == 0


def test_ancestors_and_descendants_stand_in_line_and_siblings_do_not():
    category = icd10cm("E66", "4", "E65-E68", "E66")
    assert are_in_line(category, OBESITY)
    assert are_in_line(OBESITY, category)
    assert are_in_line(OBESITY, OBESITY)
    assert not are_in_line(OBESITY, icd10cm("E66.3", "4", "E65-E68", "E66", "E66.3"))
    assert are_in_line(procedure("0DJD"), procedure("0DJD8ZZ"))
    assert not are_in_line(procedure("0DJD"), procedure("0DJE8ZZ"))
    assert not are_in_line(Place("icd10cm", "X", ()), OBESITY)


def test_the_nearest_billed_code_is_the_first_by_code_among_equals():
    siblings = {code: icd10cm(code, "4", "E65-E68", "E66", code) for code in ("E66.8", "E66.3", "E66.2")} | {
        "0DJD8ZZ": procedure("0DJD8ZZ")
    }
    assert nearest(OBESITY, siblings) == ("E66.2", 2)
    assert nearest(OBESITY, {"0DJD8ZZ": procedure("0DJD8ZZ")}) is None


paths = st.lists(st.sampled_from("abc"), min_size=1, max_size=6)


@given(paths, paths, paths)
def test_hops_are_a_distance(one, two, three):
    places = [
        Place("icd10cm", "/".join(path), tuple(("code", step) for step in path)) for path in (one, two, three)
    ]
    ab, bc, ac = (hops(places[i], places[j]) for i, j in ((0, 1), (1, 2), (0, 2)))
    assert ab == hops(places[1], places[0])
    assert (ab == 0) == (one == two)
    assert ac <= ab + bc
