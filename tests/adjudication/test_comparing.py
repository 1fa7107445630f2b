import csv
import gc
import io

import pytest
from django.urls import reverse

from adjudication.logic.validation import Verdict
from adjudication.models import Comparison, Decision, ReviewCase
from adjudication.selectors import agreement
from adjudication.selectors.agreement import agreement_report
from adjudication.services.reviewing import decide, send_back
from annotation.models import Assignment
from annotation.services.annotating import save_draft, submit_annotation
from annotation.services.assigning import assign_pairs
from corpus.services.pairing import import_pairs
from foundation.logic.errors import Conflict
from overview.selectors.board import stage_counts
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "carol", "sofia")
    return ward


def person(name):
    return make.person(name)


def both(pair, one, other):
    make.answer(person("alice"), pair, one)
    make.answer(person("ben"), pair, other)


def verdict(**named):
    return Verdict(**named)


def test_complete_pairs_are_compared_and_incomplete_ones_counted(ward):
    first, second, third, fourth = make.pairs(ward, 4)
    both(first, make.unrelated(), make.unrelated())
    both(second, make.related(), make.unrelated())
    both(third, make.related((26, 33)), make.related((58, 66)))
    make.answer(person("alice"), fourth, make.unrelated())
    assert make.compared(ward) == {
        "agreed": 1,
        "label_mismatch": 1,
        "evidence_mismatch": 1,
        "unanswerable": 0,
        "incomplete": 1,
    }
    assert ReviewCase.objects.filter(conflict=True).count() == 2


def test_comparing_again_changes_nothing(ward):
    both(make.pair(ward), make.unrelated(), make.unrelated())
    make.compared(ward)
    before = Comparison.objects.get().compared_at
    assert make.compared(ward)["agreed"] == 1
    assert Comparison.objects.get().compared_at == before


def test_a_pair_called_unanswerable_reaches_the_expert_as_a_conflict(ward):
    both(make.pair(ward), make.Answer("Unanswerable", rationale="cut off"), make.unrelated())
    make.compared(ward)
    assert Comparison.objects.get().kind == "unanswerable"
    assert ReviewCase.objects.get().conflict


def test_a_revision_after_sending_back_rebuilds_the_comparison_and_keeps_decisions(ward):
    pair, other = make.pairs(ward, 2)
    both(pair, make.related(), make.unrelated())
    both(other, make.unrelated(), make.unrelated())
    make.compared(ward)
    decided = decide(
        sme=person("sofia"), project=ward, case_id=other.review_case.pk, verdict=verdict(outcome="False")
    )
    send_back(sme=person("sofia"), project=ward, case_id=pair.review_case.pk, message="Look at the Hgb.")
    assert Assignment.objects.filter(status="returned").count() == 2
    make.answer(person("ben"), pair, make.related())
    assert make.compared(ward)["incomplete"] == 1
    make.answer(person("alice"), pair, make.related(rationale="looked again"))
    assert make.compared(ward)["agreed"] == 2
    assert ReviewCase.objects.get(pair=pair).status == "waiting"
    assert Decision.objects.get() == decided


def test_agreement_is_of_the_answers_before_any_expert_touched_the_pair(ward):
    pair = make.pair(ward)
    both(pair, make.related(), make.unrelated())
    make.compared(ward)
    send_back(sme=person("sofia"), project=ward, case_id=pair.review_case.pk, message="Look again.")
    make.answer(person("alice"), pair, make.unrelated())
    make.answer(person("ben"), pair, make.unrelated(unrelated_reason="not_mentioned"))
    make.compared(ward)
    assert Comparison.objects.get().kind == "agreed_unrelated"
    assert agreement_report(ward, replicates=10)["label"]["raw"] == 0


def test_controls_and_repeats_stay_out_of_agreement(ward):
    pair = make.pair(ward)
    both(pair, make.unrelated(), make.unrelated())
    control = make.pair(ward, "7_1", selected=None)
    extra = Assignment.objects.create(
        project=ward,
        pair=control,
        annotator=person("alice"),
        purpose="control",
        expected="Related",
        status="open",
    )
    submit_annotation(annotator=person("alice"), project=ward, assignment_id=extra.pk, answer=make.related())
    make.compared(ward)
    report = agreement_report(ward, replicates=10)
    assert report["pairs"] == 1
    alice = next(row for row in report["people"] if row["username"] == "alice")
    assert alice["control_accuracy"] == 1
    assert alice["done"] == 1


def test_three_annotators_with_a_different_voice_are_flagged():
    trio = make.project("trio", annotators=3)
    alice, ben, carol = make.people(trio, "alice", "ben", "carol")
    pair = make.pair(trio)
    make.answer(alice, pair, make.related())
    make.answer(ben, pair, make.unrelated())
    make.answer(carol, pair, make.related())
    assert make.compared(trio)["label_mismatch"] == 1
    assert agreement_report(trio, replicates=10)["label"]["raw"] == pytest.approx(1 / 3, abs=1e-6)


def test_three_people_with_three_different_answers_are_flagged():
    trio = make.project("trio", annotators=3)
    alice, ben, carol = make.people(trio, "alice", "ben", "carol")
    pair = make.pair(trio)
    make.answer(alice, pair, make.related())
    make.answer(ben, pair, make.unrelated())
    make.answer(carol, pair, make.Answer("Unanswerable", rationale="cut off"))
    assert make.compared(trio)["unanswerable"] == 1
    assert ReviewCase.objects.get().conflict
    report = agreement_report(trio, replicates=10)
    assert (report["pairs"], report["unanswerable"], report["label"]["raw"]) == (0, 1, None)


def test_one_decided_case_of_many_is_not_a_finished_project(ward):
    pairs = make.pairs(ward, 5)
    for pair in pairs:
        both(pair, make.unrelated(), make.unrelated())
    make.compared(ward)
    decide(
        sme=person("sofia"), project=ward, case_id=pairs[0].review_case.pk, verdict=verdict(outcome="False")
    )
    counts = stage_counts(ward)
    assert (counts["selected"], counts["reviewed"], counts["open"], counts["false"]) == (5, 1, 4, 1)


def test_ones_own_overlapping_marks_break_nothing(ward):
    both(make.pair(ward), make.related((26, 33), (26, 33), (28, 40)), make.related((26, 40)))
    make.compared(ward)
    assert Comparison.objects.get().kind == "equal"
    assert agreement_report(ward, replicates=10)["spans"]["f1_exact"] == 1


def test_an_answer_cannot_change_after_comparison(ward):
    pair = make.pair(ward)
    both(pair, make.unrelated(), make.unrelated())
    make.compared(ward)
    with pytest.raises(Conflict) as refused:
        make.answer(person("alice"), pair, make.related())
    assert refused.value.code == "answers_closed"
    mine = Assignment.objects.get(annotator=person("alice"))
    with pytest.raises(Conflict) as refused:
        save_draft(
            annotator=person("alice"),
            project=ward,
            assignment_id=mine.pk,
            answer=make.related(),
            quotes=None,
            version=0,
        )
    assert refused.value.code == "answers_closed"


def test_experts_and_unstarted_work_do_not_enter_agreement(ward):
    first, second, third = make.pairs(ward, 3)
    both(first, make.related(), make.unrelated())
    make.held(person("alice"), second)
    make.answer(person("alice"), third, make.unrelated())
    make.compared(ward)
    decide(
        sme=person("sofia"),
        project=ward,
        case_id=first.review_case.pk,
        verdict=verdict(outcome="True", spans=((26, 33),), rationale="why"),
    )
    report = agreement_report(ward, replicates=10)
    assert (report["pairs"], report["annotators"], report["label"]["raw"]) == (1, 2, 0)


def test_garbage_is_collected_again_after_measuring_even_when_it_fails(ward, monkeypatch):
    agreement_report(ward, replicates=1)
    assert gc.isenabled()
    monkeypatch.setattr(agreement, "first_answers", None)
    with pytest.raises(TypeError):
        agreement_report(ward, replicates=1)
    assert gc.isenabled()


def test_agreement_comes_pair_by_pair_too(client, ward):
    """By concept, by source, or each alone: a lead sorts the table; nobody is named in it."""
    first, second, third, _ = make.pairs(ward, 4)
    both(first, make.related(), make.unrelated())
    both(second, make.unrelated(), make.unrelated())
    both(third, make.Answer("Unanswerable", rationale="cut off"), make.unrelated())
    make.compared(ward)
    client.force_login(make.person("lena", ward))
    answer = client.get(reverse("agreement_by_pair", args=["ward"]))
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    names = ("task_id", "code", "related", "unrelated", "unanswerable", "raw", "comparison")
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("00001_1", "D64.9", "1", "1", "0", "0.0", "label_mismatch"),
        ("00002_1", "D64.9", "0", "2", "0", "1.0", "agreed_unrelated"),
        ("00003_1", "D64.9", "0", "1", "1", "", "unanswerable"),
    ]
    assert not any(name in answer.content.decode() for name in ("alice", "ben"))
    client.force_login(person("sofia"))
    assert client.get(reverse("agreement_by_pair", args=["ward"])).status_code == 403


def test_a_pair_that_comes_again_for_a_second_round_keeps_its_gold(ward, tmp_path):
    """Nothing is compared with itself, and nobody gets the pair twice."""
    pair = make.pair(ward)
    both(pair, make.related(), make.related())
    make.compared(ward)
    spans = ((26, 33),)
    decided = decide(
        sme=person("sofia"),
        project=ward,
        case_id=pair.review_case.pk,
        verdict=verdict(outcome="True", spans=spans, rationale="why"),
    )
    file = tmp_path / "pairs.csv"
    file.write_text("task_id,code\n1_1,D64.9\n")
    assert import_pairs(actor=None, project=ward, path=file)["created"] == 0
    people = [person("alice"), person("ben")]
    assert assign_pairs(actor=None, project=ward, annotators=people)["assigned"] == {"alice": 0, "ben": 0}
    assert make.compared(ward)["agreed"] == 1
    assert ReviewCase.objects.get().status == "decided"
    assert Decision.objects.get() == decided
