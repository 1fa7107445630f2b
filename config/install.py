"""Make the environment at .venv and install a locked set of packages, each checked against its hash.

Run by the Makefile with whatever `python3` the machine has, before anything is installed: standard library
only, and no syntax that an old Python could not read, so that it can say that it is too old.
"""

import hashlib
import os
import subprocess
import sys

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REQUIREMENTS = os.path.join(ROOT, "requirements")


class Refused(Exception):
    """The environment cannot be made; the message says what to do about it."""


def check_version(version, executable):
    """Refuse a Python older than 3.11 and say where a newer one comes from."""
    if tuple(version[:2]) >= OLDEST:
        return
    found = ".".join(str(part) for part in version[:3])
    raise Refused(
        f"Goldsmith needs Python {OLDEST[0]}.{OLDEST[1]} or newer; {executable} is {found}.\n"
        + "Name a newer one if this machine has it: make PYTHON=python3.12 run\n"
        + "Debian 12, Ubuntu 24.04 and later bring one (as root, or with sudo in front):\n\n"
        + "    apt-get install python3 python3-venv\n"
    )


def check_venv(find=None):
    """Refuse a Python whose `venv` cannot bring pip: Debian keeps that part in a package of its own."""
    from importlib.util import find_spec

    find = find or find_spec
    if find("venv") is None or find("ensurepip") is None:
        raise Refused(
            "This Python cannot make an environment: its venv module is missing.\n"
            "On Debian and Ubuntu (as root, or with sudo in front):\n\n    apt-get install python3-venv\n"
        )


def fingerprint(name):
    """The hash of everything that decides what `requirements/<name>.txt` installs."""
    digest = hashlib.sha256()
    for lock in ("uv", name):
        with open(os.path.join(REQUIREMENTS, lock + ".txt"), "rb") as file:
            digest.update(file.read() + b"\0")
    return digest.hexdigest()


def read(path):
    """The file's text, or an empty string where there is none."""
    if not os.path.exists(path):
        return ""
    with open(path) as file:
        return file.read()


def make_environment(venv):
    """Afterwards `venv` holds a Python of 3.11 or newer with pip; a whole one is kept as it is."""
    python = os.path.join(venv, "bin", "python")
    probe = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
    if os.path.exists(python) and subprocess.call([python, "-c", probe], stderr=subprocess.DEVNULL) == 0:
        return python
    say("Making the environment at .venv")
    if os.path.lexists(venv):
        subprocess.check_call([sys.executable, "-m", "venv", "--clear", venv])
    else:
        subprocess.check_call([sys.executable, "-m", "venv", venv])
    return python


def install(name):
    """Afterwards everything in `requirements/<name>.txt` is installed; at once where nothing changed."""
    venv = os.path.join(ROOT, ".venv")
    stamp = os.path.join(venv, "goldsmith-" + name)
    wanted = fingerprint(name)
    if read(stamp) == wanted and os.path.exists(os.path.join(venv, "bin", "python")):
        return
    check_version(sys.version_info, sys.executable)
    check_venv()
    python = make_environment(venv)
    hashed = ["--require-hashes", "--requirement"]
    say("Installing the installer (uv)")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.check_call([*pip, *hashed, os.path.join(REQUIREMENTS, "uv.txt")])
    say("Installing the packages of requirements/" + name + ".txt")
    uv = [os.path.join(venv, "bin", "uv"), "pip", "install", "--quiet", "--python", python]
    subprocess.check_call([*uv, *hashed, os.path.join(REQUIREMENTS, name + ".txt")])
    with open(stamp, "w") as file:
        file.write(wanted)
    say("Ready")


def say(words):
    print("setup: " + words, file=sys.stderr)
    sys.stderr.flush()


def main(arguments):
    """Exit status 0 when installed, 1 when refused or failed."""
    try:
        install(arguments[0] if arguments else "app")
    except Refused as refusal:
        print("\n" + str(refusal), file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as failure:
        last = " ".join(str(part) for part in failure.cmd)
        print("\nThis step failed; what it printed stands above:\n\n    " + last, file=sys.stderr)
        print(
            "\nBehind a package mirror, name it for pip (PIP_INDEX_URL) and uv (UV_DEFAULT_INDEX).",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
