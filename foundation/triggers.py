"""Tables to which rows may only be added: triggers on both databases refuse UPDATE and DELETE.

SQLite rebuilds a table when a column changes and loses its triggers, so every migration that touches a
protected table ends with `protect(table)`.
"""

from contextlib import contextmanager

from django.db import migrations

PROTECTED = (
    "foundation_ledgerentry",
    "annotation_annotation",
    "annotation_evidencespan",
    "adjudication_decision",
    "adjudication_decisionspan",
    "benchmark_releasefile",
    "benchmark_releaseitem",
)
_POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION goldsmith_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def install(connection, table: str) -> None:
    """Afterwards UPDATE and DELETE on the table fail with an IntegrityError."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRES_FUNCTION)
        for verb in ("update", "delete"):
            name = f"{table}_no_{verb}"
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
                cursor.execute(
                    f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table}"
                    " FOR EACH ROW EXECUTE FUNCTION goldsmith_append_only()"
                )
            else:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
                cursor.execute(
                    f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table}"
                    f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
                )


def drop(connection, table: str) -> None:
    """Afterwards the table can be changed again (for rebuilding it in a migration, and for tests)."""
    with connection.cursor() as cursor:
        for verb in ("update", "delete"):
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{verb}{on}")


def protect(table: str) -> migrations.RunPython:
    """The last operation of every migration that touches a protected table."""
    if table not in PROTECTED:
        raise ValueError(f"{table} is not listed as protected")
    return migrations.RunPython(
        lambda apps, editor: install(editor.connection, table),
        lambda apps, editor: drop(editor.connection, table),
    )


@contextmanager
def unprotected(connection):
    """Inside, protected tables can be emptied: only for the teardown of transactional tests."""
    present = set(connection.introspection.table_names())
    tables = [table for table in PROTECTED if table in present]
    for table in tables:
        drop(connection, table)
    try:
        yield
    finally:
        for table in tables:
            install(connection, table)
