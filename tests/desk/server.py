"""A server of its own on the test's database, which can be killed and started again at its address."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote, urlencode

from django.db import connection

ROOT = Path(__file__).resolve().parents[2]


def database_url() -> str:
    """DATABASE_URL of the database that the running test uses."""
    settings = connection.settings_dict
    name = quote(str(settings["NAME"]))
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    login = quote(settings["USER"]) + (f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else "")
    host = settings["HOST"]
    if host.startswith("/"):
        return f"postgres://{login}@/{name}?{urlencode({'host': host})}"
    return f"postgres://{login}@{host}:{settings['PORT'] or 5432}/{name}"


class Server:
    """gunicorn on a port of this machine."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{self.port}"]
        command += ["--worker-class", "gthread", "--threads", "4", "--log-level", "critical"]
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "DATABASE_URL": database_url(),
        }
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment)
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """End it without a good-bye; afterwards its address answers nothing."""
        if self.process is None:
            return
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False
        ).stdout.split()
        for pid in [self.process.pid, *map(int, children)]:
            os.kill(pid, 9)
        self.process.wait()
        self.process = None
