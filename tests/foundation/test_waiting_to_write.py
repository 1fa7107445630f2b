"""On SQLite one transaction writes at a time; whoever waits gets a turn, however busy the others are."""

import threading
import time

import pytest
from django.db import OperationalError, connection, transaction

from foundation.models import Project
from tests import make

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues by itself"),
]

TURNS = 150


def test_a_busy_writer_lets_others_in_between():
    """The writer begins anew at once, 150 times; whoever waits comes in before the last."""
    make.project("ward")
    ended = threading.Event()
    began = threading.Event()

    def busy() -> None:
        for _ in range(TURNS):
            with transaction.atomic():
                Project.objects.filter(slug="ward").update(seed=1)
                began.set()
                time.sleep(0.01)
        ended.set()
        connection.close()

    writer = threading.Thread(target=busy)
    writer.start()
    began.wait()
    with transaction.atomic():
        came_in_between = not ended.is_set()
    writer.join()

    assert came_in_between


def test_a_waiting_writer_gives_up_when_its_time_is_over(monkeypatch):
    make.project("ward")
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
    waiting, over = threading.Event(), threading.Event()

    def hold() -> None:
        with connection._turn():
            waiting.set()
            over.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    waiting.wait(20)
    try:
        with pytest.raises(OperationalError, match="locked"), transaction.atomic():
            pass
    finally:
        over.set()
        holder.join()
