"""The table of pairs is paged by key: every pair stands on one page, in every order, whatever arrives."""

from urllib.parse import parse_qsl

import pytest
from django.urls import reverse

from overview.selectors.pairs import PAGE, pairs_page
from tests import make

pytestmark = pytest.mark.django_db
COUNT = 2 * PAGE + 7


@pytest.fixture
def ward():
    ward = make.project()
    for number in range(COUNT):
        code = ("D64.9", "I10", "E66.9")[number % 3]
        make.concept("I10", "Essential hypertension")
        make.concept("E66.9", "Obesity")
        make.pair(ward, f"{number * 37 % 1000:04}_1", code)
    return ward


def keys(page):
    return [(row.pair.task_id, row.pair.code, row.pair.description) for row in page.rows]


def walk(ward, given, link="next_query", most=9):
    pages = []
    for _ in range(most):
        page = pairs_page(ward, given)
        pages.append(page)
        query = getattr(page, link)
        if not query:
            return pages
        given = dict(parse_qsl(query, keep_blank_values=True))
    raise AssertionError("the pages do not end")


ORDERS = {
    "task": lambda key: (key[0], key[1]),
    "code": lambda key: (key[1], key[0]),
    "description": lambda key: (key[2], key[1], key[0]),
}


@pytest.mark.parametrize("name", list(ORDERS))
@pytest.mark.parametrize("minus", ["", "-"])
def test_every_pair_stands_on_one_page_in_every_order_and_both_ways(ward, name, minus):
    pages = walk(ward, {"sort": f"{minus}{name}"})
    forwards = [key for page in pages for key in keys(page)]
    assert len(forwards) == len(set(forwards)) == COUNT
    assert forwards == sorted(forwards, key=ORDERS[name], reverse=minus == "-")
    back = walk(ward, dict(parse_qsl(pages[-1].previous_query)), "previous_query")
    assert [key for page in reversed(back) for key in keys(page)] == forwards[: 2 * PAGE]


def test_a_page_stays_what_it_is_while_pairs_arrive_before_it(ward):
    second = dict(parse_qsl(pairs_page(ward, {}).next_query))
    before = keys(pairs_page(ward, second))
    make.pair(ward, "0000_0", "I10")
    assert keys(pairs_page(ward, second)) == before


def test_filters_and_order_go_along_from_page_to_page(ward):
    pages = walk(ward, {"q": "obesity", "sort": "-task", "source": "billed"})
    found = [key for page in pages for key in keys(page)]
    assert {code for _, code, _ in found} == {"E66.9"}
    assert found == sorted(found, reverse=True)
    assert pages[0].total == len(found)


@pytest.mark.parametrize("written", ["ménière's", "MÉNIÈRE'S", "ÉNIÈR", "MENIERE", "é(.*"])
def test_words_are_found_in_any_case_beyond_ascii_too(ward, written):
    make.concept("H81.0", "Ménière's disease")
    make.pair(ward, "9999_1", "H81.0")
    found = [description for _, _, description in keys(pairs_page(ward, {"q": written}))]
    assert found == ([] if written in ("MENIERE", "é(.*") else ["Ménière's disease"])


@pytest.mark.parametrize(
    "given",
    [
        {"after": "x"},
        {"after": '["a"]'},
        {"after": '["a", 1]'},
        {"before": '{"a": 1}'},
        {"after": '["\\u0000", "a"]'},
        {"sort": "text"},
        {"q": "a\0b"},
    ],
)
def test_a_broken_link_shows_a_page_all_the_same(client, ward, given):
    client.force_login(make.person("lena", ward))
    assert client.get(reverse("pairs", args=["ward"]), given).status_code == 200


def test_a_heading_sorts_and_turns_round(client, ward):
    client.force_login(make.person("lena", ward))
    page = client.get(reverse("pairs", args=["ward"]), {"sort": "code"}).content.decode()
    assert 'aria-sort="ascending"><a href="?sort=-code">' in page


def test_a_page_asks_as_many_questions_for_many_pairs_as_for_few(client, ward, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        pairs_page(ward, {"sort": "description", "q": "a"})
