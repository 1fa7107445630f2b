"""A small project in a real server, and people at their desks in real browsers."""

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import ReviewCase
from tests import make
from tests.desk.page import NotePage
from tests.desk.server import Server

NOTE = (
    "Chief Complaint:\nFatigue and dyspnea on exertion\n\n"
    "History of Present Illness:\nMs. ___ noted dark stools for three days before admission. "
    "She was found to\nhave a hemoglobin of 7.2. She was given 2 units of packed red cells.\n\n"
    "Past Medical History:\n- Diverticulosis\n- Iron deficiency as a teenager, resolved\n\n"
    "Pertinent Results:\n___ 06:40AM BLOOD WBC-7.9 RBC-2.41* Hgb-7.2* Hct-22.0* Plt ___\n\n"
    "Brief Hospital Course:\n# Melena: colonoscopy showed diverticulosis. No further bleeding was seen.\n\n"
    "Discharge Diagnosis:\nDiverticular bleeding\n"
)


def span(quote: str, text: str = NOTE, nth: int = 0) -> list[int]:
    start = -1
    for _ in range(nth + 1):
        start = text.index(quote, start + 1)
    return [start, start + len(quote)]


def session_cookie(user, url: str) -> dict:
    client = Client()
    client.force_login(user, backend="foundation.signed_in.PasswordBackend")
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}


def answer(desk, rationale: str = "Low hemoglobin.") -> None:
    """Related, with one mark and a reason; not yet submitted."""
    desk.focus_note()
    desk.page.keyboard.press("r")
    desk.drag(*[NOTE.index("hemoglobin"), NOTE.index("hemoglobin") + 10])
    desk.write(rationale)


@pytest.fixture
def ward(transactional_db):
    """A project with alice and ben who annotate, sofia who reviews, and lena who leads."""
    project = make.project()
    make.people(project, "alice", "ben", "sofia", "lena")
    return project


@pytest.fixture(scope="session")
def one_browser(browser):
    """One browser profile for all tests: what it has loaded once it need not load again."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    yield context
    context.close()


@pytest.fixture
def context(one_browser):
    """The profile, with nobody signed in and nothing kept; its pages are closed afterwards."""
    one_browser.clear_cookies()
    yield one_browser
    one_browser.set_offline(False)
    for page in one_browser.pages:
        if page.url.startswith("http"):
            page.evaluate("localStorage.clear()")
        page.close()


@pytest.fixture
def seat(live_server, context, ward):
    """seat(username, assignment) gives that person's desk; the browser is signed in as the person."""

    def sit(username: str, assignment, page=None) -> NotePage:
        page = page or context.new_page()
        page.context.add_cookies([session_cookie(make.person(username), live_server.url)])
        path = reverse("annotate_desk", args=[ward.slug, assignment.pk])
        return NotePage(page, live_server.url + path)

    return sit


@pytest.fixture
def desk(seat, ward):
    """alice's desk with the note above, nothing marked yet."""
    pair = make.pair(ward, text=NOTE)
    found = seat("alice", make.held(make.person("alice"), pair)).open()
    found.pair = pair
    return found


@pytest.fixture
def case_of(live_server, context, ward):
    """case_of(alice's answer, ben's answer) opens sofia's page of that pair."""

    def opened(*answers) -> NotePage:
        pair = make.pair(ward, text=NOTE)
        for name, given in zip(("alice", "ben"), answers, strict=True):
            make.answer(make.person(name), pair, given)
        make.compared(ward)
        context.add_cookies([session_cookie(make.person("sofia"), live_server.url)])
        review = ReviewCase.objects.get(pair=pair)
        page = NotePage(
            context.new_page(), live_server.url + reverse("review_case", args=[ward.slug, review.pk])
        ).open()
        page.pair, page.case = pair, review
        return page

    return opened


@pytest.fixture
def stored(desk):
    """The draft that the server holds for alice's desk."""
    from annotation.models import Draft

    def read() -> Draft | None:
        return Draft.objects.filter(assignment__pair=desk.pair, annotator__username="alice").first()

    return read


@pytest.fixture
def server(transactional_db):
    """A server that a test may kill."""
    made = Server()
    made.start()
    yield made
    made.kill()


@pytest.fixture
def modules(live_server, page):
    """A page of our own origin to import modules in."""
    page.goto(live_server.url + reverse("login"))
    return page
