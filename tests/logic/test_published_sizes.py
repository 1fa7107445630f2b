"""Releases of the two sizes that were published: 405 = 167 + 238 and 823 = 352 + 471."""

import json
import math
from random import Random

import pytest

from benchmark.logic.baselines import baseline_answers
from benchmark.logic.content import Item, ReleasedNote
from benchmark.logic.layout import MANIFEST
from benchmark.logic.reading import load_gold
from benchmark.logic.release import build_release
from benchmark.logic.report import Settings, score
from tests.logic.releases import attrition, content, write

SIZES = [(167, 238, 0.583916), (352, 471, 0.599149)]


def simulated(true, false):
    """So many pairs over notes of invented findings, two pairs a note, drawn with a fixed seed."""
    dice, items, notes = Random(true), [], []
    labels = [True] * true + [False] * false
    dice.shuffle(labels)
    for number, gold in enumerate(labels):
        task = f"{1000 + number // 4}_{number // 2}"
        if number % 2 == 0:
            text = (
                f"Hgb {dice.randint(60, 140) / 10} on admission.\nNo fever. "
                + "Seen daily. " * dice.randint(1, 40)
            )
            notes.append(ReleasedNote(task, f"{task}-DS", task.partition("_")[0], text))
        spans = ((0, 7),) if gold else ()
        items.append(Item(task, f"D{10 + number % 80}", "Anemia, unspecified", gold, "", spans))
    kept = {"items": tuple(items), "notes": tuple(notes), "attrition": attrition(true + false)}
    return content(**kept)


@pytest.mark.parametrize(("true", "false", "f1"), SIZES)
def test_a_release_of_the_published_size_is_frozen_and_always_true_scores_what_it_must(
    tmp_path, true, false, f1
):
    files = build_release(simulated(true, false))
    counts = json.loads(files[MANIFEST])["counts"]
    assert (counts["items"], counts["true"], counts["false"]) == (true + false, true, false)
    gold = load_gold(write(tmp_path, files))
    found = score(gold, baseline_answers(gold, "always_true"), settings=Settings(200, 0))
    assert found["concept"]["f1"] == found["baselines"]["always_true"]["f1"] == f1
    assert found["evidence"]["cases"] == true
    assert found["concept"]["ci"]["f1"][0] < f1 < found["concept"]["ci"]["f1"][1]
    assert math.isclose(found["concept"]["precision"], true / (true + false), abs_tol=1e-6)
