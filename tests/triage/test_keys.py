"""A key goes to the one address it is bound to, and nowhere else, whatever an endpoint answers."""

import pytest

from foundation.logic.errors import Refusal
from tests import make
from tests.triage.model_server import serving
from triage.services.running import Asking, check_asking, run_triage

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    make.pair(ward, "1_9", text="Hgb 7.2", selected=None)
    return ward


def ask(ward, url, votes=1):
    return run_triage(actor=None, project=ward, asking=Asking(1, url, "tiny", votes=votes, concurrency=1))


def test_two_endpoints_get_each_their_own_key(ward, monkeypatch):
    with serving() as one, serving() as other, serving() as third:
        monkeypatch.setenv("TRIAGE_KEYS", f"{one.url}=first=with=signs  {other.url}/=second")
        for votes, server in enumerate((one, other, third), start=1):
            ask(ward, server.url, votes)
    assert (one.keys, other.keys, third.keys) == (["first=with=signs"], ["second"], ["none"])


def test_another_path_of_the_same_host_is_another_address(ward, monkeypatch):
    with serving() as server:
        monkeypatch.setenv("TRIAGE_KEYS", f"{server.url}=secret")
        ask(ward, server.url.replace("/v1", "/v2"))
    assert server.keys == ["none"]


def test_a_redirect_carries_the_key_to_no_other_host(ward, monkeypatch):
    with serving() as other:
        elsewhere = f"{other.url}/chat/completions"
        with serving(lambda _body, _number: (307, {"location": elsewhere}, "")) as server:
            monkeypatch.setenv("TRIAGE_KEYS", f"{server.url}=secret")
            assert "status 307" in ask(ward, server.url)["problem"]
    assert (server.keys, other.keys) == (["secret"], [])


def test_a_server_that_wants_a_key_and_gets_none_says_where_one_is_set(ward, monkeypatch):
    with serving(lambda _body, _number: (401, {}, "")) as server:
        assert "no key is bound to its address in TRIAGE_KEYS" in ask(ward, server.url)["problem"]
        monkeypatch.setenv("TRIAGE_KEYS", f"{server.url}=wrong")
        assert ask(ward, server.url)["problem"] == "the endpoint answered with status 401"


@pytest.mark.parametrize(
    ("name", "value", "code", "words"),
    [
        ("TRIAGE_API_KEY", "hunter2", "unbound_key", "does not say which endpoint"),
        ("TRIAGE_KEYS", "http://127.0.0.1:1/v1", "bad_keys", "Entry 1 .* no key behind"),
        ("TRIAGE_KEYS", "http://127.0.0.1:1/v1=hunter2 hunter2", "bad_keys", "Entry 2 .* http or https"),
        ("TRIAGE_KEYS", "http://models.example/v1=hunter2", "bad_keys", "only encrypted"),
        (
            "TRIAGE_KEYS",
            "http://127.0.0.1:1/v1=hunter2 http://127.0.0.1:1/v1/=hunter2",
            "bad_keys",
            "has a key already",
        ),
    ],
)
def test_a_key_that_is_bound_to_no_address_is_refused_unsaid(ward, monkeypatch, name, value, code, words):
    monkeypatch.setenv(name, value)
    with pytest.raises(Refusal, match=words) as refused:
        check_asking(actor=None, project=ward, asking=Asking(1, "http://127.0.0.1:1/v1", "tiny"))
    assert refused.value.code == code
    assert "hunter2" not in refused.value.message
