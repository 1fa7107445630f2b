"""What one version of a benchmark has that another has not, pair by pair."""

import csv
import io
from dataclasses import dataclass

from benchmark.logic.layout import COLUMNS, DATASET
from benchmark.logic.tables import table_bytes
from corpus.logic.spans import parse_spans

Key = tuple[str, str]
KINDS = ("added", "dropped", "changed_label", "changed_evidence", "changed_words")


@dataclass(frozen=True)
class Differences:
    """Pairs by kind, each in code point order; a pair whose label changed is in no later kind.

    `changed_words` are pairs whose description or rationale alone changed.
    """

    since: str
    added: tuple[Key, ...] = ()
    dropped: tuple[Key, ...] = ()
    changed_label: tuple[Key, ...] = ()
    changed_evidence: tuple[Key, ...] = ()
    changed_words: tuple[Key, ...] = ()
    shown = 12

    def rows(self) -> list[tuple[str, str, str]]:
        """(kind, task_id, code) of every difference."""
        return [(kind, *key) for kind in KINDS for key in getattr(self, kind)]

    def examples(self) -> list[tuple[str, str, str]]:
        """The first few rows of every kind, for a page."""
        return [(kind, *key) for kind in KINDS for key in getattr(self, kind)[: self.shown]]

    def counts(self) -> dict[str, int]:
        """How many pairs there are of each kind."""
        return {kind: len(getattr(self, kind)) for kind in KINDS}


def read_rows(dataset: bytes) -> dict[Key, tuple[str, ...]]:
    """The rows of a `dataset_raw.csv` by (task_id, code)."""
    table = csv.reader(io.StringIO(dataset.decode("utf-8"), newline=""))
    if tuple(next(table)) != COLUMNS[DATASET]:
        raise ValueError("Not a dataset_raw.csv")
    return {(row[0], row[1]): tuple(row) for row in table}


def compare_versions(
    since: str, before: dict[Key, tuple[str, ...]], after: dict[Key, tuple[str, ...]]
) -> Differences:
    """The differences of two datasets; evidence is compared as a set of spans, so their order is not one."""
    label, evidence, words = [], [], []
    for key in sorted(before.keys() & after.keys()):
        old, new = before[key], after[key]
        if old[3] != new[3]:
            label.append(key)
        elif set(parse_spans(old[5])) != set(parse_spans(new[5])):
            evidence.append(key)
        elif old != new:
            words.append(key)
    return Differences(
        since,
        added=tuple(sorted(after.keys() - before.keys())),
        dropped=tuple(sorted(before.keys() - after.keys())),
        changed_label=tuple(label),
        changed_evidence=tuple(evidence),
        changed_words=tuple(words),
    )


def differences_bytes(found: Differences) -> bytes:
    """The differences as a table: kind, task_id, code."""
    return table_bytes(("difference", "task_id", "code"), found.rows())
