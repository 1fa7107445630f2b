"""Releases and scores in a real browser: a lead's whole way, in both themes, for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.benchmark.test_pages import GATE, PREDICTIONS
from tests.benchmark.ward import lena, ward
from tests.desk.conftest import session_cookie

ROOT = "/p/ward/"


@pytest.fixture
def page(live_server, transactional_db, context):
    ward()
    context.add_cookies([session_cookie(lena(), live_server.url)])
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
    return page


def faults(page, path):
    """What axe and the edge of the window say of a page, in both themes."""
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        broken = Axe().run(page).response["violations"]
        found += [f"{path} {theme} {fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in broken]
    if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        found.append(f"{path} scrolls sideways")
    return found


def test_a_lead_freezes_a_version_scores_a_system_and_reads_where_it_fails(page, live_server, tmp_path):
    page.goto(f"{live_server.url}{ROOT}releases/")
    wrong = faults(page, "releases")
    page.get_by_label("I know that a frozen version").check()
    page.get_by_role("button", name="Freeze this version").click()
    expect(page.get_by_role("heading", name="Winter ward 1.0.0")).to_be_visible()
    wrong += faults(page, "release")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download").click()
    assert taken.value.suggested_filename == "ward-1.0.0.zip"
    (tmp_path / "tiny.csv").write_text(PREDICTIONS)
    (tmp_path / "gate.toml").write_text(GATE)
    page.goto(f"{live_server.url}{ROOT}scores/")
    page.get_by_label("System").fill("tiny")
    page.get_by_label("Predictions").set_input_files(tmp_path / "tiny.csv")
    page.get_by_label("Gate").set_input_files(tmp_path / "gate.toml")
    page.get_by_role("button", name="Upload and score").click()
    expect(page.get_by_role("heading", name="Where it fails")).to_be_visible()
    expect(page.get_by_text("veto", exact=True)).to_be_visible()
    wrong += faults(page, "run")
    page.goto(f"{live_server.url}{ROOT}scores/")
    expect(page.get_by_role("row", name="tiny gate failed")).to_be_visible()
    wrong += faults(page, "leaderboard")
    page.goto(f"{live_server.url}{ROOT}releases/card/")
    wrong += faults(page, "card")
    assert "\n".join(wrong) == ""
    assert page.complaints == []
