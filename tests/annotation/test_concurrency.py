"""Many annotators at one queue at the same moment, in threads with connections of their own."""

import threading

import pytest
from django.db import connection

from annotation.models import Annotation, Assignment
from annotation.services.annotating import save_draft, submit_annotation
from annotation.services.assigning import open_places, take_next
from foundation.logic.errors import Conflict
from foundation.models import Membership, User
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)


def together(work, count):
    """Run `work(number)` in so many threads that start at once; what it raises is raised here."""
    barrier, failures = threading.Barrier(count), []

    def run(number):
        try:
            barrier.wait(timeout=30)
            work(number)
        except Exception as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    if failures:
        raise failures[0]


def test_no_pair_ever_gets_a_third_person():
    ward = make.project()
    make.pairs(ward, 12)
    open_places(actor=None, project=ward)
    users = [User.objects.create(username=f"p{number}") for number in range(6)]
    Membership.objects.bulk_create([Membership(project=ward, user=u, role="annotator") for u in users])

    def work(number):
        while (assignment := take_next(annotator=users[number], project=ward)) is not None:
            submit_annotation(
                annotator=users[number],
                project=ward,
                assignment_id=assignment.pk,
                answer=make.unrelated(),
            )

    together(work, len(users))
    by_pair = {}
    for pair, annotator, status in Assignment.objects.values_list("pair", "annotator", "status"):
        assert status == "submitted"
        by_pair.setdefault(pair, set()).add(annotator)
    assert [len(people) for people in by_pair.values()] == [2] * 12
    assert Annotation.objects.count() == 24


def test_one_person_in_many_windows_gets_one_pair():
    ward = make.project()
    alice = make.person("alice", ward)
    make.pairs(ward, 5)
    open_places(actor=None, project=ward)
    taken = []
    together(lambda _: taken.append(take_next(annotator=alice, project=ward).pk), 5)
    assert len(set(taken)) == 1
    assert Assignment.objects.filter(annotator=alice).count() == 1


def test_five_clicks_on_submit_leave_one_answer():
    ward = make.project()
    alice = make.person("alice", ward)
    assignment = make.held(alice, make.pair(ward))

    def work(_):
        submit_annotation(
            annotator=alice,
            project=ward,
            assignment_id=assignment.pk,
            answer=make.related(),
            version=0,
        )

    together(work, 5)
    assert Annotation.objects.count() == 1


def test_of_two_windows_that_save_at_once_one_wins_and_the_other_is_told():
    ward = make.project()
    alice = make.person("alice", ward)
    assignment = make.held(alice, make.pair(ward))
    outcomes = []

    def work(number):
        try:
            save_draft(
                annotator=alice,
                project=ward,
                assignment_id=assignment.pk,
                answer=make.related(rationale=f"window {number}"),
                quotes=None,
                version=0,
            )
            outcomes.append("saved")
        except Conflict as refusal:
            outcomes.append(refusal.code)

    together(work, 4)
    assert sorted(outcomes) == ["saved", "stale_draft", "stale_draft", "stale_draft"]
