"""What is larger than this place takes is refused, kept nowhere, in words a person understands."""

import http.client
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from foundation.models import Job
from foundation.services.people import make_token
from tests import make
from tests.corpus.files import note_row, notes
from tests.desk.conftest import session_cookie
from tests.desk.server import Server

pytestmark = pytest.mark.django_db


@pytest.fixture
def lena(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"
    settings.UPLOAD_MAX_BYTES = 2**20
    client.force_login(make.person("lena", make.project()))
    return client


def test_a_file_that_is_too_large_is_refused_with_the_limit_and_nothing_is_kept(lena, settings):
    file = SimpleUploadedFile("n.csv", b"x" * 2**20)
    page = lena.post(reverse("imports", args=["ward"]), {"kind": "notes", "file": file})
    assert page.status_code == 413
    assert "at most 1.0\xa0MB can be sent at once" in page.content.decode()
    file.seek(0)
    answer = lena.post("/api/projects/ward/imports/", {"kind": "notes", "file": file})
    assert (answer.status_code, answer.json()["error"], answer.json()["errors"]) == (413, "too_large", [])
    assert not Job.objects.exists()
    assert not settings.MEDIA_ROOT.exists()


def test_a_body_that_is_too_large_is_thrown_away_in_pieces(lena):
    class Endless(io.BytesIO):
        left = 5 * 2**20

        def read(self, size=-1):
            assert 0 < size <= 2**20
            size = min(size, Endless.left)
            Endless.left -= size
            return b"x" * size

    environment = {"wsgi.input": Endless(), "CONTENT_LENGTH": str(5 * 2**20)}
    answer = lena.post(reverse("imports", args=["ward"]), {}, **environment)
    assert (answer.status_code, Endless.left) == (413, 0)


@pytest.mark.parametrize("url", ["/login/", "/logout/", "/p/ward/imports/", "/api/token/"])
@pytest.mark.parametrize("token", ["", "Token " + "a" * 64])
def test_nobody_fills_the_disk_before_saying_who_they_are(settings, monkeypatch, url, token):
    def written(*_arguments, **_named):
        pytest.fail("a stranger's file was written to the disk")

    monkeypatch.setattr(TemporaryFileUploadHandler, "new_file", written)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2**20
    stranger = Client(enforce_csrf_checks=True, headers={"Authorization": token} if token else {})
    stranger.get("/login/")
    answer = stranger.post(url, {"file": SimpleUploadedFile("n.csv", b"x" * (3 * 2**20))})
    assert answer.status_code == 413
    assert "not signed in" in answer.content.decode()


def test_a_program_with_a_token_sends_a_large_file(lena, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2**10
    _, token = make_token(make.person("lena"))
    file = SimpleUploadedFile("n.csv", b"x" * 2**14)
    program = Client(headers={"Authorization": f"Token {token}"})
    answer = program.post("/api/projects/ward/imports/", {"kind": "notes", "file": file})
    assert answer.status_code == 202


def test_what_is_small_enough_comes_in_and_every_form_knows_the_limit(lena, tmp_path):
    path = notes(tmp_path / "n.csv", note_row(1))
    file = SimpleUploadedFile("n.csv", path.read_bytes())
    assert lena.post(reverse("imports", args=["ward"]), {"kind": "notes", "file": file}).status_code == 302
    for name in ("imports", "triage", "releases", "leaderboard"):
        page = lena.get(reverse(name, args=["ward"])).content.decode()
        assert page.count('type="file"') == page.count('data-most-bytes="1048576"')
        assert "js/uploads.js" in page
    assert 'type="file"' in lena.get(reverse("imports", args=["ward"])).content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_real_server_says_so_to_a_client_that_sends_everything_first(monkeypatch):
    monkeypatch.setenv("UPLOAD_MAX_MB", "1")
    server = Server()
    try:
        server.start()
        there = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        there.request("POST", "/api/projects/ward/imports/", b"x" * (30 * 2**20))
        answer = there.getresponse()
        assert answer.status == 413
        assert b"too_large" in answer.read()
        there.close()
    finally:
        server.kill()


@pytest.mark.django_db(transaction=True)
def test_a_browser_says_so_before_anything_is_sent_and_again_when_it_was(
    live_server, context, settings, tmp_path
):
    settings.MEDIA_ROOT, settings.UPLOAD_MAX_BYTES = tmp_path / "uploads", 2**20
    context.add_cookies([session_cookie(make.person("lena", make.project()), live_server.url)])
    (tmp_path / "big.csv").write_bytes(b"x" * 3_000_000)
    (tmp_path / "small.csv").write_bytes(b"x")
    page = context.new_page()
    page.goto(f"{live_server.url}/p/ward/imports/")
    chosen = page.locator("#id_file")
    chosen.set_input_files(tmp_path / "big.csv")
    assert chosen.evaluate("input => input.validationMessage").startswith("This is too large")
    chosen.set_input_files(tmp_path / "small.csv")
    assert chosen.evaluate("input => input.validationMessage") == ""
    chosen.set_input_files(tmp_path / "big.csv")
    page.locator("form[enctype]").first.evaluate("form => { form.noValidate = true }")
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("alert")).to_contain_text("at most 1.0\xa0MB can be sent at once")
    assert not Job.objects.exists()
