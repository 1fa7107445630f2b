from random import Random

from adjudication.logic.reliability import Reliability
from demo.simulation import (
    ANNOTATORS,
    ERROR_RATES,
    PAGE,
    PAPER,
    says_related,
    simulate_controls,
    simulate_truths,
)


def person(right):
    return Reliability("somebody", 0, len(right), sum(right), 0, 0, 0, 0, ())


def test_intervals_of_control_accuracy_hold_the_true_rates():
    """Fifty fixed seeds, nine people with known error rates."""
    held = tried = 0
    for seed in range(50):
        for rate, right in zip(ERROR_RATES, simulate_controls(seed), strict=True):
            low, high = person(right).control_interval
            held += low <= 1 - rate <= high
            tried += 1
    assert tried == 450
    assert held / tried >= 0.9


def test_simulated_sizes_are_the_published_ones():
    for size, true, false in ((PAPER, 352, 471), (PAGE, 167, 238)):
        truths = list(simulate_truths(size, [str(number) for number in range(size.pairs)], 1).values())
        assert truths.count(True) == true
        assert truths.count(False) == false
        assert truths.count(None) == size.excluded


def test_people_err_at_their_own_rates():
    for name, rate in zip(ANNOTATORS, ERROR_RATES, strict=True):
        rng = Random(name)
        wrong = sum(says_related(name, True, 1, rng) is False for _ in range(4000))
        assert abs(wrong / 4000 - rate) < 0.02


def test_an_unresolvable_pair_gets_two_different_answers():
    rng = Random(1)
    assert says_related("ada", None, 1, rng) != says_related("bo", None, 2, rng)
