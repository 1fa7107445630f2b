"""What holds for every test: which database, who may be talked to, how the tables are emptied."""

import ipaddress
import os
import socket
import threading
import time
from contextlib import nullcontext

import pytest
from django.core.cache import cache
from django.core.management.base import CommandError
from django.core.servers.basehttp import ServerHandler
from django.db import connections
from django.test import TransactionTestCase
from hypothesis import HealthCheck, settings

from foundation.triggers import unprotected
from tests import browser

SECONDS_TO_FINISH = 20
TRIES_TO_FLUSH = 5
# a busy machine is no fault of the product
settings.register_profile(
    "house", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("house")


class NetworkRefused(Exception):
    """A test, or the product under test, tried to reach another machine."""


def _is_loopback(host: str) -> bool:
    if host in {"", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Rows of different tests may carry the same number; what was cached of one is not of the other."""
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def _only_this_machine():
    """Every connection to, and every look-up of, another machine fails."""
    originals = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex")}
    look_up = socket.getaddrinfo

    def guarded(name):
        def connect(self, address):
            if isinstance(address, tuple) and not _is_loopback(str(address[0])):
                raise NetworkRefused(f"a connection to {address[0]} was tried")
            return originals[name](self, address)

        return connect

    def look_up_here(host, *arguments, **named):
        name = host.decode() if isinstance(host, bytes) else str(host or "")
        if not _is_loopback(name):
            raise NetworkRefused(f"a look-up of {name} was tried")
        return look_up(host, *arguments, **named)

    with pytest.MonkeyPatch.context() as patch:
        for name in originals:
            patch.setattr(socket.socket, name, guarded(name))
        patch.setattr(socket, "getaddrinfo", look_up_here)
        yield


@pytest.fixture(scope="session", autouse=True)
def _requests_in_the_air():
    """How many requests a live server is answering now, as the only item of a list."""
    answer, lock, count = ServerHandler.run, threading.Lock(), [0]

    def counted(self, application):
        with lock:
            count[0] += 1
        try:
            answer(self, application)
        finally:
            with lock:
                count[0] -= 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ServerHandler, "run", counted)
        yield count


def wait_until_quiet(in_the_air: list[int]) -> None:
    """Return once no live server answers any more, or after some seconds."""
    deadline = time.monotonic() + SECONDS_TO_FINISH
    while in_the_air[0] and time.monotonic() < deadline:
        time.sleep(0.01)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, _requests_in_the_air):
    """The test database, which goes only when nobody asks anything of it any more."""
    yield
    wait_until_quiet(_requests_in_the_air)


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_between_tests(_requests_in_the_air):
    """The flush after a transactional test waits for requests that outlived their page, whose rows it would
    lock; and on SQLite it deletes rows, which tables that only grow refuse."""
    flush = TransactionTestCase._fixture_teardown

    def flush_when_quiet(self):
        connection = connections["default"]
        for attempt in range(TRIES_TO_FLUSH):
            wait_until_quiet(_requests_in_the_air)
            try:
                with unprotected(connection) if connection.vendor == "sqlite" else nullcontext():
                    return flush(self)
            except CommandError:
                # a request that came in just then held a row; it is answered, and the tables are free
                if attempt == TRIES_TO_FLUSH - 1:
                    raise
                time.sleep(0.5)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush_when_quiet)
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """The machine's own Chromium, which talks to nobody but this machine."""
    # playwright's loop stays in this thread until the session ends, and Django would take every query after
    # that for one made inside asynchronous code, of which the product has none
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    path = browser.find()
    if path is None:
        pytest.fail("no Chromium found: apt-get install chromium, or name one in CHROMIUM", pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": browser.LAUNCH_ARGUMENTS}


@pytest.fixture(scope="session")
def base_url():
    """None: tests name whole addresses. (pytest-playwright's own is a method, which pytest warns of.)"""
    return None
