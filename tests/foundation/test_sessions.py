"""When a session ends, as the two desks are told it: the hour it was given at signing in."""

import datetime
import json
import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    found = make.project()
    make.people(found, "alice")
    return found


def signed_in() -> Client:
    client = Client()
    client.post(reverse("login"), {"username": "alice", "password": make.PASSWORD})
    return client


def told(client: Client, assignment) -> datetime.datetime:
    page = client.get(reverse("annotate_desk", args=[assignment.pair.project.slug, assignment.pk]))
    return datetime.datetime.fromisoformat(re.search(r'"session_ends": "([^"]+)"', page.text)[1])


def test_a_page_opened_late_tells_when_the_session_really_ends(ward, monkeypatch):
    client = signed_in()
    assignment = make.held(make.person("alice"), make.pair(ward))
    later = timezone.now() + datetime.timedelta(hours=11)
    monkeypatch.setattr(timezone, "now", lambda: later)
    stored = Session.objects.get().expire_date
    assert abs(told(client, assignment) - stored) < datetime.timedelta(seconds=5)


def test_signing_in_again_in_place_tells_the_new_end(ward):
    client = signed_in()
    body = json.dumps({"username": "alice", "password": make.PASSWORD})
    answer = client.post(reverse("login_again"), body, content_type="application/json")
    ends = datetime.datetime.fromisoformat(answer.json()["session_ends"])
    assert abs(ends - Session.objects.get().expire_date) < datetime.timedelta(seconds=5)
