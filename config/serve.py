"""Serve Goldsmith from this machine: `python -m config.serve`, which is what `make run` does.

Prepares the database, the demo and the static files, then runs the web server and the worker until Ctrl-C or
until one of them ends; then neither is left. HOST and PORT say where (127.0.0.1 and 8000).
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable

SECONDS_TO_START = 60
SECONDS_TO_END = 15


class Refused(Exception):
    """Goldsmith cannot be served; the message says what to do about it."""


def read_port(given: str) -> int:
    """The port that PORT names; refuses what no port is."""
    if not given.isascii() or not given.isdigit() or not 0 < int(given) < 65536:
        raise Refused(f"PORT={given} is no port: a number from 1 to 65535 is, such as make run PORT=8001")
    return int(given)


def check_port(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            other = port + 1 if port < 65535 else 8000
            advice = f"Another program may be serving there. Choose another port: make run PORT={other}"
            if isinstance(error, socket.gaierror):
                advice = f"HOST={host} is no address of this machine; without HOST it is 127.0.0.1."
            raise Refused(
                f"Port {port} on {host} cannot be used ({error.strerror.lower()}).\n" + advice
            ) from error


def prepare() -> None:
    """Afterwards the database is up to date, the demo is loaded and the static files are collected."""
    import django
    from django.core.management import call_command

    django.setup()
    say("preparing the database")
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
    say("loading the demo (about a minute the first time)")
    call_command("seed_demo")


def commands(host: str, port: int) -> dict[str, list[str]]:
    """The two programs that make up a running Goldsmith."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    kind = ["--worker-class", "gthread", "--workers", "2", "--threads", "4"]
    return {
        "web server": [
            *[sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", address, *kind],
            *["--log-level", "warning", "--timeout", "120", "--no-control-socket"],
        ],
        "worker": [sys.executable, "manage.py", "run_worker"],
    }


def supervise(programs: dict[str, list[str]], when_started: Callable[[], None] = lambda: None) -> int:
    """Run the programs until one ends or this process is told to stop; afterwards none is left.

    `when_started` is called once they run. Exit status: 0 told to stop, 1 one ended by itself.
    """
    stop = _Stop()
    running: dict[str, subprocess.Popen] = {}
    try:
        for name, command in programs.items():
            # a session of its own: Ctrl-C reaches this process alone, which ends the programs in order
            running[name] = subprocess.Popen(command, start_new_session=True)
        when_started()
        while not stop.asked:
            for name, process in running.items():
                if process.poll() is not None:
                    say(f"the {name} ended with status {process.returncode}; stopping")
                    return 1
            time.sleep(0.2)
        say("stopping")
        return 0
    finally:
        _end(list(running.values()))


class _Stop:
    """Becomes `asked` at the first Ctrl-C, hang-up or request to end."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)

    def _ask(self, _number: int, _frame: object) -> None:
        self.asked = True


def _end(processes: list[subprocess.Popen]) -> None:
    """Ask each process to end, wait, and kill what is left of the group it leads."""
    for process in processes:
        if process.poll() is None:
            process.terminate()
    deadline = time.monotonic() + SECONDS_TO_END
    for process in processes:
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def announce(host: str, port: int) -> None:
    """Say the address once something listens on it."""
    shown = "127.0.0.1" if host in {"0.0.0.0", "::"} else host
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        try:
            with socket.create_connection((shown, port), timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    address = f"[{shown}]" if ":" in shown else shown
    say(f"serving at http://{address}:{port}/  (Ctrl-C stops it)")


def say(words: str) -> None:
    print(f"goldsmith: {words}", flush=True)


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
    host = os.environ.get("HOST") or "127.0.0.1"
    try:
        port = read_port(os.environ.get("PORT") or "8000")
        check_port(host, port)
    except Refused as refusal:
        print(f"\n{refusal}", file=sys.stderr)
        return 1
    prepare()
    return supervise(commands(host, port), lambda: announce(host, port))


if __name__ == "__main__":
    sys.exit(main())
