import json
import random
import warnings
from math import isclose
from pathlib import Path

import pytest
from sklearn import config_context, metrics

from benchmark.logic.predictions import empty_answers, read_predictions
from benchmark.logic.reading import load_gold
from benchmark.logic.report import Settings, score
from benchmark.logic.scoring import Counts, count_labels

PATH = Path(__file__).parents[1] / "data/path"

GOLDEN = [
    (175, 369, 102, 177, 0.6318, 0.4972, 0.5564, 0.783, 0.294),
    (241, 394, 77, 111, 0.7579, 0.6847, 0.7194, 0.837, 0.530),
    (85, 385, 86, 267, 0.4971, 0.2415, 0.3250, 0.817, 0.072),
    (352, 0, 471, 0, 0.4277, 1.0, 0.5991, 0.0, None),
    (0, 471, 0, 352, None, 0.0, 0.0, 1.0, None),
]


@pytest.mark.parametrize(("tp", "tn", "fp", "fn", "precision", "recall", "f1", "specificity", "mcc"), GOLDEN)
def test_reported_counts_give_the_reported_figures(tp, tn, fp, fn, precision, recall, f1, specificity, mcc):
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    for name, expected, places in [
        ("precision", precision, 4),
        ("recall", recall, 4),
        ("f1", f1, 4),
        ("specificity", specificity, 3),
        ("mcc", mcc, 3),
    ]:
        value = getattr(counts, name)
        assert (None if value is None else round(value, places)) == expected, name


@pytest.mark.parametrize(("true", "false", "f1"), [(167, 238, 0.5839), (352, 471, 0.5991)])
def test_answering_true_to_all_scores_what_both_published_sizes_say(true, false, f1):
    assert round(Counts(tp=true, fp=false, fn=0, tn=0).f1, 4) == f1


def test_a_thousand_random_cases_agree_with_scikit_learn():
    dice = random.Random(20)
    for _ in range(1000):
        size, share, agree = dice.randint(1, 60), dice.random(), dice.random()
        gold = [dice.random() < share for _ in range(size)]
        pred = [label if dice.random() < agree else dice.random() < 0.5 for label in gold]
        counts = count_labels(gold, pred)
        with warnings.catch_warnings(), config_context(skip_parameter_validation=True):
            warnings.simplefilter("ignore")
            precision, recall, f1, _ = metrics.precision_recall_fscore_support(
                gold, pred, labels=[False, True], zero_division=float("nan")
            )
            expected = {
                "precision": precision[1],
                "recall": recall[1],
                "f1": f1[1],
                "specificity": recall[0],
                "accuracy": metrics.accuracy_score(gold, pred),
                "mcc": metrics.matthews_corrcoef(gold, pred),
                "kappa": metrics.cohen_kappa_score(gold, pred),
            }
        for name, value in expected.items():
            mine = getattr(counts, name)
            if mine is None:
                assert value != value or (name == "mcc" and value == 0.0), name
            else:
                assert isclose(mine, value, abs_tol=1e-12), name


def test_counts_of_parts_add_up_to_the_counts_of_the_whole():
    assert Counts(1, 2, 3, 4) + Counts(10, 20, 30, 40) == Counts(11, 22, 33, 44)


def test_the_small_path_has_its_expected_figures():
    expected = json.loads((PATH / "expected/figures.json").read_text(encoding="utf-8"))
    gold = load_gold(PATH / "expected/dataset_raw.csv")
    found = score(gold, read_predictions(PATH / "predictions.csv", gold), settings=Settings(200, 0))
    concept = found["concept"]
    assert {name: concept[name] for name in ("tp", "fp", "fn", "tn")} == {
        name: expected["concept"][name] for name in ("tp", "fp", "fn", "tn")
    }
    assert concept["mcc"] == round(expected["concept"]["mcc"], 6) == 0.18159
    assert found["evidence"]["cases"] == expected["evidence_cases"] == 26
    assert (found["n"], sum(gold.label)) == (expected["release"]["items"], expected["release"]["true"])


def test_nothing_answered_true_is_defined_and_finite():
    gold = load_gold(PATH / "expected/dataset_raw.csv")
    found = score(gold, empty_answers(gold, "silent"), settings=Settings(50, 0))
    assert found["concept"]["precision"] is None
    assert found["concept"]["recall"] == found["concept"]["f1"] == 0.0
    assert found["concept"]["undefined_replicates"]["precision"] == 50
    assert "NaN" not in json.dumps(found)
