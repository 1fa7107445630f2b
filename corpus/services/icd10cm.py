"""ICD-10-CM as its package brings it: chapters, blocks, categories and codes, with their terms."""

import csv
import warnings
from collections.abc import Iterator
from pathlib import Path

from corpus.services.nodes import NodeRow

RELEASE = "2026-04"
BEFORE = "2025"
_CHANGES = Path(__file__).resolve().parent.parent / "data" / "icd10cm_2025_to_2026.csv"
_KINDS = {"chapter": "chapter", "section": "block", "category": "category"}


def read_icd10cm() -> Iterator[NodeRow]:
    """Every node, parents first, then the codes of the release before that are gone."""
    with warnings.catch_warnings():
        # the package reads its data by a call that one Python version warned of
        warnings.simplefilter("ignore", DeprecationWarning)
        from simple_icd_10_cm import simple_icd_10_cm as package

    changes = _changes()
    # its public functions go by name, and block T79 and category T79 share theirs
    for chapter in package._chapter_list:
        yield from _walk(chapter, None, chapter.name, changes)
    for code, (change, description) in changes.items():
        if change.startswith("retired"):
            yield NodeRow("code", code, description, None, "", change == "retired", (BEFORE,))


def _walk(node, parent: tuple[str, str] | None, chapter: str, changes: dict) -> Iterator[NodeRow]:
    kind = _KINDS.get(node.type, "code")
    change = changes.get(node.name, ("", ""))[0] if kind in ("category", "code") else ""
    yield NodeRow(
        kind,
        node.name,
        node.description,
        parent,
        chapter,
        billable=(not node.children and kind in ("category", "code")) or change == "divided",
        releases=(RELEASE,) if change == "added" else (BEFORE, RELEASE),
        inclusion=(*node.includes, *node.inclusion_term),
        exclusion=(
            *(f"Excludes1: {term}" for term in node.excludes1),
            *(f"Excludes2: {term}" for term in node.excludes2),
        ),
    )
    for child in node.children:
        yield from _walk(child, (kind, node.name), chapter, changes)


def _changes() -> dict[str, tuple[str, str]]:
    with _CHANGES.open(encoding="utf-8", newline="") as file:
        return {row["code"]: (row["change"], row["description"]) for row in csv.DictReader(file)}
