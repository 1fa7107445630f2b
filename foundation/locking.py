"""One at a time: a lock that ends with the process that holds it, however that ends."""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from foundation.logic.errors import Conflict


@contextmanager
def only_one(name: str) -> Iterator[None]:
    """Hold the lock while the block runs; raises Conflict `already_running` where somebody else holds it."""
    hold = _in_database if connection.vendor == "postgresql" else _beside_database
    with hold(name):
        yield


@contextmanager
def _in_database(name: str) -> Iterator[None]:
    """A lock of the PostgreSQL session, which is kept open while the block runs."""
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        if not cursor.fetchone()[0]:
            raise _held(name)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


@contextmanager
def _beside_database(name: str) -> Iterator[None]:
    """A lock on a file beside the database's: SQLite is used from one machine."""
    folder = Path(f"{connection.settings_dict['NAME']}.locks")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _held(name) from None
        yield


def _held(name: str) -> Conflict:
    return Conflict("already_running", f"This is being done already ({name}); wait for it, or stop it first.")


def is_held(name: str) -> bool:
    """Whether some process holds the lock now: one that died holds none."""
    try:
        with only_one(name):
            return False
    except Conflict:
        return True
