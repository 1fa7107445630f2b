"""Django's SQLite, whose writers take turns.

SQLite lets one transaction write at a time and leaves it to the waiting ones to ask again. A writer that
begins anew at once is always the first to ask: among busy ones somebody may wait for a minute and give up.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import uniform

from django.db import OperationalError
from django.db.backends.sqlite3 import base

# short beside the work of a transaction
_PAUSE = (0.0005, 0.003)


class DatabaseWrapper(base.DatabaseWrapper):
    """Whoever is about to write holds the turn, a lock on a file beside the database's, until the write lock
    is theirs: nobody who comes later can be before them. A process that dies gives the turn back."""

    def _start_transaction_under_autocommit(self) -> None:
        if self.is_in_memory_db():
            super()._start_transaction_under_autocommit()
            return
        with self._turn():
            super()._start_transaction_under_autocommit()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        deadline = time.monotonic() + self.settings_dict["OPTIONS"].get("timeout", 5)
        file = os.open(f"{self.settings_dict['NAME']}.turn", os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > deadline:
                        raise OperationalError("database is locked") from None
                time.sleep(uniform(*_PAUSE))
            yield
        finally:
            os.close(file)
