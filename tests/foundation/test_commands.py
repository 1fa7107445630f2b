"""Every command explains itself: what it does, what each argument means, and a line to try."""

import argparse

import pytest
from django.core.management import call_command, get_commands, load_command_class
from django.db import connection

from foundation.management.base import HouseCommand
from tests import make

ROOMS = ("foundation", "corpus", "triage", "annotation", "adjudication", "benchmark", "overview")
NAMES = sorted(name for name, room in get_commands().items() if room in ROOMS)


def parser_of(name: str) -> tuple[HouseCommand, argparse.ArgumentParser]:
    command = load_command_class(get_commands()[name], name)
    return command, command.create_parser("manage.py", name)


def test_all_rooms_have_their_commands():
    assert len(NAMES) == 27


@pytest.mark.parametrize("name", NAMES)
def test_every_argument_is_explained(name):
    _, parser = parser_of(name)
    assert [action.dest for action in parser._actions if not action.help] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_help_is_about_this_command_and_ends_with_an_example_that_parses(name):
    command, parser = parser_of(name)
    told = parser.format_help()
    assert command.help[0].isupper()
    assert "--pythonpath" not in told
    assert f"Example: .venv/bin/python manage.py {name}" in told


def test_nested_results_are_told_line_by_line_and_what_is_not_known_as_a_dash():
    result = {
        "pairs": 1200,
        "label": {"raw": None, "ci": {"raw": [0.5, 0.75]}},
        "people": [{"username": "alice", "done": 3}, {"username": "ben", "done": 4}],
        "by_hops": {},
    }
    assert HouseCommand().words(result).splitlines() == [
        "pairs: 1,200",
        "label:",
        "  raw: –",
        "  ci:",
        "    raw: 0.5 to 0.75",
        "people:",
        "  username alice, done 3",
        "  username ben, done 4",
        "by_hops: none",
    ]


@pytest.mark.django_db
def test_whoever_makes_an_account_without_a_password_is_told_how_it_gets_one(capsys):
    make.project()
    call_command("add_person", "alice", project="ward", role="annotator")
    assert "--password-stdin" in capsys.readouterr().err


@pytest.mark.django_db
def test_a_database_older_than_the_program_is_named_with_the_line_that_updates_it(capsys):
    make.project()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'foundation'")
        cursor.execute("ALTER TABLE foundation_membership RENAME TO elsewhere")
    with pytest.raises(SystemExit):
        call_command("add_person", "alice", project="ward", role="annotator")
    assert "Refused (database_behind)" in (told := capsys.readouterr().err)
    assert "manage.py migrate" in told
