"""Who may not read a note learns nothing of its words by asking about them."""

import json

import pytest

from adjudication.models import ReviewCase
from foundation.models import Attestation
from tests import make

pytestmark = pytest.mark.django_db

GUESSES = [[0, 5, "Chief"], [0, 5, "Guess"]]


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia")
    return ward


def asked(client, method, url, body):
    answer = client.generic(method, url, json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json().get("error")


@pytest.mark.parametrize("of", ["/p/ward/annotate/{}/", "/api/projects/ward/assignments/{}/"])
@pytest.mark.parametrize(("method", "way"), [("PUT", "draft/"), ("POST", "submit/")])
def test_without_attestation_quotes_of_an_answer_are_not_judged(client, ward, of, method, way):
    place = make.held(make.person("alice"), make.pair(ward))
    Attestation.objects.all().delete()
    client.force_login(make.person("alice"))
    for guess in GUESSES:
        body = {"version": 0, "label": "Related", "rationale": "x", "spans": [guess]}
        assert asked(client, method, of.format(place.pk) + way, body) == (403, "attestation_needed")
    body = {"version": 0, "reason": "x"}
    assert asked(client, "POST", of.format(place.pk) + "cannot/", body) == (403, "attestation_needed")


@pytest.mark.parametrize("of", ["/p/ward/review/{}/", "/api/projects/ward/review/{}/"])
@pytest.mark.parametrize(("method", "way"), [("PUT", "draft/"), ("POST", "decide/")])
def test_without_attestation_quotes_of_a_decision_are_not_judged(client, ward, of, method, way):
    pair = make.pair(ward)
    for name in ("alice", "ben"):
        make.answer(make.person(name), pair, make.related())
    make.compared(ward)
    Attestation.objects.all().delete()
    client.force_login(make.person("sofia"))
    for guess in GUESSES:
        body = {"version": 0, "gold": "True", "rationale": "x", "spans": [guess]}
        url = of.format(ReviewCase.objects.get().pk) + way
        assert asked(client, method, url, body) == (403, "attestation_needed")
