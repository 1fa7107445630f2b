"""ICD-10-PCS from the bundled table: sections, body systems and root operations above the codes."""

import csv
import io
import lzma
from collections.abc import Iterator
from pathlib import Path

from corpus.services.nodes import NodeRow

RELEASE = "2024"
_DATA = Path(__file__).resolve().parent.parent / "data"
# the hierarchy stands on the first one, two and three characters
_AXES = ((1, "chapter"), (2, "block"), (3, "block"))


def read_icd10pcs() -> Iterator[NodeRow]:
    """Every node, parents first."""
    table = lzma.decompress((_DATA / "icd10pcs_2024.csv.xz").read_bytes()).decode("utf-8")
    codes = list(csv.DictReader(io.StringIO(table)))
    yield from axes({row["code"] for row in codes}, RELEASE)
    for row in codes:
        yield procedure(row["code"], row["description"], RELEASE)


def axes(codes: set[str], release: str) -> Iterator[NodeRow]:
    """The nodes above the codes; those of a section without a table have no title."""
    with (_DATA / "icd10pcs_axes.csv").open(encoding="utf-8", newline="") as file:
        titles = {row["prefix"]: row["title"] for row in csv.DictReader(file)}
    for length, kind in _AXES:
        for prefix in sorted({code[:length] for code in codes}):
            yield NodeRow(kind, prefix, titles.get(prefix, ""), _above(prefix), prefix[0], False, (release,))


def procedure(code: str, description: str, release: str) -> NodeRow:
    """The node of one code."""
    return NodeRow("code", code, description, _above(code[:4]), code[0], True, (release,))


def _above(prefix: str) -> tuple[str, str] | None:
    kinds = dict(_AXES)
    length = len(prefix) - 1
    return (kinds[length], prefix[:length]) if length else None
