"""What is on record about an endpoint cannot be undone by the parameters of a request."""

import pytest

from foundation.logic.errors import Refusal
from tests import make
from triage.services.running import Asking, check_asking

pytestmark = pytest.mark.django_db


def checked(parameters):
    asking = Asking(1, "http://localhost/v1", "tiny", parameters=parameters)
    return check_asking(actor=None, project=make.project(), asking=asking)


@pytest.mark.parametrize(
    "parameters",
    [
        {"extra_headers": {"Host": "models.example.org"}},
        {"extra_query": {"to": "elsewhere"}},
        {"extra_body": {"store": True}},
        {"extra_body": {"messages": []}},
        {"extra_body": []},
        {"extra_body": "x"},
        {"store": True},
        {"timeout": 10**9},
        {"stop": "\0"},
        {"stop": "\ud800"},
        {"stop": "x" * 100_000},
    ],
)
def test_only_what_shapes_an_answer_can_be_set(parameters):
    with pytest.raises(Refusal) as refused:
        checked(parameters)
    assert refused.value.code == "bad_setting"


def test_what_shapes_an_answer_can_be_set():
    extra = {"top_k": 5, "chat_template_kwargs": {"enable_thinking": False}}
    assert checked({"temperature": 0.3, "seed": 1, "stop": "é😀", "extra_body": extra}).is_local
