"""The scripts that travel with a release, run as their users run them."""

import ast
import csv
import json
import subprocess
import sys
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from benchmark.logic.predictions import read_predictions
from benchmark.logic.reading import load_gold, load_notes
from benchmark.logic.rehydrate import rehydrate
from benchmark.logic.release import PAYLOAD, build_release
from tests.logic.releases import content, write, write_notes


class Model(BaseHTTPRequestHandler):
    """Says True where the note holds the word `Hgb`; fails as often as it is told to."""

    asked: list = []
    others: list = []
    failures = 0
    moved_to = None
    stop_after = None

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = body["messages"][0]["content"]
        cls = type(self)
        if cls.moved_to:
            self.send_response(302)
            self.send_header("Location", cls.moved_to)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if cls.failures or (cls.stop_after is not None and len(cls.asked) >= cls.stop_after):
            cls.failures = max(cls.failures - 1, 0)
            self.send_error(503)
            return
        cls.asked.append(prompt)
        answer = {"pred": "Concept: D62" in prompt, "evidence": ["Hgb 7.2", "never said"]}
        words = json.dumps(answer if answer["pred"] else {"pred": False})
        reply = {"choices": [{"message": {"content": f"```json\n{words}\n```"}}]}
        data = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        type(self).others.append(self.headers.get("Authorization"))
        self.send_error(404)

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    Model.asked, Model.failures, Model.stop_after = [], 0, None
    Model.others, Model.moved_to = [], None
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=httpd.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}/v1"
    httpd.shutdown()
    thread.join()
    httpd.server_close()


@pytest.fixture
def place(tmp_path):
    folder = write(tmp_path / "release", build_release(content()))
    data, *_ = rehydrate(folder, write_notes(tmp_path / "notes.csv"))
    (tmp_path / "dataset.csv").write_bytes(data)
    return tmp_path


def ask(place, endpoint, *more):
    script = place / "release/inference/run_sample.py"
    command = [sys.executable, "-I", "-S", str(script), "--data", "dataset.csv", "--model", "tiny/one"]
    command += ["--endpoint", endpoint, "--concurrency", "2", "--retries", "1", *more]
    return subprocess.run(command, cwd=place, capture_output=True, encoding="utf-8", check=False)


def test_it_asks_every_pair_once_and_writes_predictions_that_score(place, server):
    done = ask(place, server)
    assert done.returncode == 0, done.stderr
    assert len(Model.asked) == 8
    assert all("<<<NOTE\n" in prompt for prompt in Model.asked)
    gold = load_gold(place / "release")
    texts = load_notes(place / "notes.csv", gold).texts
    answers = read_predictions(place / "predictions/tiny_one.csv", gold, texts)
    pair = gold.find("10_100", "D62")
    assert (sum(answers.label), answers.returned[pair], answers.hits[pair]) == (1, 1, 1)
    with zipfile.ZipFile(place / "predictions/tiny_one.zip") as packed:
        assert packed.read("tiny_one.csv") == (place / "predictions/tiny_one.csv").read_bytes()


def test_a_stopped_run_goes_on_and_asks_no_pair_twice(place, server):
    Model.stop_after = 3
    first = ask(place, server, "--retries", "0")
    assert first.returncode == 1
    log = place / "predictions/tiny_one.jsonl"
    kept = log.read_text()
    assert kept.count("\n") == 3
    log.write_text(kept + '{"task_id": "10_100", "code"')
    Model.stop_after = None
    assert ask(place, server).returncode == 0
    assert len(Model.asked) == len(set(Model.asked)) == 8
    with (place / "predictions/tiny_one.csv").open(newline="") as stream:
        assert sum(1 for _ in csv.DictReader(stream)) == 8


def test_a_failing_server_is_asked_again(place, server):
    Model.failures = 1
    assert ask(place, server).returncode == 0


def test_a_redirect_is_not_followed_so_no_key_leaves_with_one(place, server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "hunter2")
    Model.moved_to = server.replace("127.0.0.1", "localhost") + "/elsewhere"
    done = ask(place, server, "--retries", "0")
    assert (done.returncode, Model.others) == (1, [])
    assert "302" in done.stderr


def test_notes_go_to_no_other_machine_without_a_statement(place):
    done = ask(place, "https://api.example.org/v1")
    assert done.returncode == 2
    assert "zero-retention" in done.stderr


def test_create_data_writes_what_rehydrate_writes(place):
    done = subprocess.run(
        ["sh", "release/data/create_data.sh"],
        cwd=place,
        env={"PATH": "/usr/bin:/bin", "NOTES": "notes.csv", "OUTPUT": "again.csv"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (place / "again.csv").read_bytes() == (place / "dataset.csv").read_bytes()


@pytest.mark.parametrize("name", ["run_sample.py", "mimic_data.py"])
def test_scripts_need_the_standard_library_alone(name):
    tree = ast.parse((PAYLOAD / name).read_text(encoding="utf-8"), feature_version=(3, 10))
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in found} <= sys.stdlib_module_names
