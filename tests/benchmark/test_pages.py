import json
import re
from types import SimpleNamespace

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from django.urls import reverse

from adjudication.models import ReviewCase
from adjudication.services.reviewing import decide, reopen
from benchmark.models import Card, Run
from benchmark.selectors.releases import files_of
from benchmark.services.releasing import freeze_release
from benchmark.services.scoring import score_run
from corpus.models import Pair
from foundation.models import LedgerEntry, User
from tests import make
from tests.benchmark.ward import lena, true, ward

pytestmark = pytest.mark.django_db
GATE = '[[track]]\nname = "F1"\nfigure = "concept.f1"\nat_least = 0.9\nveto = true\n'
PREDICTIONS = (
    "task_id,code,pred,evidence_spans\n"
    '1_1,D62,True,"[(2, 9)]"\n1_1,R50.9,True,[]\n2_2,D64.9,False,[]\n2_2,I10,False,[]\n'
)


@pytest.fixture
def project():
    return ward()


@pytest.fixture
def frozen(project):
    return freeze_release(actor=lena(), project=project, version="1.0.0")


@pytest.fixture
def lead(client, project):
    client.force_login(lena())
    return client


def upload(lead, name="tiny", content=PREDICTIONS, gate=None, file_name="tiny.csv"):
    from django.core.files.uploadedfile import SimpleUploadedFile

    body = {"system": name, "predictions": SimpleUploadedFile(file_name, content.encode())}
    if gate:
        body["gate"] = SimpleUploadedFile("gate.toml", gate.encode())
    return lead.post(reverse("leaderboard_upload", args=["ward", "1.0.0"]), body)


def test_a_lead_freezes_on_the_page_and_reads_the_version(lead):
    page = lead.get(reverse("releases", args=["ward"])).content.decode()
    assert 'value="1.0.0"' in page
    refused = lead.post(reverse("releases", args=["ward"]), {"version": "one", "sure": "on"})
    assert "is not a semantic version" in refused.content.decode()
    unsure = lead.post(reverse("releases", args=["ward"]), {"version": "1.0.0"})
    assert unsure.status_code == 200
    done = lead.post(reverse("releases", args=["ward"]), {"version": "1.0.0", "sure": "on"}, follow=True)
    page = done.content.decode()
    assert done.redirect_chain[-1][0] == reverse("releases_version", args=["ward", "1.0.0"])
    assert "data/dataset_raw.csv" in page
    assert "Contamination canary" in page


def test_the_download_is_the_frozen_bytes_and_is_recorded(lead, frozen):
    answer = lead.get(reverse("releases_file", args=["ward", "1.0.0", "data/dataset_raw.csv"]))
    assert answer.content == files_of(frozen)["data/dataset_raw.csv"]
    archive = lead.get(reverse("releases_download", args=["ward", "1.0.0"]))
    assert archive.content.startswith(b"PK")
    assert archive["Content-Disposition"] == 'attachment; filename="ward-1.0.0.zip"'
    assert LedgerEntry.objects.filter(verb="release_downloaded", actor=lena()).count() == 2
    assert lead.get(reverse("releases_file", args=["ward", "1.0.0", "../etc/passwd"])).status_code == 404


def test_tables_for_people_run_nothing_in_a_spreadsheet_and_the_frozen_files_stay_raw(lead, project, frozen):
    case = ReviewCase.objects.get(pair__code="D64.9")
    reopen(actor=lena(), project=project, case_id=case.pk, message="again")
    sofia = User.objects.get(username="sofia")
    decide(sme=sofia, project=project, case_id=case.pk, verdict=true(rationale='=HYPERLINK("x")'))
    Pair.objects.filter(project=project).update(code=Concat(Value("@"), "code"))
    newer = freeze_release(actor=lena(), project=project, version="1.1.0")
    copy = lead.get(reverse("releases_spreadsheet", args=["ward", "1.1.0"])).content.decode()
    changed = lead.get(reverse("releases_differences", args=["ward", "1.1.0"])).content.decode()
    assert "'=HYPERLINK" in copy
    assert "added,2_2,'@D64.9\n" in changed
    assert b"\n2_2,@D64.9" in files_of(newer)["data/dataset_raw.csv"]
    assert b"'" not in files_of(newer)["data/dataset_raw.csv"]


def test_taking_a_release_away_needs_what_reading_a_note_needs(client, project, frozen):
    client.force_login(make.person("dora", project, "lead", reads=False))
    answer = client.get(reverse("releases_download", args=["ward", "1.0.0"]))
    assert answer.status_code == 302
    assert "attest" in answer.url


def test_only_leads_see_releases_and_scores(client, project):
    for who in ("alice", "sofia"):
        client.force_login(User.objects.get(username=who))
        for name in ("releases", "releases_card", "leaderboard"):
            assert client.get(reverse(name, args=["ward"])).status_code == 403, (who, name)


def test_an_outsider_sees_nothing(client, project, frozen):
    client.force_login(make.person("mallory"))
    assert client.get(reverse("releases_version", args=["ward", "1.0.0"])).status_code == 404


def test_the_card_is_written_on_the_page_and_a_bad_split_rule_is_said(lead, project):
    fields = {"title": "Ward", "split_seed": "0", "split_rule": "train=0.5"}
    page = lead.post(reverse("releases_card", args=["ward"]), fields)
    assert "sum to 1" in page.content.decode()
    fields["split_rule"] = "train=0.5 test=0.5"
    assert lead.post(reverse("releases_card", args=["ward"]), fields).status_code == 302
    assert Card.objects.get(project=project).title == "Ward"


def test_an_uploaded_system_is_scored_and_its_page_leads_to_the_pairs(lead, frozen):
    answer = upload(lead, gate=GATE)
    run = Run.objects.get()
    assert answer.url == reverse("leaderboard_run", args=["ward", run.pk])
    run.refresh_from_db()
    assert run.status == "scored"
    page = lead.get(answer.url).content.decode()
    assert "veto" in page
    assert "Ruled out, taken for present" in page
    pair = frozen.items.get(code="R50.9").pair_id
    assert reverse("pair", args=["ward", pair]) in page
    assert "alice" in page
    assert json.loads(lead.get(reverse("leaderboard_json", args=["ward", run.pk])).content) == run.score
    assert run.score["baselines"]["string_match"] is not None


def test_the_leaderboard_shows_people_systems_and_baselines(lead, frozen):
    upload(lead)
    page = lead.get(reverse("leaderboard", args=["ward"])).content.decode()
    for words in ("Annotators (2)", "tiny", "Always True", "String match", "Whole note"):
        assert words in page


def test_unreadable_predictions_say_so_line_by_line(lead, frozen):
    answer = upload(lead, content=PREDICTIONS.replace("R50.9,True", "R50.9,maybe"))
    page = lead.get(answer.url).content.decode()
    assert "Refused." in page
    assert "&#x27;maybe&#x27; is none of" in page


def test_a_system_is_scored_once_a_release_and_a_broken_gate_is_refused_at_once(lead, frozen):
    upload(lead)
    assert "has a run on this release already" in upload(lead).content.decode()
    assert upload(lead, "other", gate="nonsense").status_code == 400
    assert upload(lead, "third", file_name="x.exe").status_code == 400
    refused = upload(lead, "other", gate="nonsense").content.decode()
    assert (
        refused.index("The file was not taken.")
        < refused.index("The gate is not TOML")
        < refused.index('id="table"')
    )
    assert Run.objects.count() == 1


def test_a_run_that_waits_is_shown_as_soon_as_it_is_scored(lead, frozen, monkeypatch):
    later = SimpleNamespace(enqueue=lambda _run: None)
    monkeypatch.setattr("benchmark.web.scores.score_waiting_run", later)
    where = upload(lead).url
    assert f'data-refresh="{where}" data-refresh-page' in lead.get(where).content.decode()
    score_run(Run.objects.get())
    assert "data-refresh" not in lead.get(where).content.decode()


def test_a_baseline_becomes_a_run_and_two_runs_are_compared(lead, frozen):
    upload(lead)
    lead.post(reverse("leaderboard_baseline", args=["ward", "1.0.0"]), {"name": "always_true"})
    one, other = Run.objects.get(system="tiny"), Run.objects.get(system="always_true")
    page = lead.get(reverse("leaderboard_comparison", args=["ward", one.pk, other.pk])).content.decode()
    assert "McNemar" in page
    board = lead.get(reverse("leaderboard", args=["ward"])).content.decode()
    assert board.count(">Always True</a>") == 1


def test_baselines_have_their_words_and_are_offered_once(lead, frozen):
    lead.post(reverse("leaderboard_baseline", args=["ward", "1.0.0"]), {"name": "always_true"})
    upload(lead)
    one, other = Run.objects.get(system="always_true"), Run.objects.get(system="tiny")
    pages = [
        lead.get(reverse("leaderboard_run", args=["ward", one.pk])),
        lead.get(reverse("leaderboard_run", args=["ward", other.pk])),
        lead.get(reverse("leaderboard_comparison", args=["ward", one.pk, other.pk])),
    ]
    for page in pages:
        assert "Always True" in page.content.decode()
        assert (
            re.search(r">[^<]*always_true[^<]*<", page.content.decode().replace("always_true.csv", ""))
            is None
        )
    board = lead.get(reverse("leaderboard", args=["ward"])).content.decode()
    assert 'value="always_true" disabled' in board
    assert 'value="random" disabled' not in board


def test_cautions_are_sentences_without_their_codes(lead, frozen):
    upload(lead)
    run = Run.objects.get()
    assert any(warning.startswith("small_strata: ") for warning in run.score["warnings"])
    page = lead.get(reverse("leaderboard_run", args=["ward", run.pk])).content.decode()
    assert "strata hold fewer than 30 pairs</li>" in page
    assert "small_strata" not in page


def test_a_refusal_leads_back_to_the_page_that_asked(lead, frozen):
    lead.post(reverse("leaderboard_baseline", args=["ward", "1.0.0"]), {"name": "always_true"})
    for before, shown in [
        ("http://testserver/p/ward/scores/", True),
        ("http://elsewhere/p/ward/scores/", False),
    ]:
        page = lead.post(
            reverse("leaderboard_baseline", args=["ward", "1.0.0"]),
            {"name": "always_true"},
            headers={"referer": before},
        )
        assert 400 <= page.status_code < 500
        assert ('href="/p/ward/scores/">Back' in page.content.decode()) == shown


def test_what_cannot_be_frozen_has_no_button_that_would_be_refused(client):
    make.people(make.project("bare"), "lena")
    client.force_login(make.person("lena"))
    page = client.get(reverse("releases", args=["bare"])).content.decode()
    assert 'type="submit" disabled>Freeze this version' in page
    assert "No guidelines for annotators are written" in page


def test_withdrawing_on_the_page_shows_the_reason_everywhere(lead, frozen):
    lead.post(reverse("releases_withdraw", args=["ward", "1.0.0"]), {"reason": "notes were wrong"})
    assert (
        "notes were wrong" in lead.get(reverse("releases_version", args=["ward", "1.0.0"])).content.decode()
    )
    assert "withdrawn" in lead.get(reverse("releases", args=["ward"])).content.decode()


def test_words_of_users_are_escaped_on_every_page(lead, frozen):
    evil = '<img src=x onerror="alert(1)">'
    upload(lead, name=evil)
    run = Run.objects.get()
    for address in (reverse("leaderboard", args=["ward"]), reverse("leaderboard_run", args=["ward", run.pk])):
        assert evil not in lead.get(address).content.decode()


def test_an_empty_project_has_its_pages(client):
    project = make.project("empty")
    client.force_login(make.person("lena", project))
    for name in ("releases", "leaderboard"):
        assert client.get(reverse(name, args=["empty"])).status_code == 200


def test_on_a_large_release_two_runs_are_compared_by_the_worker_when_a_lead_asks(lead, frozen, monkeypatch):
    upload(lead)
    upload(lead, "other")
    one, other = (str(Run.objects.get(system=name).pk) for name in ("tiny", "other"))
    address = reverse("leaderboard_comparison", args=["ward", one, other])
    api = f"/api/projects/ward/runs/{one}/against/{other}/"
    on_the_spot = lead.get(api).json()
    monkeypatch.setattr("benchmark.services.kept.MOST_ON_THE_SPOT", 1)
    assert "were not compared yet" in lead.get(address).content.decode()
    assert lead.get(api).json()["error"] == "not_compared"
    done = lead.post(address, follow=True)
    assert done.redirect_chain[-1][0] == address
    assert "McNemar" in done.content.decode()
    assert lead.get(api).json() == on_the_spot


def test_no_page_works_out_the_people_of_a_large_release(lead, frozen, monkeypatch):
    monkeypatch.setattr("benchmark.selectors.runs.MOST_ON_THE_SPOT", 1)
    with monkeypatch.context() as patch:
        patch.setattr("benchmark.selectors.runs.people_figures", pytest.fail)
        assert "Annotators" not in lead.get(reverse("leaderboard", args=["ward"])).content.decode()
    upload(lead)
    assert "Annotators (2)" in lead.get(reverse("leaderboard", args=["ward"])).content.decode()


def test_the_people_of_a_release_are_worked_out_once(lead, frozen, monkeypatch):
    upload(lead)
    shown = lead.get(reverse("leaderboard", args=["ward"])).content
    monkeypatch.setattr("benchmark.selectors.runs.people_figures", pytest.fail)
    again = lead.get(reverse("leaderboard", args=["ward"])).content
    assert b"Annotators (2)" in again
    assert len(again) == len(shown)
