"""Whether somebody has an account here is nobody's to find out; tokens end when they should."""

import pytest
from django.test import Client
from knox.models import AuthToken

from adjudication.models import ReviewCase
from foundation.services.people import set_password
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia", "lena")
    make.person("mallory", make.project("other"), "sme")
    return ward


def posted(client, url, body):
    answer = client.post(url, body, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.mark.parametrize("way", ["/p/ward/review/{}/refer/", "/api/projects/ward/review/{}/refer/"])
def test_referring_says_the_same_of_strangers_and_of_nobody(client, ward, way):
    pair = make.pair(ward)
    for name in ("alice", "ben"):
        make.answer(make.person(name), pair, make.related())
    make.compared(ward)
    client.force_login(make.person("sofia"))
    url = way.format(ReviewCase.objects.get().pk)
    said = [posted(client, url, {"to": name, "message": "look"}) for name in ("mallory", "nobody", "alice")]
    assert said[0][0] == 400
    assert said[0] == said[1] == said[2]


def test_assigning_says_the_same_of_strangers_and_of_nobody(client, ward):
    client.force_login(make.person("lena"))
    url = "/api/projects/ward/assign/"
    said = {
        str(posted(client, url, {"annotators": [name]})).replace(name, "") for name in ("mallory", "nobody")
    }
    assert len(said) == 1


def token():
    credentials = {"username": "alice", "password": make.PASSWORD}
    return posted(Client(), "/api/token/", credentials)[1]["token"]


def status_with(client, value):
    return client.get("/api/projects/", headers={"Authorization": f"Token {value}"}).status_code


def test_a_new_password_ends_the_tokens_of_the_old_one(client, ward):
    value = token()
    assert status_with(client, value) == 200
    set_password(make.person("alice"), "a quite different sentence")
    assert status_with(client, value) == 401


def test_the_newest_ten_tokens_are_valid(client, ward):
    made = [token() for _ in range(12)]
    assert AuthToken.objects.filter(user__username="alice").count() == 10
    assert (status_with(client, made[0]), status_with(client, made[-1])) == (401, 200)
