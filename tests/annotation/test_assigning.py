import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.models import Assignment, Draft
from annotation.services.annotating import save_draft, submit_annotation
from annotation.services.assigning import assign_pairs, open_places, take_next
from annotation.services.freeing import free_expired, free_places_of
from foundation.logic.errors import Forbidden, Refusal
from foundation.models import Membership
from overview.selectors.board import stage_counts
from tests import make
from triage.models import TriageResult

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    return make.project()


def holders(project):
    found = {}
    for pair, name in Assignment.objects.filter(project=project, purpose="work").values_list(
        "pair", "annotator__username"
    ):
        found.setdefault(pair, []).append(name)
    return found


def test_every_pair_gets_exactly_two_different_people(ward):
    make.people(ward, "alice", "ben", "carol")
    make.pairs(ward, 30)
    result = assign_pairs(actor=None, project=ward, seed=3)
    assert sum(result["assigned"].values()) == 60
    assert all(len(set(names)) == 2 and None not in names for names in holders(ward).values())


def test_the_work_is_balanced_over_people(ward):
    make.people(ward, "alice", "ben", "carol")
    make.pairs(ward, 31)
    counts = assign_pairs(actor=None, project=ward)["assigned"].values()
    assert max(counts) - min(counts) <= 1


def test_assigning_again_gives_nothing_twice(ward):
    make.people(ward, "alice", "ben")
    make.pairs(ward, 5)
    assign_pairs(actor=None, project=ward)
    assert assign_pairs(actor=None, project=ward)["assigned"] == {"alice": 0, "ben": 0}
    assert Assignment.objects.count() == 10


def test_a_bound_pair_of_people_gets_every_pair(ward):
    alice, _, carol = make.people(ward, "alice", "ben", "carol")
    make.pairs(ward, 4)
    assign_pairs(actor=None, project=ward, annotators=[alice, carol], bound=True)
    assert all(set(names) == {"alice", "carol"} for names in holders(ward).values())


def test_the_same_person_cannot_be_bound_to_themself(ward):
    (alice,) = make.people(ward, "alice")
    with pytest.raises(Refusal):
        assign_pairs(actor=None, project=ward, annotators=[alice, alice], bound=True)


def test_only_annotators_get_pairs(ward):
    sofia = make.person("sofia", ward)
    with pytest.raises(Refusal):
        assign_pairs(actor=None, project=ward, annotators=[sofia])


def test_two_places_of_a_pair_never_have_one_number(ward):
    pair = make.pair(ward)
    open_places(actor=None, project=ward)
    with pytest.raises(IntegrityError), transaction.atomic():
        Assignment.objects.create(project=ward, pair=pair, place=1)


def test_one_person_never_holds_two_places_of_a_pair(ward):
    alice = make.person("alice", ward)
    pair = make.pair(ward)
    make.held(alice, pair)
    with pytest.raises(IntegrityError), transaction.atomic():
        Assignment.objects.filter(pair=pair, status="free").update(annotator=alice, status="open")


def test_pulling_gives_each_pair_once_to_a_person(ward):
    alice = make.person("alice", ward)
    make.pairs(ward, 3)
    open_places(actor=None, project=ward)
    taken = []
    while (assignment := take_next(annotator=alice, project=ward)) is not None:
        taken.append(assignment.pair_id)
        make.answer(alice, assignment.pair, make.unrelated())
    assert len(taken) == len(set(taken)) == 3


def test_pulling_again_before_answering_gives_the_same_pair(ward):
    alice = make.person("alice", ward)
    make.pairs(ward, 3)
    open_places(actor=None, project=ward)
    assert take_next(annotator=alice, project=ward) == take_next(annotator=alice, project=ward)


def test_an_sme_cannot_pull(ward):
    with pytest.raises(Forbidden):
        take_next(annotator=make.person("sofia", ward), project=ward)


def test_a_lease_that_ran_out_is_free_again_one_second_later(ward):
    alice = make.person("alice", ward)
    make.pair(ward)
    open_places(actor=None, project=ward)
    place = take_next(annotator=alice, project=ward)
    assert free_expired(project=ward, now=place.lease_until) == 0
    assert free_expired(project=ward, now=place.lease_until + datetime.timedelta(seconds=1)) == 1
    assert not Assignment.objects.filter(annotator=alice).exists()


def test_drafted_or_finished_work_is_never_taken_away(ward):
    alice = make.person("alice", ward)
    make.pairs(ward, 2)
    open_places(actor=None, project=ward)
    place = take_next(annotator=alice, project=ward)
    make.answer(alice, place.pair, make.unrelated())
    other = take_next(annotator=alice, project=ward)
    save_draft(
        annotator=alice,
        project=ward,
        assignment_id=other.pk,
        answer=make.related(),
        quotes=None,
        version=0,
    )
    assert free_expired(project=ward, now=timezone.now() + datetime.timedelta(days=900)) == 0


def test_removing_a_person_frees_what_is_open_and_keeps_what_is_done(ward):
    alice, *_ = make.people(ward, "alice", "ben")
    make.pairs(ward, 3)
    assign_pairs(actor=None, project=ward)
    done = Assignment.objects.filter(annotator=alice).first()
    make.answer(alice, done.pair, make.unrelated())
    Membership.objects.filter(user=alice).update(active=False)
    assert free_places_of(actor=None, project=ward, annotator=alice) == 2
    done.refresh_from_db()
    assert (done.annotator, done.status) == (alice, "submitted")
    assert Assignment.objects.filter(status="free").count() == 2


def test_a_removed_persons_draft_stays_on_record(ward):
    alice = make.person("alice", ward)
    assignment = make.held(alice, make.pair(ward))
    save_draft(
        annotator=alice,
        project=ward,
        assignment_id=assignment.pk,
        answer=make.related(),
        quotes=None,
        version=0,
    )
    free_places_of(actor=None, project=ward, annotator=alice)
    assert Draft.objects.get().annotator == alice


def control(project, task_id, source, label):
    pair = make.pair(project, task_id, source=source, selected=None)
    TriageResult.objects.create(pair=pair, stage=1, label=label, unanimous=True, valid_votes=3)
    return pair


def test_controls_are_half_related_and_stand_outside_the_places(ward):
    make.people(ward, "alice", "ben")
    make.pairs(ward, 10)
    for number in range(5):
        control(ward, f"8{number}_1", "billed", "explicit")
        control(ward, f"9{number}_1", "semantic_negative", "unrelated")
    result = assign_pairs(actor=None, project=ward, controls=0.4)
    assert result["controls"] == 8
    extra = Assignment.objects.filter(purpose="control")
    assert extra.filter(expected="Related").count() == extra.filter(expected="Unrelated").count() == 4
    assert all(len(names) == 2 for names in holders(ward).values())


def test_a_repeat_waits_until_the_first_answer_is_in(ward):
    alice, *_ = make.people(ward, "alice", "ben")
    make.pair(ward)
    assert assign_pairs(actor=None, project=ward, repeats=1)["repeats"] == 2
    first = take_next(annotator=alice, project=ward)
    assert first.purpose == "work"
    make.answer(alice, first.pair, make.unrelated())
    assert take_next(annotator=alice, project=ward).purpose == "repeat"


def test_a_pair_stays_for_the_second_annotator_until_both_answered(ward):
    alice, ben, carol = make.people(ward, "alice", "ben", "carol")
    make.pair(ward)
    open_places(actor=None, project=ward)
    first = take_next(annotator=alice, project=ward)
    make.answer(alice, first.pair, make.unrelated())
    second = take_next(annotator=ben, project=ward)
    assert second.pair == first.pair
    make.answer(ben, second.pair, make.unrelated())
    assert take_next(annotator=carol, project=ward) is None


def test_only_the_filtered_pairs_are_given_to_the_bound_people(ward):
    alice, ben, _ = make.people(ward, "alice", "ben", "carol")
    first, *others = make.pairs(ward, 3)
    chosen = ward.pairs.filter(task_id=first.task_id)
    assign_pairs(actor=None, project=ward, annotators=[alice, ben], bound=True, pairs=chosen)
    assert set(holders(ward)[first.pk]) == {"alice", "ben"}
    assert all(holders(ward)[pair.pk] == [None, None] for pair in others)


def test_work_is_balanced_over_strata_too(ward):
    make.people(ward, "alice", "ben", "carol")
    for number in range(30):
        make.pair(ward, f"{number}_1", selected="positive" if number % 3 else "negative")
    assign_pairs(actor=None, project=ward)
    counts = {
        name: Assignment.objects.filter(annotator__username=name, pair__selection__kind="negative").count()
        for name in ("alice", "ben", "carol")
    }
    assert max(counts.values()) - min(counts.values()) <= 2


def test_everybody_may_get_the_same_control(ward):
    """N is the number of people on a pair for work, not on what measures people."""
    make.people(ward, "alice", "ben", "carol")
    make.pairs(ward, 3)
    known = control(ward, "80_1", "billed", "explicit")
    assert assign_pairs(actor=None, project=ward, controls=0.5)["controls"] == 3
    assert set(holders_of(known)) == {"alice", "ben", "carol"}


def holders_of(pair):
    return Assignment.objects.filter(pair=pair).values_list("annotator__username", flat=True)


def test_a_repeat_fills_no_place_of_its_pair(ward):
    alice, ben = make.people(ward, "alice", "ben")
    pair = make.pair(ward)
    make.answer(alice, pair, make.unrelated())
    again = Assignment.objects.create(
        project=ward, pair=pair, annotator=alice, purpose="repeat", status="open"
    )
    submit_annotation(annotator=alice, project=ward, assignment_id=again.pk, answer=make.unrelated(seconds=3))
    assert make.compared(ward)["incomplete"] == 1
    assert stage_counts(ward)["answered"] == 0
    assert take_next(annotator=ben, project=ward).pair == pair
