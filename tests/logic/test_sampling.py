"""Draws follow the prevalence, exclude what was billed, and repeat by their seed alone."""

from collections import Counter
from decimal import Decimal
from random import Random

import pytest

from corpus.logic.sampling import PrevalenceUrn, generator, most_similar, rounded

STAYS = {"I10": 60, "E66.9": 30, "D62": 9, "Q00": 1, "never": 0}


def test_a_code_is_drawn_as_often_as_stays_carry_it():
    urn = PrevalenceUrn(STAYS)
    drawn = Counter(urn.draw([], 1, generator(1, str(task)))[0] for task in range(20_000))
    assert drawn["never"] == 0
    for code, stays in STAYS.items():
        assert drawn[code] / 200 == pytest.approx(stays, abs=1.2)


def test_without_the_commonest_the_others_keep_their_proportions():
    urn = PrevalenceUrn(STAYS)
    drawn = Counter(urn.draw(["I10"], 1, generator(2, str(task)))[0] for task in range(20_000))
    assert drawn["I10"] == 0
    assert drawn["E66.9"] / 20_000 == pytest.approx(30 / 40, abs=0.015)


def test_nothing_is_drawn_twice_and_no_more_than_there_is():
    urn = PrevalenceUrn({f"A{number:02}": 10**number for number in range(12)})
    drawn = urn.draw(["A11"], 30, Random(3))
    assert sorted(drawn) == [f"A{number:02}" for number in range(11)]
    assert PrevalenceUrn({}).draw([], 3, Random(0)) == []
    assert urn.draw([f"A{number:02}" for number in range(12)], 3, Random(0)) == []


def test_the_draw_depends_on_seed_and_task_and_not_on_what_was_drawn_before():
    urn = PrevalenceUrn({f"A{number:02}": number + 1 for number in range(50)})
    alone = urn.draw([], 5, generator(7, "1_1"))
    urn.draw([], 5, generator(7, "2_2"))
    assert (
        PrevalenceUrn({f"A{number:02}": number + 1 for number in reversed(range(50))}).draw(
            [], 5, generator(7, "1_1")
        )
        == alone
    )
    assert urn.draw([], 5, generator(8, "1_1")) != alone
    assert urn.draw([], 5, generator(7, "1_2")) != alone


def test_similar_codes_are_ranked_by_six_places_and_then_by_code():
    found = [("B", rounded(0.50000004)), ("a", rounded(0.5)), ("A", rounded(0.49999996)), ("C", rounded(0.9))]
    assert [code for code, _ in most_similar(found, 3)] == ["C", "A", "B"]
    assert rounded(1.0000002) == Decimal("1.000000")
    assert str(rounded(-0.0000001)) == "0.000000"
