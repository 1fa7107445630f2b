"""The worker: works off what waits, one thing after the other, until it is told to stop.

Told to stop in the middle of something, it drops that where it is: its transaction leaves nothing, and the
next worker starts it anew. What fails is said in one line; the whole way to the fault with LOG_LEVEL=DEBUG.
"""

import logging
import signal
import time

from django.db import OperationalError, close_old_connections
from django.utils.crypto import get_random_string
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from django_tasks_db.utils import exclusive_transaction, is_locked_database_exception

from foundation.services.jobs import WorkerStops, say_failed

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_OF_SLEEP = 0.1
_log = logging.getLogger(__name__)


class Worker:
    """`run` returns once the worker was told to stop, or with `batch` as soon as nothing waits."""

    def __init__(self, *, batch: bool = False) -> None:
        self.batch = batch
        self.worked_off = 0
        self._name = get_random_string(32)
        self._stopping = False
        self._interruptible = False

    def listen(self) -> None:
        """From now on SIGTERM and SIGINT stop the worker."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)

    def run(self) -> None:
        while not self._stopping:
            close_old_connections()
            row = self._next()
            if row is not None:
                self._carry_out(row)
            elif self.batch:
                return
            else:
                self._rest()

    def _stop(self, _number: int, _frame: object) -> None:
        first, self._stopping = not self._stopping, True
        if first and self._interruptible:
            raise WorkerStops

    def _rest(self) -> None:
        """In short sleeps: a signal does not end a long one."""
        until = time.monotonic() + SECONDS_BETWEEN_LOOKS
        while not self._stopping and time.monotonic() < until:
            time.sleep(SECONDS_OF_SLEEP)

    def _next(self) -> DBTaskResult | None:
        """What has waited longest, claimed; None where nothing waits or the database is busy."""
        ready = DBTaskResult.objects.ready().filter(backend_name="default")
        with exclusive_transaction(ready.db):
            try:
                row = ready.get_locked()
                if row is not None:
                    row.claim(self._name)
            except OperationalError as error:
                if is_locked_database_exception(error):
                    return None
                raise
        return row

    def _carry_out(self, row: DBTaskResult) -> None:
        try:
            try:
                self._interruptible = True
                if self._stopping:
                    raise WorkerStops
                told = row.task_result
                value = row.task.call(*told.args, **told.kwargs)
            finally:
                self._interruptible = False
        except WorkerStops:
            DBTaskResult.objects.filter(pk=row.pk).update(status=TaskResultStatus.READY, started_at=None)
            _log.warning("Told to stop: %s starts anew with the next worker", row.task_name)
        except Exception as error:
            say_failed(_log, f"Task {row.task_name} {row.pk}", error)
            row.set_failed(error)
        else:
            row.set_successful(value)
            self.worked_off += 1
