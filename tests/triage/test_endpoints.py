"""Notes go to this machine, and elsewhere only where it is on record that nothing is kept."""

import pytest

from foundation.logic.errors import Forbidden, Refusal
from foundation.models import LedgerEntry
from tests import make
from triage.models import TriageRun
from triage.services.running import Asking, allow_endpoint, open_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    return make.project()


@pytest.mark.parametrize(
    "address",
    [
        *("http://models.example.org/v1", "ftp://127.0.0.1/v1", "https://user:pw@models.example.org/v1"),
        *("http://localhost.example.org/v1", "http://2130706433/v1", "https:///v1", "http://[::1", ""),
        "http://10.0.0.1/v1",
    ],
)
def test_an_address_that_notes_must_not_go_to_is_refused(ward, address):
    with pytest.raises(Refusal) as refused:
        open_run(actor=None, project=ward, asking=Asking(1, address, "tiny"))
    assert refused.value.code == "bad_endpoint"
    assert not TriageRun.objects.exists()


def test_another_machine_needs_an_attestation_on_record(ward):
    asking = Asking(1, "https://models.example.org/v1", "tiny")
    with pytest.raises(Forbidden, match="keeps nothing"):
        open_run(actor=None, project=ward, asking=asking)
    lena = make.person("lena", ward)
    allow_endpoint(
        actor=lena, project=ward, address=asking.endpoint, statement="Contract 7: zero retention, no training"
    )
    assert open_run(actor=lena, project=ward, asking=asking).endpoint == asking.endpoint
    entry = LedgerEntry.objects.get(verb="endpoint_attested")
    assert (entry.actor, entry.detail["host"]) == (lena, "models.example.org")
    with pytest.raises(Forbidden):
        open_run(actor=None, project=make.project("other"), asking=asking)


@pytest.mark.parametrize("address", ["http://localhost:8080/v1", "http://127.9.9.9/v1/", "http://[::1]:1/v1"])
def test_this_machine_needs_none(ward, address):
    assert open_run(actor=None, project=ward, asking=Asking(1, address, "tiny")).endpoint == address.rstrip(
        "/"
    )


@pytest.mark.parametrize(
    "fields", [{"concurrency": 0}, {"votes": 100}, {"model": " "}, {"parameters": {"n": 2}}]
)
def test_a_senseless_setting_is_refused(ward, fields):
    asking = Asking(**({"stage": 1, "endpoint": "http://localhost/v1", "model": "tiny"} | fields))
    with pytest.raises(Refusal) as refused:
        open_run(actor=None, project=ward, asking=asking)
    assert refused.value.code == "bad_setting"


def test_only_a_lead_asks(ward):
    with pytest.raises(Forbidden):
        open_run(
            actor=make.person("alice", ward), project=ward, asking=Asking(1, "http://localhost/v1", "tiny")
        )
