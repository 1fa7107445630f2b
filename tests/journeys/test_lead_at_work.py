"""A lead's pages in a real browser: for everybody, in both themes, and fresh while the worker works."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from foundation.models import Job
from tests import make
from tests.corpus.files import note_row, notes
from tests.desk.conftest import session_cookie
from triage.models import TriageRun


@pytest.fixture
def lena(live_server, transactional_db, context, settings, tmp_path):
    """The lead's page in a project with a pair, a run that asks and a file that was refused."""
    settings.MEDIA_ROOT = tmp_path / "uploads"
    ward = make.project(name="Winter ward")
    make.people(ward, "lena", "alice")
    make.pair(ward, "1_11")
    TriageRun.objects.create(project=ward, stage=1, model="tiny", endpoint="http://127.0.0.1:1/v1")
    context.add_cookies([session_cookie(make.person("lena"), live_server.url)])
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
    return page


def upload(page, url, path):
    page.goto(f"{url}/p/ward/imports/")
    page.locator("#id_file").set_input_files(path)
    page.get_by_role("button", name="Check the file").click()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_a_lead_s_pages(lena, live_server, tmp_path, theme):
    lena.emulate_media(color_scheme=theme)
    upload(lena, live_server.url, notes(tmp_path / "n.csv", note_row(1, ""), note_row(2)))
    refused = lena.url.removeprefix(live_server.url)
    upload(lena, live_server.url, notes(tmp_path / "m.csv", note_row(3), note_row(3)))
    checked = lena.url.removeprefix(live_server.url)
    rooms = [
        "board/",
        "imports/",
        "triage/",
        "pairs/",
        "people/",
        "agreement/",
        "releases/",
        "scores/",
        "settings/",
    ]
    for path in [refused, checked, *("/p/ward/" + room for room in rooms)]:
        lena.goto(live_server.url + path)
        found = Axe().run(lena).response["violations"]
        assert [f"{path} {fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in found] == []
        assert lena.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert lena.complaints == []


def test_the_page_of_a_job_keeps_itself_fresh_until_the_job_is_over(lena, live_server):
    ward, actor = make.project("other"), make.person("lena")
    make.person("lena", ward, "lead")
    job = Job.objects.create(project=ward, actor=actor, kind="notes", file_name="n.csv")
    lena.goto(f"{live_server.url}/p/other/imports/{job.pk}/")
    expect(lena.get_by_text("Waiting for the worker.")).to_be_visible()
    Job.objects.filter(pk=job.pk).update(status="done", result={"created": 1234})
    expect(lena.get_by_text("1,234")).to_be_visible()
    asked = []
    lena.on("request", lambda request: asked.append(request.url))
    lena.wait_for_timeout(2500)
    assert asked == []
    assert lena.complaints == []
