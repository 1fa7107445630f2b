"""The four commands that need no database: the same code as `tools.pyz`."""

import argparse
import json
import sys
from typing import Any

from benchmark.logic.cli import COMMANDS, describe, run_command
from foundation.management.base import HouseCommand


class ToolCommand(HouseCommand):
    """A command of `tools.pyz` under its name here; `tool` says which."""

    tool = ""
    writes = False

    @property
    def help(self) -> str:
        return COMMANDS[self.tool].help

    def add_arguments(self, parser):
        COMMANDS[self.tool].add_arguments(parser, None)

    def handle(self, *args: Any, **options: Any) -> None:
        found, status = run_command(self.tool, argparse.Namespace(**options))
        if options["json"]:
            self.stdout.write(json.dumps(found))
        if "error" in found:
            self.say(describe(self.tool, found))
        elif not options["json"]:
            self.stdout.write(describe(self.tool, found))
        if status:
            sys.exit(status)
