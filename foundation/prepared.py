"""Querysets whose SQL is made once.

Django writes a query's SQL anew whenever it runs, which costs more than the database takes to answer it.
The few queries that run with every pair an annotator reads or saves are written as ordinary querysets with
`Given` in place of the values, and only bound afterwards:

    _BY_SLUG = Prepared(lambda: Project.objects.filter(slug=Given("slug", SlugField())))
    _BY_SLUG.first(slug="demo")
"""

import copy
from collections.abc import Callable
from types import SimpleNamespace

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, Field, QuerySet


class Given(Expression):
    """A value that the query is given when it runs; `field` says how the database takes it.

    Never give None: SQL finds nothing equal to it.
    """

    def __init__(self, name: str, field: Field) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler, connection, **context) -> tuple[str, list]:
        return "%s", [self]


class Prepared:
    """A queryset that is compiled when it first runs, and from then on only bound and run.

    Each row is what the queryset would give: an instance with its `select_related` and annotations, or a
    tuple of `values_list`. Prefetching is not done.
    """

    def __init__(self, build: Callable[[], QuerySet]) -> None:
        self._build = build
        self._compiled: _Compiled | None = None

    def all(self, **values) -> list:
        """Every row, in the queryset's order."""
        return self._compile().rows(values)

    def first(self, **values):
        """The first row, or None."""
        rows = self.all(**values)
        return rows[0] if rows else None

    def _compile(self) -> "_Compiled":
        # two threads may both compile the first time: they make the same
        if self._compiled is None:
            self._compiled = _Compiled(self._build())
        return self._compiled


class _Compiled:
    def __init__(self, queryset: QuerySet) -> None:
        self._queryset = queryset
        self._compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, self._parts = self._compiler.as_sql()

    def rows(self, values: dict) -> list:
        connection = connections[DEFAULT_DB_ALIAS]
        bound = tuple(_bound(part, values, connection) for part in self._parts)
        # what is compiled is shared by all threads; what belongs to this run goes into copies
        compiler = copy.copy(self._compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *args, **kwargs: (self._sql, bound)
        query = copy.copy(self._queryset.query)
        query.get_compiler = lambda *args, **kwargs: compiler
        run = SimpleNamespace(
            db=DEFAULT_DB_ALIAS, model=self._queryset.model, query=query, _known_related_objects={}
        )
        return list(self._queryset._iterable_class(run))


def _bound(part, values: dict, connection):
    if isinstance(part, Given):
        return part.output_field.get_db_prep_value(values[part.name], connection)
    return part
