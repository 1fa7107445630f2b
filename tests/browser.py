"""Find the Chromium that the browser tests drive."""

import os
import shutil
import subprocess
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
LAUNCH_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # a page that asks anybody but this machine gets no answer
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]


class NoBrowser(Exception):
    """There is no Chromium and none can be installed; the message names the line that would."""


def find() -> str | None:
    """A Chromium or Chrome: what CHROMIUM names, else the first on the path, else one playwright brought."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    installed = next((path for name in NAMES if (path := shutil.which(name))), None)
    downloaded = Path.home().glob(".cache/ms-playwright/chromium-*/chrome-linux*/chrome")
    return installed or next((str(path) for path in sorted(downloaded, reverse=True)), None)


def find_or_install() -> str:
    """As `find`; where there is none and this is root on Debian, the package is installed first."""
    found = find()
    if found:
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("tests: no Chromium found, installing the system's package", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for step in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            # a failing mirror list still leaves the lists there are
            subprocess.run(["apt-get", "--quiet", *step], env=quiet, stdout=subprocess.DEVNULL, check=False)
        found = find()
        if found:
            return found
    raise NoBrowser(
        "The browser tests need Chromium and none was found.\n"
        "On Debian (as root, or with sudo in front):\n\n    apt-get install chromium\n\n"
        "or name one: CHROMIUM=/path/to/chromium make test"
    )
