"""The two commands: what is installed is locked, what is missing is named, what is started also ends."""

import ast
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config import install, serve
from tests import postgres
from tests.run import NO_TESTS, passed_over

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
# a program that runs until it is told to end, and says where so that a test can see it gone
WAITING = (
    "import sys, time, pathlib, os; pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(600)"
)
# a program that fails as soon as the other one runs
ENDING = """
import sys, time, pathlib
while not pathlib.Path(sys.argv[1]).exists():
    time.sleep(0.02)
sys.exit(3)
"""
SUPERVISE = """
import sys
from config.serve import supervise
programs = {name: [sys.executable, *command] for name, command in PROGRAMS.items()}
sys.exit(supervise(programs, lambda: print("started", flush=True)))
"""


def requirements(lock: Path) -> dict[str, str]:
    """Each requirement's first line -> its whole entry with hashes."""
    entries = re.split(r"\n(?=\w)", lock.read_text())
    return {entry.split(" \\")[0].strip(): entry for entry in entries if "==" in entry.splitlines()[0]}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_its_hash(lock):
    found = requirements(lock)
    assert found
    assert [name for name, entry in found.items() if "--hash=sha256:" not in entry] == []
    assert len(found) == len(re.findall(r"^[\w.-]+(?:\[\S+\])?==", lock.read_text(), re.M))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_place_to_download_from(lock):
    assert re.findall(r"\w+://\S+|^-{1,2}(?:index|extra-index|find-links)\S*", lock.read_text(), re.M) == []


def test_the_tests_run_on_the_very_packages_the_product_runs_on():
    app, test = (requirements(ROOT / "requirements" / f"{name}.txt") for name in ("app", "test"))
    assert set(app) <= set(test)


@pytest.mark.parametrize("target", ["setup", "run", "test", "lock"])
def test_make_knows_the_target(target):
    subprocess.run(["make", "--dry-run", target], cwd=ROOT, check=True, capture_output=True)


def test_continuous_integration_is_make_test():
    script = (ROOT / ".ci" / "run").read_text()
    assert script.rstrip().endswith("make test")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_an_old_python_can_read_the_script_that_refuses_it():
    ast.parse((ROOT / "config" / "install.py").read_text(), feature_version=(3, 6))


def test_an_old_python_is_told_which_one_is_needed():
    with pytest.raises(install.Refused, match=r"needs Python 3\.11 or newer; python3 is 3\.10\.2"):
        install.check_version((3, 10, 2), "python3")
    install.check_version((3, 11, 0), "python3")


def test_a_missing_venv_module_is_named_with_the_line_that_installs_it():
    with pytest.raises(install.Refused, match="apt-get install python3-venv"):
        install.check_venv(find=lambda name: None if name == "ensurepip" else object())
    install.check_venv(find=lambda name: object())


def test_what_is_installed_already_is_not_installed_again(tmp_path, monkeypatch):
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").touch()
    (tmp_path / ".venv" / "goldsmith-app").write_text(install.fingerprint("app"))
    monkeypatch.setattr(install, "ROOT", str(tmp_path))
    ran = []
    monkeypatch.setattr(install.subprocess, "check_call", ran.append)
    monkeypatch.setattr(install.subprocess, "call", lambda command, **_: ran.append(command) or 0)
    install.install("app")
    assert ran == []
    (tmp_path / ".venv" / "goldsmith-app").write_text("the fingerprint of an older lock")
    install.install("app")
    assert [Path(command[0]).name for command in ran] == ["python", "python", "uv"]
    assert (tmp_path / ".venv" / "goldsmith-app").read_text() == install.fingerprint("app")


def test_a_taken_port_is_named_with_another_to_try():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(serve.Refused, match=rf"(?s)Port {port} .* make run PORT={port + 1}"):
            serve.check_port("127.0.0.1", port)
    serve.check_port("127.0.0.1", port)


def supervised(programs: dict[str, list[str]]) -> subprocess.Popen:
    script = SUPERVISE.replace("PROGRAMS", repr(programs))
    return subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def written(path: Path) -> int:
    """The process id that the program writes to the path, once it has."""
    for _ in range(600):
        if path.exists() and path.read_text():
            return int(path.read_text())
        time.sleep(0.05)
    raise AssertionError(f"{path.name} did not start")


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopping_ends_web_server_and_worker(tmp_path, number):
    paths = [tmp_path / "web", tmp_path / "worker"]
    process = supervised({path.name: ["-c", WAITING, str(path)] for path in paths})
    pids = [written(path) for path in paths]
    assert process.stdout.readline() == "started\n"
    process.send_signal(number)
    assert process.wait(30) == 0
    process.stdout.close()
    assert all(is_gone(pid) for pid in pids)


def test_when_one_program_ends_the_other_is_stopped(tmp_path):
    path = tmp_path / "web"
    process = supervised({"web server": ["-c", WAITING, str(path)], "worker": ["-c", ENDING, str(path)]})
    output, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "the worker ended with status 3" in output
    assert is_gone(written(path))


def test_the_tests_own_postgres_leaves_no_trace(tmp_path):
    parents = [*(ROOT / "x").parents, *Path(postgres._parent(), "x").parents]
    modes = [folder.stat().st_mode for folder in parents]
    people = Path("/etc/passwd").read_bytes()
    uv = str(Path(sys.executable).with_name("uv"))
    with postgres.running(uv, ROOT / "requirements" / "postgres.txt") as url:
        folder = Path(re.search(r"host=(\S+)", url).group(1).replace("%2F", "/"))
        pid = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        assert folder.stat().st_mode & 0o077 == 0
        assert not is_gone(pid)
    assert is_gone(pid)
    assert not folder.exists()
    assert [path.stat().st_mode for path in parents] == modes
    assert Path("/etc/passwd").read_bytes() == people


@pytest.mark.parametrize("port", ["80x", "0", "65536", "-1", "8.0", "\u0663"])
def test_what_is_no_port_is_said_without_a_traceback(port):
    with pytest.raises(serve.Refused, match="is no port"):
        serve.read_port(port)


def test_an_address_of_another_machine_is_not_called_a_taken_port():
    with pytest.raises(serve.Refused, match=r"HOST=nowhere\.invalid is no address"):
        serve.check_port("nowhere.invalid", 8000)


def test_what_opens_no_database_is_not_run_twice_even_when_asked_for_by_name():
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    chosen = [*passed_over(), "tests/logic/test_alignment.py"]
    found = subprocess.run(
        [*command, *chosen], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert found.returncode == NO_TESTS, found.stdout
