import pytest
from django.urls import reverse

from annotation.models import Annotation, Draft
from annotation.selectors.answers import answered_pairs
from annotation.services.annotating import (
    StaleDraft,
    close_answers,
    publish_guideline,
    save_draft,
    submit_annotation,
)
from foundation.logic.errors import Conflict, Missing, Refusal
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    return make.project()


@pytest.fixture
def alice(ward):
    return make.person("alice", ward)


@pytest.fixture
def assignment(ward, alice):
    return make.held(alice, make.pair(ward))


def save(alice, assignment, answer, version, quotes=None):
    return save_draft(
        annotator=alice,
        project=assignment.project,
        assignment_id=assignment.pk,
        answer=answer,
        quotes=quotes,
        version=version,
    )


def submit(alice, assignment, answer, **named):
    return submit_annotation(
        annotator=alice, project=assignment.project, assignment_id=assignment.pk, answer=answer, **named
    )


def test_each_save_is_the_next_version(alice, assignment):
    assert save(alice, assignment, make.related(), 0).version == 1
    assert save(alice, assignment, make.unrelated(), 1).version == 2


def test_a_second_window_overwrites_nothing_and_is_shown_what_is_stored(alice, assignment):
    save(alice, assignment, make.related(rationale="first window"), 0)
    with pytest.raises(StaleDraft) as caught:
        save(alice, assignment, make.unrelated(), 0)
    assert caught.value.facts["draft"]["rationale"] == "first window"
    assert Draft.objects.get().label == "Related"


@pytest.mark.parametrize(
    ("spans", "quote", "code"),
    [
        ([(26, 33)], "Hgb 7.3", "quote_mismatch"),
        ([(33, 26)], "", "span_reversed"),
        ([(0, 999)], "", "span_out_of_range"),
        ([(24, 26)], "\n\n", "span_blank"),
    ],
)
def test_a_span_that_is_not_the_notes_is_refused_and_the_draft_kept(alice, assignment, spans, quote, code):
    save(alice, assignment, make.related(rationale="kept"), 0)
    with pytest.raises(Refusal) as caught:
        save(alice, assignment, make.related(*spans), 1, [quote])
    assert caught.value.code == code
    assert Draft.objects.get().rationale == "kept"


def test_somebody_elses_assignment_does_not_exist(ward, assignment):
    with pytest.raises(Missing):
        save(make.person("ben", ward), assignment, make.unrelated(), 0)


def test_an_assignment_of_another_project_does_not_exist_here(alice, assignment):
    with pytest.raises(Missing):
        save_draft(
            annotator=alice,
            project=make.project("other"),
            assignment_id=assignment.pk,
            answer=make.unrelated(),
            quotes=None,
            version=0,
        )


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (make.Answer(""), "label_missing"),
        (make.Answer("Related", (), "why"), "span_missing"),
        (make.Answer("Related", ((26, 33),), "  "), "rationale_missing"),
        (make.Answer("Unanswerable"), "reason_missing"),
        (make.Answer("Unrelated", support="explicit"), "support_of_related"),
        (make.Answer("Related", ((26, 33),), "why", unrelated_reason="ruled_out"), "reason_of_unrelated"),
        (make.Answer("Unrelated", rationale="a\x00b"), "text_unstorable"),
    ],
)
def test_an_incomplete_answer_is_refused_by_name(alice, assignment, answer, code):
    with pytest.raises(Refusal) as caught:
        submit(alice, assignment, answer)
    assert caught.value.code == code
    assert not Annotation.objects.exists()


def test_submitting_twice_leaves_one_answer(alice, assignment):
    save(alice, assignment, make.related(), 0)
    first = submit(alice, assignment, make.related(), version=1)
    assert submit(alice, assignment, make.related(), version=1) == first
    assert Annotation.objects.count() == 1


def test_a_revision_is_added_and_the_old_answer_stays(alice, assignment):
    submit(alice, assignment, make.related())
    submit(alice, assignment, make.unrelated())
    assert list(Annotation.objects.order_by("revision").values_list("revision", "label")) == [
        (1, "Related"),
        (2, "Unrelated"),
    ]


def test_a_closed_answer_can_no_longer_change(ward, alice, assignment):
    submit(alice, assignment, make.unrelated())
    close_answers(actor=None, project=ward)
    with pytest.raises(Conflict) as caught:
        submit(alice, assignment, make.related())
    assert caught.value.code == "answers_closed"


def test_a_draft_never_enters_comparison(ward, alice, assignment):
    ben = make.person("ben", ward)
    make.answer(ben, assignment.pair, make.unrelated())
    save(alice, assignment, make.related(), 0)
    close_answers(actor=None, project=ward)
    assert answered_pairs(ward) == []
    assert make.compared(ward)["incomplete"] == 1


def test_the_quote_is_taken_from_the_note(alice, assignment):
    annotation = submit(alice, assignment, make.related((26, 33), (0, 15)))
    assert [span.quote for span in annotation.spans.all()] == ["Hgb 7.2", "Chief Complaint"]


def test_a_lead_who_looks_on_changes_nothing_of_an_answer_being_written(ward, alice, assignment, client):
    save(alice, assignment, make.related(), 0)
    before = Draft.objects.get().updated_at
    client.force_login(make.person("lena", ward))
    for name, args in (("pair", [ward.slug, assignment.pair_id]), ("board", [ward.slug])):
        assert client.get(reverse(name, args=args)).status_code == 200
    assert client.get(reverse("annotate_desk", args=[ward.slug, assignment.pk])).status_code == 403
    assert Draft.objects.get().updated_at == before
    assert save(alice, assignment, make.unrelated(), 1).version == 2


def test_no_address_deletes_an_answer(ward, alice, assignment, client):
    submit(alice, assignment, make.related())
    client.force_login(alice)
    for name in ("desk", "draft", "submit", "skip", "cannot"):
        answered = client.delete(reverse(f"annotate_{name}", args=[ward.slug, assignment.pk]))
        assert answered.status_code == 405
    assert Annotation.objects.count() == 1


def test_a_closed_answer_asks_for_no_marks_and_an_open_one_does(client, ward, alice, assignment):
    client.force_login(alice)
    address = reverse("annotate_desk", args=[ward.slug, assignment.pk])
    assert "Drag over the words" in client.get(address).content.decode()
    submit(alice, assignment, make.unrelated())
    close_answers(actor=None, project=ward)
    assert "Drag over the words" not in client.get(address).content.decode()


def test_an_answer_is_recorded_under_the_guidelines_that_were_read(ward, alice, assignment):
    first = publish_guideline(actor=None, project=ward, text="Mark the value.")
    publish_guideline(actor=None, project=ward, text="Mark the value and its unit.")

    assert submit(alice, assignment, make.related(), guideline=1).guideline == first
    assert submit(alice, assignment, make.unrelated()).guideline.version == 2
    with pytest.raises(Refusal) as caught:
        submit(alice, assignment, make.related(), guideline=3)
    assert caught.value.code == "no_such_guideline"
