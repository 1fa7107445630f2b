"""Run every test on SQLite and then on PostgreSQL: `python -m tests.run [arguments for pytest]`.

TEST_POSTGRES_URL names a PostgreSQL to use in place of the one that is started here. Exit status 0 when both
passed, 1 when not, 2 when the tests could not be run. Whatever is started here ends with it.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests import browser, postgres

ROOT = Path(__file__).resolve().parent.parent
# what never opens a database need not run twice
DATABASE_FREE = ("tests/logic", "tests/test_house.py", "tests/test_setup.py")
SECONDS_TO_END = 20
NO_TESTS = 5


def main(arguments: list[str]) -> int:
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, _interrupt)
    try:
        with ExitStack() as stack:
            return _run(arguments, stack)
    except (browser.NoBrowser, postgres.NoServer) as missing:
        print(f"\n{missing}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as failure:
        print(f"\nThis step failed: {' '.join(map(str, failure.cmd))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ntests: interrupted, everything started here has ended", file=sys.stderr)
        return 130


def _run(arguments: list[str], stack: ExitStack) -> int:
    chromium = browser.find_or_install()
    scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="goldsmith-tests-"))
    common = {"CHROMIUM": chromium, "GOLDSMITH_DATA": f"{scratch}/data"}
    url = os.environ.get("TEST_POSTGRES_URL")
    if not url:
        _say("starting PostgreSQL")
        uv = str(Path(sys.executable).with_name("uv"))
        url = stack.enter_context(postgres.running(uv, ROOT / "requirements" / "postgres.txt"))
    results = [_pass("SQLite", f"sqlite:///{scratch}/goldsmith.sqlite3", common, arguments)]
    results.append(_pass("PostgreSQL", url, common, [*passed_over(), *arguments]))
    print()
    for database, verdict, seconds in results:
        _say(f"{database:<11} {verdict} in {int(seconds // 60)} min {int(seconds % 60)} s")
    return 0 if all(verdict == "passed" for _, verdict, _ in results) else 1


def passed_over() -> list[str]:
    """What tells pytest to leave out what opens no database; --ignore keeps what is asked for by name."""
    return [f"--deselect={path}" for path in DATABASE_FREE]


def _pass(database: str, url: str, common: dict, arguments: list[str]) -> tuple[str, str, float]:
    """One run of pytest on one database: (its name, the verdict, the seconds it took)."""
    _say(f"running on {database}")
    workers = str(min(os.cpu_count() or 1, 4))
    command = [sys.executable, "-m", "pytest", "-n", workers, "--dist", "worksteal", *arguments]
    began = time.monotonic()
    status = _call(command, os.environ | common | {"DATABASE_URL": url})
    # a choice of tests may well hold none that needs a database
    passed = status == 0 or (status == NO_TESTS and database == "PostgreSQL" and arguments)
    return database, "passed" if passed else "FAILED", time.monotonic() - began


def _call(command: list[str], environment: dict) -> int:
    """The command's exit status; when this process is interrupted, the command and its children end first."""
    child = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        return child.wait()
    except KeyboardInterrupt:
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            os.killpg(child.pid, how)
            try:
                child.wait(SECONDS_TO_END)
                break
            except subprocess.TimeoutExpired:
                continue
        raise


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _say(words: str) -> None:
    print(f"tests: {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
