"""A project opened this minute: every page of every role is there before the first note is."""

import pytest
from django.urls import reverse

from tests import make

PAGES = {
    "alice": ["home", "annotate", "answers", "guidelines"],
    "sofia": ["review", "guidelines"],
    "lena": [
        *("board", "pairs", "imports", "triage", "people", "agreement", "releases", "leaderboard"),
        *("assign", "review_rules", "project_settings", "guidelines", "releases_card"),
        *("api_board", "api_pairs", "api_triage", "api_agreement", "api_release_next", "api_corpus"),
    ],
}


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "page"), [(name, page) for name, pages in PAGES.items() for page in pages])
def test_every_page_is_there_before_the_first_note(client, name, page):
    project = make.project()
    client.force_login(make.person(name, project))
    path = reverse(page, args=[] if page == "home" else [project.slug])
    answer = client.get(path)
    assert answer.status_code == 200, answer.content[:300]
