"""What happens at the same moment: the files of a version and its items speak of the same decisions, and a
case never waits for an expert while its answers are with the annotators."""

import csv
import io
import threading

import pytest
from django.db import connection

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.services import comparing, reviewing
from annotation.models import Assignment
from benchmark.models import ReleaseFile, ReleaseItem
from benchmark.services import releasing
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia", "lena")
    pair = make.pair(ward)
    for name in ("alice", "ben"):
        make.answer(make.person(name), pair, make.related())
    make.compared(ward)
    return ward


def meanwhile(monkeypatch, module, name, work, seconds=1):
    """Between two reads of a service another connection does `work`: at once, or when it is let."""
    inner = getattr(module, name)

    def run():
        try:
            work()
        finally:
            connection.close()

    other = threading.Thread(target=run)

    def patched(*args, **kwargs):
        found = inner(*args, **kwargs)
        if other.ident is None:
            other.start()
            other.join(timeout=seconds)
        return found

    monkeypatch.setattr(module, name, patched)
    return other


def test_a_version_holds_one_state_of_the_decisions(ward, monkeypatch):
    sofia, case = make.person("sofia"), ReviewCase.objects.get()
    common = {"sme": sofia, "project": ward, "case_id": case.pk}
    reviewing.decide(**common, verdict=Verdict("True", ((26, 33),), "why"))

    def decide_otherwise():
        reviewing.reopen(actor=sofia, project=ward, case_id=case.pk, message="again")
        reviewing.decide(**common, verdict=Verdict("False"))

    other = meanwhile(monkeypatch, releasing, "release_content", decide_otherwise)
    releasing.freeze_release(actor=None, project=ward, version="1.0.0")
    other.join(timeout=30)
    content = bytes(ReleaseFile.objects.get(path="data/dataset_raw.csv").content).decode()
    frozen = [row["gold"] for row in csv.DictReader(io.StringIO(content))]
    assert frozen == [str(item.gold) for item in ReleaseItem.objects.all()] == ["True"]
    assert case.decisions.count() == 2


def test_experts_decide_while_the_files_of_a_version_are_built(ward, monkeypatch):
    sofia, case = make.person("sofia"), ReviewCase.objects.get()
    common = {"sme": sofia, "project": ward, "case_id": case.pk}
    reviewing.decide(**common, verdict=Verdict("True", ((26, 33),), "why"))
    done = []

    def decide_otherwise():
        reviewing.reopen(actor=sofia, project=ward, case_id=case.pk, message="again")
        done.append(reviewing.decide(**common, verdict=Verdict("False")))

    meanwhile(monkeypatch, releasing, "build_release", decide_otherwise, seconds=30)
    build = releasing.build_release

    def built(content):
        files = build(content)
        assert done
        return files

    monkeypatch.setattr(releasing, "build_release", built)
    release = releasing.freeze_release(actor=None, project=ward, version="1.0.0")
    assert [item.gold for item in release.items.all()] == [True]


def test_a_case_sent_back_while_answers_are_compared_stays_sent_back(ward, monkeypatch):
    case = ReviewCase.objects.get()

    def send_back():
        reviewing.send_back(sme=make.person("sofia"), project=ward, case_id=case.pk, message="look again")

    other = meanwhile(monkeypatch, comparing, "answered_pairs", send_back)
    make.compared(ward)
    other.join(timeout=30)
    case.refresh_from_db()
    assert case.status == "returned"
    assert set(Assignment.objects.values_list("status", flat=True)) == {"returned"}
