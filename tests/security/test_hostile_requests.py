"""Requests that nobody sends by accident are refused; none breaks the server."""

import json

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from adjudication.models import ReviewCase
from tests import make

pytestmark = pytest.mark.django_db

DEEP = "[" * 100_000
HALF = "\\ud800"
NUL = "\\u0000"


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia", "lena")
    pair = make.pair(ward)
    for name in ("alice", "ben"):
        make.answer(make.person(name), pair, make.related())
    make.compared(ward)
    return ward


def sent(client, method, url, body):
    client.raise_request_exception = False
    return client.generic(method, url, body, content_type="application/json")


@pytest.mark.parametrize("url", ["/login/again/", "/api/token/"])
@pytest.mark.parametrize(
    "body", [DEEP, "[]", f'{{"username": "{HALF}", "password": "x"}}', f'{{"username": "{NUL}"}}']
)
def test_signing_in_survives_any_body(url, body):
    assert sent(Client(), "POST", url, body).status_code in (400, 403)


@pytest.mark.parametrize("url", ["/login/", "/login/again/", "/api/token/"])
def test_a_name_without_end_is_a_failed_attempt_like_any_other(settings, url):
    settings.AXES_ENABLED = True
    body = {"username": "x" * 300, "password": "wrong"}
    client = Client(raise_request_exception=False)
    kind = MULTIPART_CONTENT if url == "/login/" else "application/json"
    for _ in range(10):
        assert client.post(url, body, content_type=kind).status_code in (200, 400, 403, 429)
    assert AccessAttempt.objects.get().failures_since_start == 10
    assert client.post(url, body, content_type=kind).status_code == 429


def test_a_session_cookie_that_no_database_can_look_up_is_no_session():
    client = Client(raise_request_exception=False, headers={"Cookie": 'sessionid="\\000aaaaaaaaaa"'})
    assert client.get("/p/ward/annotate/").status_code == 302


def test_json_nested_without_end_is_not_json(client, ward):
    case = ReviewCase.objects.get()
    client.force_login(make.person("sofia"))
    for url in (f"/p/ward/review/{case.pk}/draft/", f"/api/projects/ward/review/{case.pk}/draft/"):
        assert sent(client, "PUT", url, DEEP).status_code == 400


@pytest.mark.parametrize("half", [HALF, f"{HALF}{HALF}", "\\udc00\\ud800"])
@pytest.mark.parametrize(
    ("way", "field"), [("select", "stage2_scope"), ("requests", "model"), ("ask", "endpoint")]
)
def test_half_a_character_is_refused_however_the_answer_would_repeat_it(client, ward, way, field, half):
    client.force_login(make.person("lena"))
    answer = sent(
        client, "POST", f"/api/projects/ward/triage/{way}/", f'{{"{field}": "{half}", "stage": "{half}"}}'
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


@pytest.mark.parametrize("words", [HALF, NUL, "x" * 20_000])
@pytest.mark.parametrize("way", ["send-back", "refer", "reopen"])
def test_a_message_that_cannot_be_kept_is_refused(client, ward, words, way):
    make.person("sara", ward, "sme")
    client.force_login(make.person("sofia"))
    url = f"/p/ward/review/{ReviewCase.objects.get().pk}/{way}/"
    answer = sent(client, "POST", url, f'{{"to": "sara", "message": "a{words}"}}')
    assert answer.status_code == 400
    assert answer.json()["field"] == "message"


@pytest.mark.parametrize(
    "address",
    [
        "pairs/?q=" + "+".join("abcdefgh"[number % 8] for number in range(1_500)),
        "pairs/?after=" + "%5B" * 3_000,
        "pairs/?after=%5B%22%5Cud800%22,%22x%22%5D",
        "pairs/?stage=%00",
        "scores/?release=%00",
        "scores/?release=%0%000",
        "scores/?release=%0%0%0000",
        "releases/1%00/",
        "people/a%00/opened/",
    ],
)
def test_an_address_made_to_hurt_is_answered(client, ward, address):
    client.raise_request_exception = False
    client.force_login(make.person("lena"))
    assert client.get(f"/p/ward/{address}").status_code in (200, 404)


def test_a_number_too_large_for_a_table_is_refused_by_the_form(client, ward):
    client.raise_request_exception = False
    client.force_login(make.person("lena"))
    page = client.post("/p/ward/rules/", {"share": "0.5", "most_overturned": 0, "seed": 10**20})
    assert page.status_code == 200
    assert page.context["form"].errors.keys() == {"seed"}


def test_guidelines_have_a_length_that_can_be_laid_out(client, ward):
    client.force_login(make.person("lena"))
    answer = sent(client, "POST", "/api/projects/ward/guidelines/", json.dumps({"text": "a" * 200_000}))
    assert (answer.status_code, answer.json()["error"]) == (400, "text_too_long")
