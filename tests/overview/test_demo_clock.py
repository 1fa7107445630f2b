"""The work of the demo is spread over days, and the clock is right again afterwards."""

import datetime
from types import SimpleNamespace

from django.utils import timezone

from demo.clock import ANSWERS_A_DAY, days_ago
from demo.english import _workdays


def test_inside_it_is_another_day_that_goes_on():
    today = timezone.localdate()
    with days_ago(5) as clock:
        clock.set(1, seconds=90)
        first, second = timezone.now(), timezone.now()
        assert timezone.localtime(first).date() == today - datetime.timedelta(days=4)
        assert first < second
    assert timezone.localdate() - today <= datetime.timedelta(days=1)


def test_nobody_answers_more_a_day_than_a_person_can():
    people = [SimpleNamespace(annotator=SimpleNamespace(username=name)) for name in ("anna", "ben")]
    answer = SimpleNamespace(seconds=100)
    rows = _workdays([(person, answer) for _ in range(50) for person in people])
    assert [row[:2] for row in rows] == sorted(row[:2] for row in rows)
    for person in people:
        days = [day for day, _, place, _ in rows if place is person]
        assert [days.count(day) for day in (0, 1, 2)] == [ANSWERS_A_DAY, ANSWERS_A_DAY, 2]
