"""Pages speak; only files and the API show the protocol's keys."""

import re

import pytest
from django.urls import reverse

from corpus.models import Pair
from tests import make

pytestmark = pytest.mark.django_db
KEYS = re.compile(r">[^<]*\b[a-z]+_(negative|mismatch|unrelated|evidence|elsewhere)\b[^<]*<")


@pytest.fixture
def ward():
    ward = make.project()
    alice, ben, *_ = make.people(ward, "alice", "ben", "sofia", "lena")
    same, other = make.pair(ward, "1_1", source="prevalence_negative"), make.pair(ward, "2_2")
    make.answer(alice, same, make.unrelated())
    make.answer(ben, same, make.unrelated())
    make.answer(alice, other, make.unrelated())
    make.answer(ben, other, make.related((25, 32)))
    make.compared(ward)
    return ward


@pytest.mark.parametrize("name", ["board", "pairs", "imports", "agreement", "people"])
def test_a_leads_pages_show_words(client, ward, name):
    client.force_login(make.person("lena"))
    page = client.get(reverse(name, args=["ward"])).content.decode()
    assert KEYS.search(page) is None


def test_a_pairs_history_shows_words(client, ward):
    client.force_login(make.person("lena"))
    found = Pair.objects.get(note__task_id="1_1")
    page = client.get(reverse("pair", args=["ward", found.pk])).content.decode()
    assert KEYS.search(page) is None
    assert "prevalence negative" in page
    assert "alice: Unrelated" in page
    assert "agreed unrelated" in page
    moments = client.get(reverse("api_pair", args=["ward", found.pk])).json()
    assert "prevalence_negative" in [moment["title"] for moment in moments]


def test_an_experts_queue_shows_words_and_filters_by_key(client, ward):
    client.force_login(make.person("sofia"))
    page = client.get(reverse("review", args=["ward"])).content.decode()
    assert KEYS.search(page) is None
    assert '<option value="label_mismatch">labels differ</option>' in page
    found = client.get(reverse("review", args=["ward"]), {"kind": "label_mismatch"}).content.decode()
    assert found.count("labels differ") == 2
