import random

import pytest
from nltk.metrics.agreement import AnnotationTask
from sklearn.metrics import cohen_kappa_score

from adjudication.logic import agreement
from adjudication.logic.agreement import Labelled, by_stratum, kappa, label_figures
from corpus.logic.intervals import draw_subjects, interval

R, U = "Related", "Unrelated"


def labelled(rows):
    return [Labelled(str(number), tuple(row.items())) for number, row in enumerate(rows)]


def random_rows(seed, people=4, pairs=60):
    rng = random.Random(seed)
    rows = []
    for _ in range(pairs):
        names = rng.sample([f"p{number}" for number in range(people)], 2)
        truth = rng.random() < 0.45
        rows.append({name: R if truth != (rng.random() < 0.2) else U for name in names})
    return rows


@pytest.mark.parametrize("seed", range(30))
def test_alpha_is_what_nltk_says(seed):
    rows = random_rows(seed)
    task = AnnotationTask(
        [(name, str(number), label) for number, row in enumerate(rows) for name, label in row.items()]
    )
    figures = label_figures(labelled(rows), replicates=0)
    assert figures["label"]["alpha"] == pytest.approx(task.alpha(), abs=1e-12)


@pytest.mark.parametrize("seed", range(30))
def test_kappa_is_what_scikit_learn_says(seed):
    rows = random_rows(seed, people=2)
    one, other = [row["p0"] for row in rows], [row["p1"] for row in rows]
    (pair,) = label_figures(labelled(rows), replicates=0)["kappa_by_pair"]
    assert pair["kappa"] == pytest.approx(cohen_kappa_score(one, other), abs=1e-12)


def test_hand_computed_figures():
    rows = [{"a": R, "b": R}] * 4 + [{"a": R, "b": U}] * 1 + [{"a": U, "b": R}] * 2 + [{"a": U, "b": U}] * 3
    figures = label_figures(labelled(rows), replicates=0)["label"]
    assert figures["raw"] == pytest.approx(0.7)
    assert figures["pabak"] == pytest.approx(0.4)
    # chance 2 * .55 * .45 = .495
    assert figures["ac1"] == pytest.approx((0.7 - 0.495) / 0.505)
    assert figures["positive"] == pytest.approx(8 / 11)
    assert figures["negative"] == pytest.approx(6 / 9)
    # 20 values, 11 Related, 9 Unrelated, 3 differing pairs: 1 - 6 * 19 / 198
    assert figures["alpha"] == pytest.approx(1 - 6 * 19 / 198)
    # expected .5 * .6 + .5 * .4 = .5
    assert figures["kappa_mean"] == pytest.approx(0.4)


def test_one_label_alone_is_undefined_not_perfect():
    figures = label_figures(labelled([{"a": U, "b": U}] * 5), replicates=50)
    assert figures["label"]["alpha"] is None
    assert figures["label"]["kappa_mean"] is None
    assert figures["label"]["positive"] is None
    assert figures["label"]["raw"] == 1
    assert figures["ci"]["alpha"] is None


@pytest.mark.parametrize("row", [{"a": R, "b": U}, {"a": R, "b": R}])
def test_a_single_pair_tells_nothing_of_chance(row):
    figures = label_figures(labelled([row]), replicates=20)
    assert (figures["label"]["alpha"], figures["label"]["kappa_mean"]) == (None, None)
    assert figures["kappa_by_pair"] == [{"a": "a", "b": "b", "n": 1, "kappa": None}]
    assert figures["label"]["raw"] == (row["a"] == row["b"])


def test_without_pairs_everything_is_undefined():
    assert set(label_figures([])["label"].values()) == {None}


def test_kappa_means_leave_undefined_ones_out():
    rows = [{"a": U, "b": U}] * 3 + [{"a": R, "c": R}, {"a": U, "c": U}, {"a": R, "c": U}]
    figures = label_figures(labelled(rows), replicates=0)
    assert [pair["kappa"] for pair in figures["kappa_by_pair"]] == [None, pytest.approx(0.4)]
    assert figures["label"]["kappa_mean"] == pytest.approx(0.4)


def test_three_answers_count_all_their_pairs():
    vector = agreement.vector((("a", R), ("b", R), ("c", U)))
    assert agreement.raw(vector) == pytest.approx(1 / 3)


def test_intervals_hold_the_figure_and_repeat_with_the_seed():
    pairs = labelled(random_rows(1, people=3, pairs=200))
    first = label_figures(pairs, replicates=300, seed=4)
    low, high = first["ci"]["alpha"]
    assert low < first["label"]["alpha"] < high
    assert label_figures(list(reversed(pairs)), replicates=300, seed=4)["ci"] == first["ci"]


def test_intervals_are_of_the_figures_of_drawn_subjects():
    """Subjects come with all their pairs, as often as they are drawn."""
    rows = random_rows(2, people=3, pairs=40)
    pairs = [Labelled(str(number * number % 13), tuple(row.items())) for number, row in enumerate(rows)]
    subjects = sorted({pair.subject for pair in pairs})
    replicates = [
        label_figures(
            [pair for place in draw for pair in pairs if pair.subject == subjects[place]], replicates=0
        )["label"]
        for draw in draw_subjects(len(subjects), 60, seed=5)
    ]
    found = label_figures(pairs, replicates=60, seed=5)["ci"]
    for name in found:
        known = [figures[name] for figures in replicates if figures[name] is not None]
        assert found[name] == pytest.approx(interval(known), abs=1e-12)


def test_strata_are_sorted_and_counted():
    pairs = [
        Labelled("1", (("a", R), ("b", R)), chapter="10"),
        Labelled("2", (("a", R), ("b", U)), chapter="9"),
        Labelled("3", (("a", R), ("b", U)), chapter="icd10pcs 0"),
    ]
    assert [(row["value"], row["pairs"], row["raw"]) for row in by_stratum(pairs, "chapter")] == [
        ("9", 1, 0),
        ("10", 1, 1),
        ("icd10pcs 0", 1, 0),
    ]


def test_kappa_of_an_empty_table_is_undefined():
    assert kappa([0, 0, 0, 0]) is None
