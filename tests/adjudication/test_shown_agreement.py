"""Of many answers, pages show the agreement as it was measured when answers were last compared."""

import pytest
from django.urls import reverse

from adjudication.selectors import shown_agreement
from adjudication.selectors.agreement import agreement_report
from adjudication.services.measuring import measure_agreement
from foundation.models import Figures
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    ward = make.project()
    make.people(ward, "alice", "ben", "lena")
    answer(ward, "1_1", make.related())
    return ward


def answer(ward, task, bens):
    pair = make.pair(ward, task)
    make.answer(make.person("alice"), pair, make.related())
    make.answer(make.person("ben"), pair, bens)


@pytest.fixture
def lena(client, ward):
    client.force_login(make.person("lena"))
    return client


def compare(lena):
    return lena.post(reverse("compare", args=["ward"]))


def shown(ward):
    return shown_agreement.shown_agreement(ward)


def test_few_answers_are_measured_on_the_spot_and_nothing_is_kept(lena, ward):
    compare(lena)
    assert shown(ward).report == agreement_report(ward)
    assert (shown(ward).made_at, shown(ward).outdated, Figures.objects.exists()) == (None, False, False)


def test_the_board_shows_figures_as_soon_as_they_are_kept(lena, ward, monkeypatch):
    monkeypatch.setattr(shown_agreement, "MOST_ON_THE_SPOT", 1)
    make.compared(ward)
    assert "Not measured yet" in lena.get(reverse("board", args=["ward"])).content.decode()
    measure_agreement(project=ward)
    page = lena.get(reverse("board", args=["ward"])).content.decode()
    assert "Not measured yet" not in page
    assert "raw 100 %" in page


def test_what_is_not_measured_is_not_called_empty(lena, ward, monkeypatch):
    monkeypatch.setattr(shown_agreement, "MOST_ON_THE_SPOT", 1)
    make.compared(ward)
    page = lena.get(reverse("agreement", args=["ward"])).content.decode()
    assert "Not measured yet" in page
    assert "Nothing to compare yet" not in page
    assert "0 pairs" not in page


def test_many_are_kept_by_the_comparison_and_told_to_be_old_once_more_came_in(lena, ward, monkeypatch):
    monkeypatch.setattr(shown_agreement, "MOST_ON_THE_SPOT", 1)
    make.compared(ward)
    page = lena.get(reverse("agreement", args=["ward"])).content.decode()
    assert "Not measured yet" in page
    assert lena.get(reverse("board", args=["ward"])).status_code == 200
    compare(lena)
    assert shown(ward).report == agreement_report(ward)
    assert not shown(ward).outdated
    answer(ward, "2_2", make.unrelated())
    make.compared(ward)
    assert (shown(ward).outdated, shown(ward).report["pairs"]) == (True, 1)
    assert "answers or pairs came in since" in lena.get(reverse("agreement", args=["ward"])).content.decode()
    compare(lena)
    assert (shown(ward).outdated, shown(ward).report) == (False, agreement_report(ward))
    fresh = agreement_report(ward)
    monkeypatch.setattr("adjudication.selectors.agreement.agreement.label_figures", pytest.fail)
    assert shown_agreement.report_now(ward) == fresh
    told = lena.get("/api/projects/ward/agreement/").json()
    assert (told["pairs"], [row["username"] for row in told["people"]]) == (2, ["alice", "ben"])
