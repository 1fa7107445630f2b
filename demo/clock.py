"""A clock for invented work: nobody answers a hundred pairs in the minute in which the demo is made."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.utils import timezone

ANSWERS_A_DAY = 24
FIRST_HOUR = datetime.time(9, 15)


class Clock:
    """Says what time it is in the demo; every look is a little later, so that the order of things shows."""

    def __init__(self, days_ago: int) -> None:
        self.first_day = timezone.localdate() - datetime.timedelta(days=days_ago)
        self.set(0)

    def set(self, day: int, seconds: float = 0) -> None:
        """Afterwards it is so many days after the first, so many seconds after work began."""
        morning = datetime.datetime.combine(self.first_day + datetime.timedelta(days=day), FIRST_HOUR)
        self.at = timezone.make_aware(morning) + datetime.timedelta(seconds=seconds)

    def now(self) -> datetime.datetime:
        self.at += datetime.timedelta(milliseconds=7)
        return self.at


@contextmanager
def days_ago(days: int) -> Iterator[Clock]:
    """Inside, the product's clock is the one given."""
    clock = Clock(days)
    with patch.object(timezone, "now", clock.now):
        yield clock
