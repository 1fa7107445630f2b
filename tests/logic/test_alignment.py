import pytest

from adjudication.logic.alignment import Side, compare, differences
from adjudication.logic.refinement import refine

TEXT = "Fever noted. Hgb 7.2 today; no bleeding. Later fever again, Hgb 7.2 stable."


def at(words, nth=0):
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(words, start + 1)
    return (start, start + len(words))


def kind(one, other):
    return compare(TEXT, [Side("A", "Related", tuple(one)), Side("B", "Related", tuple(other))])


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ([at("Hgb 7.2")], [at("Hgb 7.2")], "equal"),
        ([at("Hgb 7.2")], [at("Hgb 7.2 ")], "equal"),
        ([at("fever"), at("Hgb 7.2")], [at("Hgb 7.2"), at("fever")], "equal"),
        ([at("Hgb 7.2"), at("Hgb 7.2")], [at("Hgb 7.2")], "equal"),
        ([at("Hgb"), at("7.2")], [at("Hgb 7.2")], "equal"),
        ([at("Hgb 7.2")], [at("Hgb 7.2 today")], "boundary"),
        ([at("Hgb 7.2")], [at("Hgb 7.2", 1)], "same_evidence_elsewhere"),
        ([at("fever")], [at("Fever")], "same_evidence_elsewhere"),
        ([at("Hgb 7.2")], [at("Hgb 7.2"), at("no bleeding")], "different_evidence"),
        ([at("Hgb 7.2")], [at("no bleeding")], "different_evidence"),
    ],
)
def test_evidence_makes_the_kind(one, other, wanted):
    assert kind(one, other) == wanted
    assert kind(other, one) == wanted


def test_labels_that_differ_are_a_mismatch_whatever_the_evidence():
    sides = [Side("A", "Related", (at("fever"),)), Side("B", "Unrelated", (at("fever"),))]
    assert compare(TEXT, sides) == "label_mismatch"


def test_two_unrelated_answers_agree_even_with_different_marks():
    sides = [Side("A", "Unrelated", (at("fever"),)), Side("B", "Unrelated", ())]
    assert compare(TEXT, sides) == "agreed_unrelated"


def test_an_unanswerable_answer_is_a_conflict_of_its_own():
    assert compare(TEXT, [Side("A", "Unanswerable", ()), Side("B", "Unanswerable", ())]) == "unanswerable"


def test_of_three_answers_the_worst_two_make_the_kind():
    sides = [Side(letter, "Related", (at("Hgb 7.2"),)) for letter in "AB"]
    assert compare(TEXT, [*sides, Side("C", "Related", (at("no bleeding"),))]) == "different_evidence"


def test_differences_name_label_places_and_sides():
    sides = [
        Side("A", "Related", (at("Hgb 7.2"), at("no bleeding"))),
        Side("B", "Unrelated", (at("Hgb 7.2", 1),)),
    ]
    found = differences(TEXT, sides)
    assert [(part.kind, part.sides) for part in found] == [
        ("label", ("A", "B")),
        ("elsewhere", ("A", "B")),
        ("only", ("A",)),
    ]
    assert found[1].spans == (at("Hgb 7.2"), at("Hgb 7.2", 1))


def test_nothing_differs_between_equal_answers():
    sides = [Side("A", "Related", (at("fever"),)), Side("B", "Related", (at("fever "),))]
    assert differences(TEXT, sides) == []


def test_the_proposal_joins_what_overlaps_and_says_from_whom():
    sides = [
        Side("A", "Related", (at("Hgb 7.2"), at("fever"))),
        Side("B", "Related", (at("7.2 today"),)),
    ]
    proposal = refine(TEXT, sides, "exact")
    assert [(TEXT[part.start : part.end], part.sides) for part in proposal] == [
        ("Hgb 7.2 today", ("A", "B")),
        ("fever", ("A",)),
    ]
    assert not any(part.snapped for part in proposal)


def test_the_proposal_snaps_to_tokens_and_says_so():
    start, end = at("bleeding")
    (part,) = refine(TEXT, [Side("A", "Related", ((start + 1, end - 2),))], "token")
    assert TEXT[part.start : part.end] == "bleeding"
    assert part.snapped


def test_the_proposal_snaps_to_sentences():
    sentences = [(0, 12), (13, 40), (41, len(TEXT))]
    (part,) = refine(TEXT, [Side("A", "Related", (at("7.2"),))], "sentence", sentences)
    assert (part.start, part.end) == (13, 40)


def test_marks_of_an_unrelated_answer_are_not_proposed():
    assert refine(TEXT, [Side("A", "Unrelated", (at("fever"),))], "exact") == []
