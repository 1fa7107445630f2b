"""Every command explains itself: what it does, what each argument means, and a line to try."""

import argparse

import pytest
from django.core.management import get_commands, load_command_class

from foundation.management.base import HouseCommand

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
