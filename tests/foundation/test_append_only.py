import pytest
from django.db import Error, connection, transaction

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.services.reviewing import decide
from benchmark.models import Release, ReleaseFile, ReleaseItem
from foundation.services.ledger import record
from foundation.triggers import PROTECTED
from tests import make


@pytest.fixture
def rows_everywhere(db):
    """At least one row in every protected table."""
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia")
    pair = make.pair(ward)
    make.answer(make.person("alice"), pair, make.related())
    make.answer(make.person("ben"), pair, make.related())
    make.compared(ward)
    decision = decide(
        sme=make.person("sofia"),
        project=ward,
        case_id=ReviewCase.objects.get().pk,
        verdict=Verdict("True", ((26, 33),), "why"),
    )
    release = Release.objects.create(
        project=ward,
        version="1.0.0",
        manifest_sha256="0" * 64,
        true_count=1,
        false_count=0,
        excluded_count=0,
        open_count=0,
        not_selected_count=0,
    )
    ReleaseFile.objects.create(release=release, path="a", sha256="0" * 64, size=1, content=b"a")
    ReleaseItem.objects.create(
        release=release, pair=pair, decision=decision, task_id="1_1", code="D64.9", gold=True
    )
    record(actor=None, verb="tried", project=ward)


@pytest.mark.parametrize("table", PROTECTED)
@pytest.mark.parametrize("statement", ["DELETE FROM {table}", "UPDATE {table} SET id = id"])
def test_a_protected_table_only_grows(rows_everywhere, table, statement):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        before = cursor.fetchone()[0]
    assert before > 0
    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table=table))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        assert cursor.fetchone()[0] == before


@pytest.mark.parametrize("table", PROTECTED)
def test_a_row_is_not_replaced_by_another_of_its_number(rows_everywhere, table):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has REPLACE")
    with pytest.raises(Error, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"REPLACE INTO {table} SELECT * FROM {table}")
