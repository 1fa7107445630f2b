"""Two equal answers decide, and nothing else does."""

import random
from itertools import product

import pytest

from triage.logic.selection import SCOPES, Judged, draw, in_scope, is_kept
from triage.logic.voting import LABELS, Outcome, decide


@pytest.mark.parametrize(
    ("labels", "outcome"),
    [
        (["explicit"] * 3, Outcome("explicit", True, 3)),
        (["explicit", "implicit", "explicit"], Outcome("explicit", False, 3)),
        (["explicit", "implicit", "unrelated"], Outcome("no_majority", False, 3)),
        (["unrelated", "unrelated", ""], Outcome("unrelated", True, 2)),
        (["unrelated", "implicit", ""], Outcome("no_majority", False, 2)),
        (["unrelated", "", ""], Outcome("no_majority", False, 1)),
        (["unrelated"], Outcome("no_majority", False, 1)),
        ([], Outcome("no_majority", False, 0)),
        (["explicit", "explicit", "implicit", "implicit"], Outcome("no_majority", False, 4)),
        (["explicit", "explicit", "implicit", "implicit", "implicit"], Outcome("implicit", False, 5)),
    ],
)
def test_stage_one(labels, outcome):
    assert decide(1, labels) == outcome
    assert decide(1, labels[::-1]) == outcome


def test_the_one_vote_of_stage_two_decides():
    assert decide(2, ["unrelated"]) == Outcome("unrelated", True, 1)
    assert decide(2, [""]) == Outcome("no_majority", False, 0)
    assert decide(2, ["unrelated", "explicit"]).label == "no_majority"


EVERY_PAIR = [
    Judged(billed, stage1, unanimous, stage2)
    for billed, stage1, unanimous, stage2 in product(
        (True, False), ("", *LABELS, "no_majority"), (True, False), ("", *LABELS, "no_majority")
    )
]


def test_both_readings_together_keep_what_the_default_keeps():
    for pair in EVERY_PAIR:
        assert is_kept("both", pair) == is_kept("billing_disagreement", pair)
        assert in_scope("both", pair) == (
            in_scope("billing_disagreement", pair) or in_scope("vote_split", pair)
        )


def test_the_split_reading_keeps_only_pairs_whose_votes_were_split():
    assert is_kept("vote_split", Judged(True, "unrelated", False, "unrelated"))
    assert not is_kept("vote_split", Judged(True, "unrelated", True, "unrelated"))


@pytest.mark.parametrize("scope", SCOPES)
def test_nothing_is_kept_that_was_not_billed_or_that_one_stage_supports(scope):
    kept = [pair for pair in EVERY_PAIR if is_kept(scope, pair)]
    assert kept
    assert all(pair.billed and pair.stage1 == pair.stage2 == "unrelated" for pair in kept)


def test_a_draw_depends_on_the_seed_and_not_on_the_order():
    keys = [(str(number), "I10") for number in range(50)]
    first = draw(keys, [], 10, random.Random(7))
    assert first == draw(keys[::-1], [], 10, random.Random(7))
    assert first != draw(keys, [], 10, random.Random(8))
    assert len(first) == 10


def test_what_was_chosen_stays_and_counts():
    keys = [(str(number), "I10") for number in range(5)]
    assert len(draw(keys, keys[:2], 3, random.Random(0))) == 1
    assert draw(keys, keys[:2], None, random.Random(0)) == keys[2:]
    assert draw(keys, keys, 3, random.Random(0)) == []
    assert len(draw(keys, [], 9, random.Random(0))) == 5
