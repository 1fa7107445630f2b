"""Models are asked over the wire: concurrently, again where it helps, and only where notes may go."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from django.db import connection

from foundation.locking import only_one
from foundation.logic.errors import Conflict
from tests import make
from tests.corpus.files import run
from tests.triage.model_server import PROMPTLY, serving, yes
from triage.logic.prompts import PROMPTS
from triage.models import TriageResult, TriageRun, Vote
from triage.services.running import Asking, run_triage

pytestmark = pytest.mark.django_db
TEXT = "Hgb 7.2 on admission.\r\n"


@pytest.fixture
def ward():
    return make.project()


def pairs(ward, count):
    return [
        make.pair(ward, f"{number}_9", "D64.9", text=TEXT, selected=None) for number in range(1, count + 1)
    ]


def ask(ward, server, **fields):
    asking = Asking(**({"stage": 1, "endpoint": server.url, "model": "tiny", "concurrency": 4} | fields))
    return run_triage(actor=None, project=ward, asking=asking)


def test_every_pair_is_asked_three_times_and_the_votes_decide(ward):
    pairs(ward, 4)
    with serving() as server:
        arguments = [
            "--stage",
            1,
            "--endpoint",
            server.url,
            "--model",
            "tiny",
            "--parameters",
            '{"temperature": 1}',
        ]
        status, printed = run("run_triage", "ward", *arguments)
    assert (status, printed["votes"], printed["resumed"], printed["failed"]) == (0, 12, 0, 0)
    assert printed["results"]["1"]["implicit"] == 4
    assert printed["tokens"] == {"in": 1200, "out": 120}
    assert server.bodies[0]["model"] == "tiny"
    assert server.bodies[0]["temperature"] == 1
    assert f"BEGIN NOTE\n{TEXT}\nEND NOTE" in server.bodies[0]["messages"][1]["content"]
    vote = Vote.objects.first()
    assert (vote.model, vote.tokens_in, vote.tokens_out) == ("tiny-1", 100, 10)
    assert (vote.prompt_sha256, vote.parameters) == (PROMPTS[1].sha256, {"temperature": 1})
    assert json.loads(vote.raw)["label"] == "implicit"
    assert vote.evidence.get().start == 0
    assert TriageRun.objects.get().status == "done"


def test_questions_are_in_the_air_together_but_never_more_than_asked_for(ward):
    pairs(ward, 6)

    def slowly(body, number):
        time.sleep(0.05)
        return yes(body, number)

    with serving(slowly) as server:
        ask(ward, server, concurrency=3)
    assert server.most_at_once == 3


def test_an_answer_that_cannot_be_read_is_asked_for_again_and_in_the_end_kept(ward):
    pairs(ward, 2)

    def mumble(body, number):
        stubborn = "1_9" in body["messages"][1]["content"]
        return 200, {}, "Well..." if stubborn or len(body["messages"]) == 2 else yes(body, number)[2]

    with serving(mumble) as server:
        ask(ward, server, votes=1)
    assert [len(body["messages"]) for body in server.bodies].count(2) == 2
    assert set(Vote.objects.values_list("label", "raw", "tokens_in")) == {
        ("implicit", yes({}, 0)[2], 200),
    }


def test_a_model_that_never_answers_in_form_leaves_a_vote_without_a_label(ward):
    pairs(ward, 1)
    with serving(lambda body, number: (200, {}, "I would rather not.")) as server:
        result = ask(ward, server, votes=1)
    assert len(server.bodies) == 3
    assert result["failed"] == 0
    assert Vote.objects.values_list("label", "raw", "tokens_in").get() == ("", "I would rather not.", 300)
    assert TriageResult.objects.get().label == "no_majority"


def test_a_busy_server_is_asked_again(ward):
    pairs(ward, 2)

    def busy_at_first(body, number):
        return (429 if number % 2 else 503, PROMPTLY, "") if number <= 4 else yes(body, number)

    with serving(busy_at_first) as server:
        result = ask(ward, server, votes=1)
    assert (result["votes"], result["failed"]) == (2, 0)


def test_what_an_endpoint_did_not_answer_stays_open_and_the_next_run_asks_for_it(ward):
    pairs(ward, 3)
    turned_away = {"1_9"}

    def refuse_one(body, number):
        task = next((task for task in turned_away if f"note {task}" in body["messages"][1]["content"]), None)
        return (400, {}, "") if task else yes(body, number)

    for pair in ward.pairs.select_related("note"):
        text = f"note {pair.task_id} Hgb 7.2"
        type(pair.note).objects.filter(pk=pair.note.pk).update(text=text, n_chars=len(text))
    with serving(refuse_one) as server:
        first = ask(ward, server)
        assert (first["votes"], first["failed"]) == (6, 3)
        assert "status 400" in first["problem"]
        assert TriageRun.objects.get().status == "stopped"
        turned_away.clear()
        second = ask(ward, server)
    assert (second["votes"], second["resumed"], second["failed"]) == (3, 6, 0)
    assert TriageRun.objects.get().status == "done"
    assert set(server.answered.values()) == {3}


@pytest.mark.parametrize("status", [401, 404])
def test_an_endpoint_that_will_never_answer_is_left_at_once(ward, status):
    pairs(ward, 20)
    with serving(lambda body, number: (status, {}, "")) as server:
        arguments = ["--stage", 1, "--endpoint", server.url, "--model", "tiny", "--concurrency", 2]
        ended, printed = run("run_triage", "ward", *arguments)
    assert ended == 1
    assert printed["votes"] == 0
    assert len(server.bodies) <= 4


def test_a_redirect_is_not_followed(ward):
    pairs(ward, 1)
    with (
        serving() as other,
        serving(lambda body, number: (307, {"location": f"{other.url}/x"}, "")) as server,
    ):
        assert ask(ward, server)["votes"] == 0
    assert other.bodies == []


def test_stage_two_asks_once_about_what_the_scope_sends_there(ward):
    for number, (source, label) in enumerate(
        [("billed", "unrelated"), ("billed", "explicit"), ("imported", "unrelated")], start=1
    ):
        pair = make.pair(ward, f"{number}_9", source=source, text=TEXT, selected=None)
        TriageResult.objects.create(pair=pair, stage=1, label=label, unanimous=True, valid_votes=3)
    with serving() as server:
        result = ask(ward, server, stage=2)
    assert (result["votes"], len(server.bodies)) == (1, 1)
    assert "Earlier judges" in server.bodies[0]["messages"][0]["content"]


def test_a_lead_who_stops_the_run_loses_no_answer_in_the_air(ward):
    pairs(ward, 30)

    def stop_midway(body, number):
        if number == 10:
            stopped.set()
        return yes(body, number)

    stopped = threading.Event()
    with serving(stop_midway) as server:
        asking = Asking(stage=1, endpoint=server.url, model="tiny", concurrency=2)

        def watch(done, total):
            if stopped.is_set():
                TriageRun.objects.update(status="stopped")

        result = run_triage(actor=None, project=ward, asking=asking, progress=watch)
    assert 10 <= result["votes"] == len(server.bodies) == Vote.objects.count() < 20


def test_two_cannot_ask_at_once(ward):
    pairs(ward, 1)
    with serving() as server:
        script = "import sys, django; django.setup(); from foundation.locking import only_one\n"
        script += "with only_one('triage of ward, stage 1'): print('held', flush=True); sys.stdin.read()"
        holder = subprocess.Popen(
            [sys.executable, "-c", script],
            env=os.environ | database(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            assert holder.stdout.readline() == b"held\n"
            with pytest.raises(Conflict, match="being done already"):
                ask(ward, server)
        finally:
            holder.communicate()
        assert ask(ward, server)["votes"] == 3
    with only_one("triage of ward, stage 1"):
        pass


def database() -> dict[str, str]:
    """The environment that lets another process use this test's database."""
    held = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{held['NAME']}"
    else:
        user = f"{held['USER']}:{held['PASSWORD']}" if held["PASSWORD"] else held["USER"]
        url = f"postgres://{user}@/{held['NAME']}?host={held['HOST']}&port={held['PORT'] or 5432}"
    return {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings.test"}


@pytest.mark.django_db(transaction=True)
def test_a_run_that_is_killed_goes_on_without_a_vote_lost_or_paid_for_twice(ward):
    made = pairs(ward, 20)
    for pair in made:
        text = f"note {pair.task_id} Hgb 7.2"
        type(pair.note).objects.filter(pk=pair.note.pk).update(text=text, n_chars=len(text))
    hang = threading.Event()

    def hang_at_the_end(body, number):
        if number > 30 and not hang.is_set():
            hang.wait(30)
            return 503, {}, ""
        return yes(body, number)

    with serving(hang_at_the_end) as server:
        arguments = ["--stage", "1", "--endpoint", server.url, "--model", "tiny", "--concurrency", "3"]
        command = [sys.executable, "manage.py", "run_triage", "ward", *arguments]
        process = subprocess.Popen(command, env=os.environ | database(), stdout=subprocess.DEVNULL)
        for _ in range(3000):
            if len(server.bodies) >= 33 and Vote.objects.count() == 30:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert Vote.objects.count() == 30
        assert TriageRun.objects.get().status == "running"
        hang.set()
        result = ask(ward, server)
    assert (result["resumed"], result["votes"]) == (30, 30)
    assert Vote.objects.count() == 60
    assert set(server.answered.values()) == {3}
    assert TriageRun.objects.get().status == "done"


def test_the_questions_of_a_stage_are_written_for_a_batch_service_and_its_output_comes_back(ward, tmp_path):
    pairs(ward, 2)
    requests, output = tmp_path / "requests.jsonl", tmp_path / "output.jsonl"
    arguments = ["--stage", 1, "--model", "tiny", "-o", requests]
    assert run("export_triage", "ward", *arguments) == (0, {"requests": 6})
    asked = [json.loads(line) for line in requests.read_text(encoding="utf-8").splitlines()]
    assert asked[0]["url"] == "/v1/chat/completions"
    assert TEXT in asked[0]["body"]["messages"][1]["content"]
    with output.open("w") as file:
        for request in asked[:5]:
            body = {"model": "tiny", "choices": [{"message": {"content": yes({}, 0)[2]}}], "usage": {}}
            answer = {"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}}
            file.write(json.dumps(answer) + "\n")
    assert run("import_triage", "ward", output, "--format", "openai-batch")[1]["created"] == 5
    assert run("export_triage", "ward", *arguments) == (0, {"requests": 1})
