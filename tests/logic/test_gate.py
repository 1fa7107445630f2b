import copy

import pytest

from benchmark.logic.gate import judge, parse_gate
from foundation.logic.errors import Refusal

SCORE = {
    "n": 100,
    "concept": {"f1": 0.61, "mcc": None, "ci": {"f1": [0.55, 0.66]}},
    "evidence": {"recall": 0.4, "ci": {"recall": None}},
    "strata": [
        {"by": "support", "value": "implicit", "concept": {"f1": 0.3, "ci": {}}, "evidence": {"recall": 0.2}}
    ],
    "failures": [{"bucket": "missed", "n": 7, "pairs": []}, {"bucket": "ruled_out", "n": 1, "pairs": []}],
    "length": {"p": 0.01},
    "comparison": None,
}


def track(text):
    return '[[track]]\nname = "t"\n' + text + "\n"


def verdict(source, score=SCORE):
    return judge(parse_gate(source), copy.deepcopy(score))


@pytest.mark.parametrize(
    ("text", "value", "passed"),
    [
        ('figure = "concept.f1"\nat_least = 0.6', 0.61, True),
        ('figure = "concept.f1"\nat_least = 0.61', 0.61, True),
        ('figure = "concept.f1"\nat_least = 0.62', 0.61, False),
        ('figure = "concept.f1"\nat_least = 0.6\nbound = "lower"', 0.55, False),
        ('figure = "concept.f1"\nat_most = 0.7\nbound = "upper"', 0.66, True),
        ('figure = "concept.mcc"\nat_least = -1', None, False),
        ('figure = "evidence.recall"\nat_least = 0\nbound = "lower"', None, False),
        ('figure = "comparison.f1_difference"\nat_least = -1', None, False),
        ('figure = "length.p"\nat_most = 0.05', 0.01, True),
        ('figure = "failures.ruled_out"\nat_most = 0', 1, False),
        ('figure = "failures.lexical_trap"\nat_most = 0', 0, True),
        (
            'figure = "concept.f1"\nat_least = 0.25\nstratum = {by = "support", value = "implicit"}',
            0.3,
            True,
        ),
        ('figure = "concept.f1"\nat_least = 0\nstratum = {by = "support", value = "explicit"}', None, False),
    ],
)
def test_a_track_compares_one_figure_and_a_null_one_fails(text, value, passed):
    (row,) = verdict(track(text))["tracks"]
    assert (row["value"], row["passed"]) == (value, passed)


PASSES = track('figure = "concept.f1"\nat_least = 0')
FAILS = track('figure = "concept.f1"\nat_least = 1')
VETO = track('figure = "failures.ruled_out"\nat_most = 0\nveto = true')


@pytest.mark.parametrize(
    ("source", "passed"),
    [
        (PASSES, True),
        (PASSES + FAILS, False),
        ("needed = 1\n" + PASSES + FAILS, True),
        ("needed = 0\n" + FAILS, True),
        (PASSES * 9 + VETO, False),
        ("needed = 0\n" + PASSES + VETO, False),
    ],
)
def test_no_number_of_passed_tracks_buys_back_a_veto(source, passed):
    assert verdict(source)["passed"] is passed


def test_public_comparison_gate_and_failures_stand_side_by_side():
    found = verdict('version = "2.1"\n' + track('figure = "concept.f1"\nat_least = 0.6\npublic = 0.59'))
    assert found["version"] == "2.1"
    assert found["tracks"][0]["public"] == 0.59
    assert found["failures"] == [{"bucket": "missed", "n": 7}, {"bucket": "ruled_out", "n": 1}]


@pytest.mark.parametrize(
    "source",
    [
        "",
        "not toml",
        'version = "1"',
        "tracks = 3",
        track('figure = "concept.f1"'),
        track('figure = "concept.f1"\nat_least = 1\nat_most = 2'),
        track('figure = "concept.f1"\nat_least = "high"'),
        track('figure = "concept.f1"\nat_least = true'),
        track('figure = "f1"\nat_least = 1'),
        track('figure = "concept.f1"\nat_least = 1\nvetoes = true'),
        track('figure = "concept.f1"\nat_least = 1\nbound = "middle"'),
        track('figure = "concept.f1"\nat_least = 1\nstratum = "implicit"'),
        "needed = 5\n" + PASSES,
        "needed = -1\n" + PASSES,
    ],
)
def test_a_file_that_is_no_gate_is_refused(source):
    with pytest.raises(Refusal) as refusal:
        parse_gate(source)
    assert refusal.value.code == "unusable_gate"


@pytest.mark.parametrize(
    "figure", ["concept.f2", "nothing.f1", "concept.ci", "failures.no_such_bucket", "n.x"]
)
def test_a_figure_no_score_has_is_unusable_not_failed(figure):
    with pytest.raises(Refusal):
        verdict(track(f'figure = "{figure}"\nat_least = 0'))
