"""Negatives are concepts that were not billed, with how near they are to what was."""

import re

import pytest

from corpus.models import BilledCode, Concept, PairSource
from corpus.services.concepts import system_named
from corpus.services.negatives import sample_negatives
from foundation.logic.errors import Refusal
from tests import make
from tests.corpus.files import run

pytestmark = pytest.mark.django_db
TREE = {
    "4": ("chapter", None, ""),
    "E65-E68": ("block", "4", ""),
    "E66": ("category", "E65-E68", "Overweight and obesity"),
    "E66.9": ("code", "E66", "Obesity, unspecified"),
    "E66.3": ("code", "E66", "Overweight"),
    "E66.01": ("code", "E66", "Morbid obesity due to excess calories"),
    "9": ("chapter", None, ""),
    "I10-I1A": ("block", "9", ""),
    "I10": ("category", "I10-I1A", "Essential (primary) hypertension"),
    "I12": ("category", "I10-I1A", "Hypertensive chronic kidney disease"),
    "I12.9": ("code", "I12", "Hypertensive chronic kidney disease with stage 1"),
}
BILLED = {
    "91": ["E66.9", "I10"],
    "92": ["I10", "I12.9"],
    "93": ["E66.01", "I10"],
    "94": ["E66.3"],
    "95": ["E66"],
}


@pytest.fixture
def ward():
    ward, made = make.project(), {}
    for code, (kind, parent, words) in TREE.items():
        made[code] = Concept.objects.create(
            system=system_named("icd10cm"),
            kind=kind,
            code=code,
            description=words,
            parent=made.get(parent),
            billable=True,
        )
    for stay, codes in BILLED.items():
        make.note(ward, f"{stay[1]}_{stay}")
        for code in codes:
            BilledCode.objects.create(project=ward, subject_id=stay[1], hadm_id=stay, concept=made[code])
    return ward


def sources(**choice):
    found = PairSource.objects.filter(**choice).values_list(
        "pair__task_id", "pair__code", "nearest__code", "hops", "similarity"
    )
    return {(task, code): tuple(rest) for task, code, *rest in found}


def draw(ward, strategy, **options):
    return sample_negatives(
        actor=None, project=ward, **({"per_stay": 2, "seed": 7} | options), strategy=strategy
    )


def test_prevalence_negatives_were_not_billed_and_know_their_distance(ward):
    result = draw(ward, "prevalence")
    drawn = sources(source="prevalence_negative")
    assert result["created"] == len(drawn) == sum(result["by_hops"].values()) == 10
    for (task, code), (nearest, hops, similarity) in drawn.items():
        stay = task.split("_")[1]
        assert code not in BILLED[stay]
        assert nearest in BILLED[stay]
        assert hops is not None
        assert -1 <= similarity <= 1


def test_the_same_seed_draws_the_same_however_often_and_in_whatever_order(ward):
    draw(ward, "prevalence")
    first = sources()
    assert draw(ward, "prevalence")["created"] == 0
    assert sources() == first
    PairSource.objects.all().delete()
    draw(ward, "prevalence", seed=8)
    assert sources() != first


def test_semantic_negatives_are_the_most_alike_and_neither_above_nor_below(ward):
    draw(ward, "semantic", per_stay=1)
    drawn = sources(source="semantic_negative")
    # the category stands above every obesity code: none goes with stay 95, and it goes with no other
    assert {code for task, code in drawn if task == "5_95"} <= {"I10", "I12.9"}
    assert drawn["4_94", "E66.9"][:2] == ("E66.3", 2)
    assert not any(code == "E66" for _, code in drawn)


def test_the_nearest_billed_code_is_the_one_of_fewest_hops(ward):
    draw(ward, "semantic", per_stay=9)
    drawn = sources()
    assert drawn["1_91", "I12.9"][:2] == ("I10", 3)
    assert drawn["1_91", "E66.3"][:2] == ("E66.9", 2)
    assert drawn["4_94", "I10"][:2] == ("E66.3", 7)


def test_all_billable_codes_may_be_the_universe(ward):
    assert ("2_92", "I12") not in sources()
    draw(ward, "semantic", per_stay=9, universe="all")
    assert ("1_91", "I12") in sources()
    assert ("2_92", "I12") not in sources()


def test_every_negative_names_the_model_and_its_version(ward):
    printed = run("sample_negatives", "ward", "--strategy", "semantic", "--per-stay", 1, "--seed", 3)[1]
    assert printed["created"] == 5
    source = PairSource.objects.first()
    assert source.seed == 3
    assert re.fullmatch(r"wordllama \d\S+ l2_supercat_256", source.method)


def test_a_project_without_codes_and_a_senseless_number_are_refused(ward):
    with pytest.raises(Refusal, match="no billed codes"):
        draw(make.project("empty"), "prevalence")
    with pytest.raises(Refusal, match="At least one"):
        draw(ward, "prevalence", per_stay=0)
