"""The whole house in a real browser: a lead, two annotators and an expert make a release and score it."""

import ast
import csv
import io
import json
import zipfile

import pandas
import pytest
from playwright.sync_api import Browser, Page, expect

from tests import make
from tests.desk.page import NotePage

FIRST = (
    "😂 Chief Complaint:\nFatigue 👩‍⚕️ overnight\n\nBrief Hospital Course:\n"
    "She was found to have a hemoglobin of\n7.2 and was given 2 units. Blood pressure 178/96.\n"
)
SECOND = "Chief Complaint:\r\nFall\r\n\r\nHospital Course:\r\nHgb 8.9 after surgery, stable. 🤒\r\n"
ACROSS = "hemoglobin of\n7.2"
AFTER_EMOJI = "overnight"
TASKS = {FIRST: "1_11", SECOND: "2_22"}


@pytest.fixture
def files(tmp_path):
    """What a lead has on disk: notes, billed codes, and votes of both stages."""
    notes = [
        {"note_id": "1-DS-1", "subject_id": "1", "hadm_id": "11", "note_seq": 1, "text": FIRST},
        {"note_id": "2-DS-1", "subject_id": "2", "hadm_id": "22", "note_seq": 1, "text": SECOND},
    ]
    billed = [("1", "11", "D649"), ("1", "11", "I10"), ("2", "22", "D649")]
    votes = [
        {"task_id": task, "code": code, "stage": stage, "vote": vote, "model": "m", "label": "unrelated"}
        for task, code in (("1_11", "D64.9"), ("1_11", "I10"), ("2_22", "D64.9"))
        for stage, vote in ((1, 1), (1, 2), (1, 3), (2, 1))
    ]
    for row in votes:
        row |= {"explanation": "", "evidence": []}
    (tmp_path / "notes.jsonl").write_text("\n".join(map(json.dumps, notes)) + "\n", encoding="utf-8")
    (tmp_path / "votes.jsonl").write_text("\n".join(map(json.dumps, votes)) + "\n", encoding="utf-8")
    rows = [f"{subject},{stay},{n},{code},10" for n, (subject, stay, code) in enumerate(billed, 1)]
    header = "subject_id,hadm_id,seq_num,icd_code,icd_version"
    (tmp_path / "diagnoses_icd.csv").write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    return tmp_path


@pytest.fixture
def enter(live_server, browser: Browser, browser_context_args):
    """enter(username) logs the person in through the page, in a browser of their own."""
    contexts = []

    def log_in(username: str) -> Page:
        context = browser.new_context(**browser_context_args, accept_downloads=True)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{live_server.url}/login/")
        page.get_by_label("Username").fill(username)
        page.get_by_label("Password").fill(make.PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", name="Your projects")).to_be_visible()
        return page

    yield log_in
    for context in contexts:
        context.close()


def test_a_benchmark_is_made_and_scored(live_server, transactional_db, files, enter):
    ward = make.project(name="Winter ward")
    make.people(ward, "alice", "ben", "sofia", "lena")
    lena = enter("lena")
    bring_in(lena, live_server.url, files)
    for name in ("alice", "ben"):
        annotate(enter(name), live_server.url, name)
    lena.goto(f"{live_server.url}/p/ward/agreement/")
    lena.get_by_role("button", name="Close answers and compare").click()
    expect(lena.locator("dl.facts")).to_contain_text("Agreed1Differ in label2")
    review(enter("sofia"), live_server.url)
    check_release(publish(lena, live_server.url, files))
    score(lena, live_server.url, files)


def bring_in(lena: Page, url: str, files) -> None:
    for kind, name in (("notes", "notes.jsonl"), ("diagnoses", "diagnoses_icd.csv")):
        lena.goto(f"{url}/p/ward/imports/")
        lena.locator("#id_kind").select_option(kind)
        lena.locator("#id_file").set_input_files(files / name)
        lena.get_by_role("button", name="Check the file").click()
        lena.get_by_role("button", name="Import it now").click()
        expect(lena.get_by_role("heading", name="Work")).to_be_visible()
    lena.goto(f"{url}/p/ward/imports/")
    lena.get_by_role("button", name="Pairs of billed codes").click()
    lena.goto(f"{url}/p/ward/triage/")
    votes = lena.locator("form[action$='/triage/votes/']")
    votes.locator("input[type=file]").set_input_files(files / "votes.jsonl")
    votes.locator("button[type=submit]").click()
    lena.get_by_role("button", name="Import it now").click()
    lena.goto(f"{url}/p/ward/triage/")
    lena.locator("form[action$='/triage/select/'] button[type=submit]").click()
    lena.goto(f"{url}/p/ward/assign/")
    lena.get_by_role("button", name="Give out").click()
    expect(lena.get_by_role("heading", name="Assigning pairs")).to_be_visible()
    expect(lena.locator("dl.facts")).to_contain_text("alice 3")


def annotate(page: Page, url: str, name: str) -> None:
    """alice says Related everywhere; ben agrees on the first note's anemia alone."""
    page.goto(f"{url}/p/ward/annotate/")
    page.get_by_role("button", name="Continue").click()
    seen = []
    for _ in range(3):
        desk = NotePage(page, "").ready()
        code = page.locator(".side .code").first.inner_text()
        text = desk.text
        seen.append((TASKS[text], code))
        desk.focus_note()
        if name == "alice" or seen[-1] == ("1_11", "D64.9"):
            page.keyboard.press("r")
            for words in (ACROSS, AFTER_EMOJI) if text == FIRST else ("Hgb 8.9",):
                start = text.index(words)
                desk.drag(start, start + len(words))
            desk.write("Low hemoglobin, “treated”.")
        else:
            page.keyboard.press("u")
        desk.wait_saved()
        before = page.url
        desk.submit()
        page.wait_for_url(lambda now, left=before: now != left)
    assert sorted(seen) == [("1_11", "D64.9"), ("1_11", "I10"), ("2_22", "D64.9")]
    expect(page.get_by_role("heading", name="Nothing waits for you")).to_be_visible()


def review(page: Page, url: str) -> None:
    """Anemia is True in both notes, as somebody said; hypertension cannot be resolved."""
    page.goto(f"{url}/p/ward/review/")
    page.get_by_role("button", name="Next conflict").click()
    for number in range(3):
        case = NotePage(page, "").ready()
        code = page.locator(".side .code").first.inner_text()
        if code == "I10":
            case.focus_note()
            page.keyboard.press("x")
            page.locator("#excluded-reason").fill("The note allows both readings.")
        else:
            related = page.locator(".answer", has_text="Related").filter(has_not_text="Unrelated").first
            related.locator("[data-take]").click()
        before = page.url
        case.submit()
        page.wait_for_url(lambda now, left=before: now != left)
        if number < 2:
            page.wait_for_selector("[data-desk][data-ready]", state="attached")
    expect(page.get_by_role("heading", name="Review", exact=True)).to_be_visible()


def publish(lena: Page, url: str, files) -> zipfile.ZipFile:
    lena.goto(f"{url}/p/ward/releases/")
    lena.locator("#id_version").fill("1.0.0")
    lena.get_by_label("I know that a frozen version").check()
    lena.get_by_role("button", name="Freeze this version").click()
    expect(lena.get_by_role("heading", name="Winter ward 1.0.0")).to_be_visible()
    with lena.expect_download() as download:
        lena.get_by_role("link", name="Download (").click()
    download.value.save_as(files / "release.zip")
    return zipfile.ZipFile(files / "release.zip")


def check_release(archive: zipfile.ZipFile) -> None:
    raw = archive.read("ward-1.0.0/data/dataset_raw.csv").decode("utf-8")
    rows = list(csv.DictReader(io.StringIO(raw, newline="")))
    frame = pandas.read_csv(io.StringIO(raw), dtype=str, keep_default_na=False)
    assert frame.to_dict("records") == rows
    assert [(row["task_id"], row["code"], row["gold"]) for row in rows] == [
        ("1_11", "D64.9", "True"),
        ("2_22", "D64.9", "True"),
    ]
    first, second = (ast.literal_eval(row["evidence_spans"]) for row in rows)
    assert sorted(FIRST[start:end] for start, end in first) == sorted([ACROSS, AFTER_EMOJI])
    assert [SECOND[start:end] for start, end in second] == ["Hgb 8.9"]
    assert rows[0]["reasoning_summary"] == "Low hemoglobin, “treated”."
    excluded = archive.read("ward-1.0.0/data/excluded.csv").decode("utf-8").splitlines()
    assert excluded[1:] == ["1_11,I10,The note allows both readings."]


def score(lena: Page, url: str, files) -> None:
    lines = ["task_id,code,pred", "1_11,D64.9,True", "2_22,D64.9,False", ""]
    (files / "predictions.csv").write_text("\n".join(lines), encoding="utf-8")
    lena.goto(f"{url}/p/ward/scores/")
    upload = lena.locator("form[action$='/runs/']")
    upload.locator("input[type=text]").first.fill("half-right")
    upload.locator("input[type=file]").first.set_input_files(files / "predictions.csv")
    upload.locator("button[type=submit]").click()
    expect(lena.locator("main h1")).to_contain_text("half-right")
    body = lena.request.get(lena.url.rstrip("/") + "/score.json").json()
    assert (body["concept"]["tp"], body["concept"]["fn"]) == (1, 1)
    assert body["concept"]["f1"] == pytest.approx(2 / 3, abs=1e-6)
