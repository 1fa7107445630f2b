import random
from math import comb, inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.logic.length import equivalence, length_equivalence, pearson
from corpus.logic.intervals import (
    CountColumns,
    Replicates,
    draw_subjects,
    drawn_sums,
    interval,
    mcnemar_exact,
    quantile,
    wilson,
)

NUMBERS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50)


@given(NUMBERS, st.floats(0, 1))
def test_quantiles_are_linear_as_numpy_has_them(values, share):
    assert quantile(sorted(values), share) == pytest.approx(np.quantile(values, share), abs=1e-6)


def test_draws_choose_as_many_subjects_as_there_are_from_the_seeded_generator():
    dice = random.Random(3)
    expected = [dice.choices(range(5), k=5) for _ in range(4)]
    assert list(draw_subjects(5, 4, seed=3)) == expected


@given(st.lists(st.lists(st.integers(0, 10**6), min_size=3, max_size=3), min_size=1, max_size=20), st.data())
def test_packed_counts_sum_as_columns_do(rows, data):
    draw = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=30))
    wanted = tuple(sum(rows[place][column] for place in draw) for column in range(3))
    assert CountColumns(rows).sums(draw) == wanted


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 10**6)), min_size=1, max_size=20))
def test_drawn_sums_are_those_of_the_drawn_subjects(rows):
    wanted = [
        tuple(sum(rows[place][column] for place in draw) for column in range(2))
        for draw in draw_subjects(len(rows), 5, seed=7)
    ]
    assert list(drawn_sums(rows, 5, seed=7)) == wanted


def test_nobody_to_draw_gives_no_replicate():
    assert list(drawn_sums([], 5, seed=7)) == []


def test_undefined_replicates_are_left_out_and_counted():
    kept = Replicates()
    for value in (0.5, None, 0.7, None):
        kept.add("f1", value)
    kept.add("mcc", None)
    assert kept.undefined == {"f1": 2, "mcc": 1}
    assert kept.intervals(lambda end: round(end, 6)) == {"f1": [0.505, 0.695], "mcc": None}


def test_no_replicate_gives_no_interval():
    assert interval([]) is None


@pytest.mark.parametrize(("one", "other"), [(0, 0), (5, 5), (0, 1), (3, 0), (10, 2), (40, 61), (300, 250)])
def test_mcnemar_is_the_exact_binomial_test(one, other):
    n, k = one + other, min(one, other)
    exact = 2 * sum(comb(n, at) for at in range(k + 1)) / 2**n
    assert mcnemar_exact(one, other) == pytest.approx(min(1.0, exact), rel=1e-9)
    assert mcnemar_exact(one, other) == mcnemar_exact(other, one)


def test_mcnemar_of_a_million_pairs_neither_overflows_nor_vanishes():
    assert 0 < mcnemar_exact(500_500, 499_500) < 1


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (1, 1, 0.2065, 1.0)],
)
def test_wilson_gives_the_published_intervals(successes, n, low, high):
    """81 of 263 is the example of Newcombe 1998, table I."""
    assert [round(end, 4) for end in wilson(successes, n)] == [low, high]


def test_wilson_of_nothing_is_undefined():
    assert wilson(0, 0) is None


def test_the_reported_length_correlation_gives_its_p():
    found = equivalence(0.02, 823)
    assert round(found["p"], 4) == 0.0107
    assert found["margin"] == 0.1
    assert found["ci90"][0] == pytest.approx(-0.0374, abs=1e-4)
    assert found["ci90"][1] == pytest.approx(0.0773, abs=1e-4)


def test_equivalence_is_symmetric_in_the_sign():
    assert equivalence(-0.02, 823)["p"] == pytest.approx(equivalence(0.02, 823)["p"])


@pytest.mark.parametrize(("r", "n"), [(None, 100), (0.5, 3), (1.0, 50), (-1.0, 50)])
def test_equivalence_without_an_error_is_undefined(r, n):
    assert equivalence(r, n)["p"] is None


@given(st.lists(st.tuples(st.floats(-100, 100), st.floats(-100, 100)), min_size=3, max_size=30))
def test_pearson_agrees_with_numpy(pairs):
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    if np.std(one) < 1e-3 or np.std(other) < 1e-3:
        return
    assert pearson(one, other) == pytest.approx(np.corrcoef(one, other)[0, 1], abs=1e-6)


def test_length_without_variation_or_lengths_is_undefined():
    assert length_equivalence([100] * 9, [True, False] * 4 + [True])["p"] is None
    assert length_equivalence([100, 2000, 30, 4], [True] * 4)["correlation"] is None
    assert length_equivalence([], [])["p"] is None
    assert inf not in length_equivalence([10, 20, 30, 40], [True, False, True, False])["ci90"]
