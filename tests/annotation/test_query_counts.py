"""What a read, a save and a submission ask of the database does not grow with the project."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.services.assigning import open_places, take_next
from tests import make

pytestmark = pytest.mark.django_db

ANSWER = {"label": "Related", "spans": [[26, 33, "Hgb 7.2"]], "rationale": "Low hemoglobin.", "seconds": 3}


@pytest.fixture
def ward():
    return make.project()


@pytest.fixture
def alice(ward):
    return make.person("alice", ward)


@pytest.fixture
def browser(alice):
    client = Client()
    client.force_login(alice)
    return client


def counted(ask) -> int:
    with CaptureQueriesContext(connection) as queries:
        answer = ask()
    assert answer.status_code == 200, answer.content
    return len(queries)


def one_pair(browser, alice, ward) -> dict[str, int]:
    """Queries of a read, a second save and the submission of the next pair."""
    path = f"/p/ward/annotate/{take_next(annotator=alice, project=ward).pk}/"

    def send(method: str, name: str, version: int):
        return getattr(browser, method)(
            f"{path}{name}/", ANSWER | {"version": version}, content_type="application/json"
        )

    browser.get(path)
    send("put", "draft", 0)
    return {
        "read": counted(lambda: browser.get(path)),
        "save": counted(lambda: send("put", "draft", 1)),
        "submit": counted(lambda: send("post", "submit", 2)),
    }


def test_queries_stay_the_same_with_more_pairs_and_more_answers(browser, alice, ward):
    make.pairs(ward, 3)
    open_places(actor=None, project=ward)
    one_pair(browser, alice, ward)
    few = one_pair(browser, alice, ward)

    make.pairs(ward, 40, first=4)
    open_places(actor=None, project=ward)
    for _ in range(10):
        many = one_pair(browser, alice, ward)

    assert many == few


def test_a_read_and_a_save_ask_little(browser, alice, ward):
    make.pairs(ward, 2)
    open_places(actor=None, project=ward)
    one_pair(browser, alice, ward)

    found = one_pair(browser, alice, ward)

    # session, person, membership with attestation; the pair with its note, draft, progress, the ledger
    assert found["read"] <= 8
    # and for a save the lock, the draft, its update and the ends of the transaction
    assert found["save"] <= 8
