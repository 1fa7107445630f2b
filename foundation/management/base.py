"""What every command shares: --json, --as, refusals, exit status, progress."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.db import OperationalError, ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor

from foundation.logic.errors import Refusal
from foundation.management.progress import Progress
from foundation.models import User
from foundation.selectors.access import person_named

SHOWN_ERRORS = 20
ABOUT = {
    "project": "the project's short name",
    "slug": "the project's short name: letters, digits and hyphens",
    "username": "the name the person signs in with",
    "file": "the file to read",
    "seed": "of every draw: the same seed draws the same",
    "stage": "1: quick votes on every pair; 2: a judgement where stage 1 disagrees",
    "model": "the model's name, as its server calls it",
    "release": "the version, such as 1.0.0",
}
DJANGO_OPTIONS = ("version", "verbosity", "settings", "pythonpath", "traceback", "no-color", "force-color")


class HouseCommand(BaseCommand):
    """A thin command: `handle_options` calls a service and returns the object that --json prints.

    Exit status 0: done; 1: refused and nothing changed (or `failed(result)` says so); 2: wrong usage.
    """

    example = ""
    suppressed_base_arguments = {f"--{name}" for name in DJANGO_OPTIONS}
    writes = True
    requires_system_checks: list = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any):
        parser = super().create_parser(
            prog_name,
            subcommand,
            epilog=f"Example: .venv/bin/python manage.py {self.example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **kwargs,
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
        if self.writes:
            parser.add_argument(
                "--as", dest="actor", default="system", metavar="USERNAME", help="who stands in the ledger"
            )
        for action in parser._actions:
            action.help = action.help or ABOUT.get(action.dest)
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.actor = self._actor(options.get("actor", "system"))
            result = self._done(options)
        except Refusal as refusal:
            self._print_refusal(refusal, options["json"])
            sys.exit(self.refusal_status(options))
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
        else:
            self.stdout.write(self.words(result))
        if self.failed(result):
            sys.exit(1)

    def handle_options(self, options: dict[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def _done(self, options: dict[str, Any]) -> dict[str, Any]:
        try:
            return self.handle_options(options)
        except (OperationalError, ProgrammingError) as error:
            if not _is_behind():
                raise
            raise Refusal(
                "database_behind",
                "The database is older than the program; update it: .venv/bin/python manage.py migrate",
            ) from error

    def words(self, result: dict[str, Any]) -> str:
        """The result for a person: one `name: value` a line, what is nested indented below."""
        return "\n".join(_lines(result))

    def failed(self, result: dict[str, Any]) -> bool:
        return False

    def refusal_status(self, options: dict[str, Any]) -> int:
        return 1

    def say(self, text: str) -> None:
        """Words on standard error, so that --json stays one object on standard output."""
        self.stderr.write(text, style_func=lambda line: line)

    def progress(self, label: str) -> Progress:
        return Progress(label, sys.stderr)

    def _actor(self, username: str) -> User | None:
        return None if username == "system" else person_named(username)

    def _print_refusal(self, refusal: Refusal, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(refusal.as_dict(), ensure_ascii=False))
        self.say(f"Refused ({refusal.code}): {refusal.message}")
        for error in refusal.errors[:SHOWN_ERRORS]:
            column = f", column {error.column}" if error.column else ""
            self.say(f"  {error.file}, line {error.line}{column}: {error.reason}")
        if len(refusal.errors) > SHOWN_ERRORS:
            self.say(f"  and {len(refusal.errors) - SHOWN_ERRORS:,} more")


def _is_behind() -> bool:
    """Whether a migration waits to be applied."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _lines(result: dict, indent: str = "") -> Iterator[str]:
    for name, value in result.items():
        rows = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        if value == "":
            continue
        if not any(isinstance(row, dict | list) for row in rows):
            yield f"{indent}{name}: {_shown(value)}"
        elif isinstance(value, dict):
            yield f"{indent}{name}:"
            yield from _lines(value, indent + "  ")
        else:
            yield f"{indent}{name}:"
            yield from (f"{indent}  {_shown(row)}" for row in value)


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(inner)}" for key, inner in value.items()) or "none"
    if isinstance(value, list):
        return (" to " if _is_interval(value) else ", ").join(map(_shown, value)) or "none"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _is_interval(value: list) -> bool:
    return len(value) == 2 and all(isinstance(end, float) for end in value)
