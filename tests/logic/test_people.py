import pytest

from benchmark.logic.people import PersonAnswer, people_figures
from benchmark.logic.reading import load_gold
from benchmark.logic.release import build_release
from tests.logic.releases import content, write


@pytest.fixture
def gold(tmp_path):
    return load_gold(write(tmp_path, build_release(content())))


def test_people_stand_against_gold_and_against_each_other(gold):
    d62, e669, j189 = (
        gold.find(*key) for key in (("10_100", "D62"), ("10_101", "E66.9"), ("10_101", "J18.9"))
    )
    found = people_figures(
        gold,
        [
            PersonAnswer("ben", d62, True, ((2, 9),), (False,)),
            PersonAnswer("alice", d62, False, (), (True,)),
            PersonAnswer("ben", e669, True, ((17, 24),), (True,)),
            PersonAnswer("alice", e669, True, ((17, 24),), (True,)),
            PersonAnswer("ben", j189, True, ((34, 40),), (False,)),
            PersonAnswer("alice", j189, False, (), (True,)),
        ],
        replicates=100,
    )
    alice, ben = found["people"]
    assert (alice["person"], alice["n"], alice["precision"], alice["recall"]) == ("alice", 3, 1.0, 0.5)
    assert (ben["f1"], ben["evidence_recall"]) == (0.8, 0.75)
    assert alice["evidence_recall"] == 0.5
    assert alice["other"] == {"n": 3, "f1": 0.5, "kappa": 0.0}
    together = found["together"]
    assert (together["people"], together["n"], together["evidence_recall"]) == (2, 6, 0.625)
    assert together["f1"] == round(2 * 3 / (2 * 3 + 1 + 1), 6)


def test_nobody_is_undefined_not_zero(gold):
    found = people_figures(gold, [])
    assert found["people"] == []
    assert found["together"]["f1"] is None
    assert found["together"]["ci"] == {}
