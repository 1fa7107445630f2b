"""Reading very many small rows."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Inside, the interpreter looks for no garbage in cycles. A million rows that are all still needed hold
    none, and looking through them again and again took a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
