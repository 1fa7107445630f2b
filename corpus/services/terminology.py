"""Loading code systems into the product's own tables, once and not in any request."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.db import transaction

from corpus.logic.codes import CHEXPERT, CHEXPERT_LABELS, ICD10CM, ICD10PCS, chapter_of, shown
from corpus.logic.rows import Table
from corpus.services import icd10cm, icd10pcs
from corpus.services.concepts import system_named
from corpus.services.files import Progress, no_progress, opened
from corpus.services.nodes import NodeRow, NodeStore
from corpus.services.titles import describe_pairs
from foundation.logic.errors import Refusal, RowError
from foundation.models import Project, User
from foundation.selectors.administrators import require_administrator
from foundation.services.ledger import record

SYSTEMS = (ICD10CM, ICD10PCS, CHEXPERT)
_DESCRIPTIONS = ("description", "long_name", "long_title", "short_name")


@transaction.atomic
def load_terminology(
    *,
    actor: User | None,
    key: str,
    file: Path | None = None,
    dry_run: bool = False,
    progress: Progress = no_progress,
) -> dict:
    """Afterwards the system's codes are concepts: {system, release, codes}. Codes that a project's files
    brought before are given their place; codes of other releases stay.

    With a file, one more release: CSV (code, description, optional billable) or an order file of the Centers
    for Medicare & Medicaid Services. A dry run checks all of it and stores nothing.
    """
    require_administrator(actor, "loads a terminology")
    system = system_named(key)
    store = NodeStore(system, progress)
    if file is not None:
        release = _release_of(file)
        codes = store.put(_from_file(key, file, release), refresh=False)
    else:
        release, rows = {
            ICD10CM: (icd10cm.RELEASE, icd10cm.read_icd10cm),
            ICD10PCS: (icd10pcs.RELEASE, icd10pcs.read_icd10pcs),
            CHEXPERT: ("14", _chexpert),
        }[key]
        codes = store.put(rows())
    store.adopt()
    system.release = max(system.release, release)
    system.save(update_fields=["release"])
    for project in Project.objects.all():
        describe_pairs(project)
    record(actor=actor, verb="terminology_loaded", target=system, release=release, codes=codes)
    if dry_run:
        transaction.set_rollback(True)
    return {"system": key, "release": release, "codes": codes}


def _chexpert() -> Iterator[NodeRow]:
    for label in CHEXPERT_LABELS:
        yield NodeRow("code", label, label, None, "", True, ("14",))


def _release_of(file: Path) -> str:
    year = re.search(r"20[0-9]{2}(?:-[0-9]{2})?", file.name)
    return year.group() if year else file.name.split(".")[0][:20]


def _from_file(key: str, file: Path, release: str) -> Iterator[NodeRow]:
    rows = list(_order_file(file) if file.name.lower().endswith(".txt") else _csv_file(file))
    errors = [
        RowError(file.name, line, "code", f"{raw[:20]!r} is not a code of {key}")
        for line, raw, _, _ in rows
        if shown(key, raw) is None
    ]
    if errors or not rows:
        raise Refusal(
            "bad_rows", f"{file.name} is not a list of codes of {key}.", errors=tuple(errors[:1000])
        )
    found = [(shown(key, raw), description, billable) for _, raw, description, billable in rows]
    if key == ICD10PCS:
        full = [(code, description) for code, description, _ in found if len(code) == 7]
        yield from icd10pcs.axes({code for code, _ in full}, release)
        for code, description in full:
            yield icd10pcs.procedure(code, description, release)
        return
    for code, description, billable in sorted(found, key=lambda row: len(row[0])):
        kind = "category" if len(code) == 3 else "code"
        yield NodeRow(kind, code, description, None, chapter_of(key, code), billable, (release,))


def _csv_file(file: Path) -> Iterator[tuple[int, str, str, bool]]:
    """(line, code, description, billable) of a CSV file; without that column every code is billable."""
    errors: list[RowError] = []
    with opened(file) as (stream, _):
        table = Table(stream, file.name, errors, required=("code",), optional=("billable", *_DESCRIPTIONS))
        for line, (code, billable, *descriptions) in table:
            yield line, code, next(filter(None, descriptions), ""), billable.strip() not in {"0", "false"}
    if errors:
        rows = "row" if len(errors) == 1 else "rows"
        raise Refusal("bad_rows", f"{file.name}: {len(errors):,} bad {rows}.", errors=tuple(errors))


def _order_file(file: Path) -> Iterator[tuple[int, str, str, bool]]:
    """An order file has fixed columns: number, code, billable flag, short and long description."""
    with opened(file) as (stream, _):
        for line, raw in enumerate(stream, start=1):
            text = raw.decode("utf-8", "replace").rstrip()
            if text:
                yield line, text[6:14], text[77:].strip() or text[16:76].strip(), text[14:15] == "1"
