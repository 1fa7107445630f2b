import pytest

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.selectors.feedback import feedback
from adjudication.services.feedback import set_feedback
from adjudication.services.reviewing import decide
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
    (row,) = feedback(make.person("alice"), ward)
    assert (row.mine, row.final, row.same) == ("Related", "False", False)
    (row,) = feedback(make.person("ben"), ward)
    assert row.same


def test_feedback_cannot_be_opened_while_an_answer_is_still_to_come(ward):
    make.held(make.person("alice"), make.pair(ward, "2_1"))
    with pytest.raises(Conflict):
        set_feedback(actor=None, project=ward, open_to_annotators=True)
