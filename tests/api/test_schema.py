import warnings

import pytest
from django.urls import reverse
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from tests import make
from tests.blindness.crawl import addresses

pytestmark = pytest.mark.django_db


@pytest.fixture
def schema():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        GENERATOR_STATS.reset()
        made = SchemaGenerator().get_schema(request=None, public=True)
    return made


def test_the_description_is_sound_and_complete(schema):
    validate_schema(schema)
    assert not GENERATOR_STATS._warn_cache
    assert not GENERATOR_STATS._error_cache
    documented = {path.replace("{", "<").replace("}", ">") for path in schema["paths"]}
    for address in addresses():
        if address.route.startswith("api/") and not address.route.startswith("api/schema"):
            route = "/" + address.route
            for name in address.needs:
                route = route.replace(f"<slug:{name}>", f"<{name}>").replace(f"<uuid:{name}>", f"<{name}>")
                route = route.replace(f"<str:{name}>", f"<{name}>").replace(f"<path:{name}>", f"<{name}>")
            assert route in documented


def test_every_operation_says_what_it_does(schema):
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert operation.get("description"), f"{method} {path}"


def test_a_token_opens_the_api_and_nothing_else_does(client):
    ward = make.project()
    make.person("alice", ward)
    url = reverse("api_projects")
    assert client.get(url).status_code == 401
    answer = client.post(
        reverse("api_token"),
        {"username": "alice", "password": make.PASSWORD},
        content_type="application/json",
    )
    token = answer.json()["token"]
    listed = client.get(url, headers={"authorization": f"Token {token}"}).json()
    assert listed == [{"slug": "ward", "name": "Ward", "role": "annotator"}]
    assert client.get(url, headers={"authorization": "Token " + "0" * 64}).status_code == 401


def test_what_the_framework_refuses_has_the_shape_of_every_refusal(client):
    ward = make.project()
    client.force_login(make.person("lena", ward))
    url = reverse("api_projects")
    answers = [
        (client.delete(url), 405, "method_not_allowed"),
        (client.post(reverse("api_token"), b"{", content_type="application/json"), 400, "bad_request"),
        (client.get(url, headers={"authorization": "Token x"}), 401, "not_signed_in"),
    ]
    client.logout()
    answers.append((client.get(url), 401, "not_signed_in"))
    for answer, status, name in answers:
        told = answer.json()
        assert (answer.status_code, told["error"], told["errors"]) == (status, name, [])
        assert told["message"]


def test_a_program_annotates_by_the_same_rules(client):
    ward = make.project()
    alice = make.person("alice", ward)
    assignment = make.held(alice, make.pair(ward))
    client.force_login(alice)
    url = f"/api/projects/ward/assignments/{assignment.pk}/"
    read = client.get(url).json()
    assert read["text"] == make.TEXT
    body = {"version": 0, "label": "Related", "spans": [[26, 33, "Hgb 7.2"]], "rationale": "Low."}
    saved = client.put(url + "draft/", body, content_type="application/json").json()
    assert saved["version"] == 1
    stale = client.put(url + "draft/", body, content_type="application/json")
    assert (stale.status_code, stale.json()["error"]) == (409, "stale_draft")
    wrong = body | {"version": 1, "spans": [[26, 33, "Hgb 7.3"]]}
    refused = client.post(url + "submit/", wrong, content_type="application/json")
    assert (refused.status_code, refused.json()["error"]) == (400, "quote_mismatch")
    done = client.post(url + "submit/", body | {"version": 1}, content_type="application/json")
    assert done.json() == {"revision": 1}
