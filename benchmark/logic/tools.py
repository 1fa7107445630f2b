"""Builds `tools.pyz`, the scorer that travels with a release, from the modules the workbench runs."""

from pathlib import Path

from benchmark.logic.archive import zip_bytes

ROOT = Path(__file__).resolve().parents[2]
PREFIX = b"#!/usr/bin/env python3\n"
MAIN = b"import sys\n\nfrom benchmark.logic.cli import main\n\nsys.exit(main())\n"

# Everything the four commands import, and nothing else: all of it standard library only.
_LOGIC = """
    baselines cautions cli comparison evidence failures files gate gold layout length manifest
    matching notes prediction_rows predictions reading rehydrate report resampling scoring
    sentence_table strata tables verify words
"""
_OTHERS = """
    benchmark/__init__ benchmark/logic/__init__ corpus/__init__ corpus/logic/__init__ corpus/logic/notes
    corpus/logic/intervals corpus/logic/spans corpus/logic/text
    foundation/__init__ foundation/logic/__init__ foundation/logic/errors
"""


def tool_modules() -> list[str]:
    """Paths of the modules in `tools.pyz`, relative to the root of the source."""
    names = [*(f"benchmark/logic/{name}" for name in _LOGIC.split()), *_OTHERS.split()]
    return sorted(f"{name}.py" for name in names)


def tools_bytes(root: Path = ROOT) -> bytes:
    """The bytes of `tools.pyz`: they depend on the source text of its modules alone."""
    files = {name: (root / name).read_bytes() for name in tool_modules()}
    return zip_bytes({**files, "__main__.py": MAIN}, PREFIX)
