import pytest
from django.urls import reverse

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.selectors.feedback import feedback
from adjudication.services.feedback import set_feedback
from adjudication.services.reviewing import decide
from annotation.models import Assignment
from annotation.selectors.queue import own_answers
from annotation.services.annotating import submit_annotation
from foundation.logic.errors import Conflict, Forbidden
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    alice, ben, *_ = make.people(ward, "alice", "ben", "sofia")
    pair = make.pair(ward)
    make.answer(alice, pair, make.related())
    make.answer(ben, pair, make.unrelated())
    make.compared(ward)
    decide(
        sme=make.person("sofia"),
        project=ward,
        case_id=ReviewCase.objects.get().pk,
        verdict=Verdict("False", unrelated_reason="not_enough"),
    )
    return ward


def test_final_answers_stay_hidden_until_the_lead_opens_them(ward):
    with pytest.raises(Forbidden):
        feedback(make.person("alice"), ward)


def test_own_answers_stand_beside_the_final_ones(ward):
    set_feedback(actor=None, project=ward, open_to_annotators=True)
    ward.refresh_from_db()
    (row,) = feedback(make.person("alice"), ward).rows
    assert (row.mine, row.final.outcome, row.same) == ("Related", "False", False)
    (row,) = feedback(make.person("ben"), ward).rows
    assert row.same


def test_feedback_cannot_be_opened_while_an_answer_is_still_to_come(ward):
    make.held(make.person("alice"), make.pair(ward, "2_1"))
    with pytest.raises(Conflict):
        set_feedback(actor=None, project=ward, open_to_annotators=True)


def extra(ward, pair, given, **fields):
    """A control or repeat of alice, answered."""
    made = Assignment.objects.create(
        project=ward, pair=pair, annotator=make.person("alice"), status="open", **fields
    )
    submit_annotation(annotator=make.person("alice"), project=ward, assignment_id=made.pk, answer=given)


def opened(ward):
    make.compared(ward)
    return set_feedback(actor=None, project=ward, open_to_annotators=True)


def listed(project):
    return sorted(answer.assignment.pair.task_id for answer in own_answers(make.person("alice"), project))


def test_a_pair_answered_again_is_one_row_with_the_newest_answer(client, ward):
    pair = ward.pairs.get()
    extra(ward, pair, make.unrelated(), purpose="repeat")
    (answer,) = own_answers(make.person("alice"), ward)
    assert answer.label == "Unrelated"
    client.force_login(make.person("alice"))
    assert client.get(reverse("answers", args=["ward"])).content.count(b"D64.9") == 1
    assert len(client.get(reverse("api_answers", args=["ward"])).json()) == 1
    (row,) = feedback(make.person("alice"), opened(ward)).rows
    assert (row.mine, row.same) == ("Unrelated", True)


@pytest.mark.parametrize(
    ("expected", "final", "same"), [("Related", "True", True), ("Unrelated", "False", False)]
)
def test_controls_stand_among_the_others_with_the_label_that_is_right(ward, expected, final, same):
    control = make.pair(ward, "7_1", selected=None)
    extra(ward, control, make.related(), purpose="control", expected=expected)
    own = feedback(make.person("alice"), opened(ward))
    assert [row.task_id for row in own.rows] == listed(ward) == ["1_1", "7_1"]
    assert (own.rows[1].final.outcome, own.rows[1].same) == (final, same)


def test_where_controls_are_no_final_words_are_shown_to_anybody(ward):
    own = feedback(make.person("alice"), opened(ward))
    assert own.words
    control = make.pair(ward, "7_1", selected=None)
    extra(ward, control, make.related(), purpose="control", expected="Related")
    for name in ("alice", "ben"):
        own = feedback(make.person(name), opened(ward))
        assert not own.words
        assert not any(row.final.rationale or row.final.quotes for row in own.rows)


def test_all_comes_at_once_so_that_what_is_early_tells_nothing(ward):
    """A control would have its final label before the work beside it has."""
    control, open_pair = make.pair(ward, "7_1", selected=None), make.pair(ward, "8_1")
    extra(ward, control, make.related(), purpose="control", expected="Related")
    for name in ("alice", "ben"):
        make.answer(make.person(name), open_pair, make.unrelated())
    ward = opened(ward)
    assert feedback(make.person("alice"), ward).rows == []
    decide(sme=make.person("sofia"), project=ward, case_id=open_pair.review_case.pk, verdict=Verdict("False"))
    assert len(feedback(make.person("alice"), ward).rows) == 3


def test_an_unanswerable_pair_is_never_the_same_as_its_final_answer(ward):
    pair = make.pair(ward, "8_1")
    for name in ("alice", "ben"):
        make.answer(make.person(name), pair, make.Answer("Unanswerable", rationale="cut off"))
    make.compared(ward)
    decide(sme=make.person("sofia"), project=ward, case_id=pair.review_case.pk, verdict=Verdict("False"))
    row = feedback(make.person("alice"), opened(ward)).rows[1]
    assert (row.mine, row.final.outcome, row.same) == ("Unanswerable", "False", False)
