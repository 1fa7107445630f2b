"""Alice sees the same bytes whatever Ben answered, the models said, and her pairs are there for."""

import pytest
from django.core.cache import cache
from django.db import transaction

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.services.feedback import set_feedback
from adjudication.services.reviewing import decide
from annotation.models import Assignment
from annotation.services.annotating import publish_guideline, save_draft
from benchmark.models import Release
from corpus.models import PairSource
from tests import make
from tests.blindness.crawl import addresses, crawl, fixed_id
from triage.models import Selection, TriageResult, Vote

pytestmark = pytest.mark.django_db

LABEL = {"label": "explicit", "unanimous": True, "valid_votes": 3}


@pytest.fixture
def ward():
    """Alice has one answered, one drafted and two open pairs; of Ben's work there is nothing yet."""
    ward = make.project()
    alice, _ben, _carol, _sofia, _lena = make.people(ward, "alice", "ben", "carol", "sofia", "lena")
    publish_guideline(actor=None, project=ward, text="# Read the whole note")
    for position, pair in enumerate(make.pairs(ward, 4)):
        Assignment.objects.create(
            id=fixed_id(f"alice {position}"),
            project=ward,
            pair=pair,
            annotator=alice,
            place=1,
            status="open",
            position=position,
        )
        Assignment.objects.create(
            id=fixed_id(f"second {position}"), project=ward, pair=pair, place=2, position=position
        )
    answered, drafted, *_ = Assignment.objects.filter(annotator=alice).order_by("position")
    Assignment.objects.create(
        id=fixed_id("alice again"),
        project=ward,
        pair=answered.pair,
        annotator=alice,
        purpose="control",
        expected="Related",
        status="open",
        position=9,
    )
    make.answer(alice, answered.pair, make.related())
    save_draft(
        annotator=alice,
        project=ward,
        assignment_id=drafted.pk,
        answer=make.unrelated(),
        quotes=None,
        version=0,
    )
    return ward


def the_other_world(ward):
    """The same work for Alice; everything she may not know is otherwise."""
    ben, carol = make.person("ben"), make.person("carol")
    mine = list(Assignment.objects.filter(annotator__username="alice", place=1).order_by("position"))
    for place, other in zip(Assignment.objects.filter(place=2).order_by("position"), mine, strict=True):
        place.annotator, place.status = (ben if other.position else carol), "open"
        place.save()
    make.answer(carol, mine[0].pair, make.unrelated())
    make.answer(ben, mine[1].pair, make.related(rationale="Secret words of Ben."))
    PairSource.objects.update(source="semantic_negative", hops=3)
    Selection.objects.update(kind="negative")
    for assignment in mine:
        TriageResult.objects.create(pair=assignment.pair, stage=1, **LABEL)
        run = assignment.pair.project.triage_runs.create(stage=1, model="m")
        Vote.objects.create(
            pair=assignment.pair, run=run, stage=1, vote=1, model="m", label="explicit", explanation="told"
        )
    Assignment.objects.filter(pk=mine[2].pk).update(purpose="control", place=None, expected="Related")
    Assignment.objects.filter(pk=fixed_id("alice again")).update(purpose="repeat", expected="")
    ReviewCase.objects.create(id=fixed_id("case"), project=ward, pair=mine[0].pair, conflict=True, returns=1)


@pytest.fixture
def samples(ward):
    pairs = list(ward.pairs.order_by("task_id"))
    release = Release(id=fixed_id("release"), project=ward, version="1.0.0")
    return {
        "slug": [ward.slug, "nowhere"],
        "assignment_id": [
            str(fixed_id("alice 0")),
            str(fixed_id("alice 1")),
            str(fixed_id("alice 2")),
            str(fixed_id("alice 3")),
            str(fixed_id("alice again")),
            str(fixed_id("second 0")),
        ],
        "case_id": [str(fixed_id("case"))],
        "job_id": [str(fixed_id("job"))],
        "pair_id": [str(pairs[0].pk)],
        "run_id": [str(fixed_id("run"))],
        "username": ["ben", "alice", "nobody"],
        "version": [release.version],
        "path": ["data/dataset_raw.csv"],
        "other_id": [str(fixed_id("run"))],
    }


def test_every_address_has_a_sample(samples):
    missing = {name for address in addresses() for name in address.needs} - set(samples)
    assert not missing, f"give the crawl a sample for {sorted(missing)}"


def test_an_annotator_sees_the_same_bytes_in_both_worlds(client, ward, samples):
    client.force_login(make.person("alice"))
    cache.clear()
    with transaction.atomic():
        first = crawl(client, samples)
        transaction.set_rollback(True)
    cache.clear()
    client.force_login(make.person("alice"))
    the_other_world(ward)
    second = crawl(client, samples)
    different = [name for name in first if first[name] != second[name]]
    assert different == []
    read = [name for name, answer in first.items() if name.startswith("GET") and answer.startswith(b"200")]
    assert sum(make.TEXT.splitlines()[3].encode() in first[name] for name in read) >= 10


def test_the_crawl_would_notice_a_leak(client, ward, samples):
    """The lead's own pages do differ between the worlds: the comparison can fail."""
    client.force_login(make.person("lena"))
    first = crawl(client, samples, reading_only=True)
    the_other_world(ward)
    cache.clear()
    second = crawl(client, samples, reading_only=True)
    assert any(first[name] != second[name] for name in first)


def test_somebody_elses_work_is_never_found(client, ward):
    the_other_world(ward)
    client.force_login(make.person("alice"))
    theirs = Assignment.objects.filter(place=2).values_list("pk", flat=True)
    for pk in theirs:
        assert client.get(f"/p/ward/annotate/{pk}/").status_code == 404
        assert client.get(f"/api/projects/ward/assignments/{pk}/").status_code == 404


def finished_world(ward, controls):
    """All is answered, decided and open to alice; the pairs with these numbers were controls."""
    places = Assignment.objects.filter(pk__in=[fixed_id(f"alice {position}") for position in range(4)])
    for place in places.filter(position__in=controls):
        label = place.annotations.get().label
        places.filter(pk=place.pk).update(purpose="control", place=None, expected=label)
        Assignment.objects.filter(pair=place.pair, place=2).delete()
        Selection.objects.filter(pair=place.pair).delete()
    for place in places.exclude(position__in=controls):
        make.answer(make.person("ben"), place.pair, make.related())
    make.compared(ward)
    for case in ReviewCase.objects.all():
        label = case.pair.assignments.get(annotator__username="alice").annotations.get().label
        verdict = Verdict("True", ((26, 33),), "Why.") if label == "Related" else Verdict("False")
        decide(sme=make.person("sofia"), project=ward, case_id=case.pk, verdict=verdict)
    set_feedback(actor=None, project=ward, open_to_annotators=True)


def test_final_answers_do_not_tell_which_pairs_were_controls(client, ward, samples):
    alice = make.person("alice")
    Assignment.objects.filter(pk=fixed_id("alice again")).delete()
    for position in range(1, 4):
        place = Assignment.objects.get(pk=fixed_id(f"alice {position}"))
        make.answer(alice, place.pair, make.related() if position % 2 else make.unrelated())
    worlds = []
    for controls in ({0, 1}, {2, 3}):
        with transaction.atomic():
            finished_world(ward, controls)
            cache.clear()
            client.force_login(alice)
            worlds.append(crawl(client, samples, reading_only=True))
            transaction.set_rollback(True)
    first, second = worlds
    assert [name for name in first if first[name] != second[name]] == []
    (shown,) = [answer for name, answer in first.items() if "/ward/answers/final/" in name]
    assert shown.count(b'<span class="code">') == 4
