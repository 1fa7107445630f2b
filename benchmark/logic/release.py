"""Builds a release: from plain records to the bytes of every file. Nothing is written here."""

import uuid
from pathlib import Path

from benchmark.logic import layout
from benchmark.logic.card import card_bytes, citation_bytes
from benchmark.logic.cli import PREDICTION_COLUMNS
from benchmark.logic.content import Item, ReleaseContent
from benchmark.logic.croissant import croissant_bytes
from benchmark.logic.manifest import json_bytes, sealed, sha256
from benchmark.logic.matching import NoteWords
from benchmark.logic.release_tables import Sentences, attrition_rows, data_tables
from benchmark.logic.tables import table_bytes
from benchmark.logic.tools import tools_bytes
from corpus.logic.sentences import CONVENTION, split_sentences
from corpus.logic.spans import SpanError, check_span, format_spans
from foundation.logic.errors import Refusal

PAYLOAD = Path(__file__).resolve().parents[1] / "payload"
_CARRIED = ("data/mimic_data.py", "data/create_data.sh", "inference/run_sample.py", "inference/infer.sh")
_NAMESPACE = uuid.UUID("6f1b5a53-3d4d-5d0c-9f62-0f6c9f2a7d11")
NO_GUIDELINES = "No guidelines were recorded."
EXAMPLE = "outputs/string_match.csv"


def check_content(content: ReleaseContent) -> list[str]:
    """Everything that forbids freezing, in words without note text; an empty list if nothing does.

    Every span of every item is checked against its note, and the counts must add up: selected pairs are
    released, excluded or open; all pairs are those and the ones not selected.
    """
    problems = []
    texts = {note.task_id: note.text for note in content.notes}
    keys = [(item.task_id, item.code) for item in content.items]
    if len(set(keys)) != len(keys):
        problems.append("A pair stands twice in the release")
    for item in content.items:
        name = f"({item.task_id}, {item.code})"
        if item.task_id not in texts:
            problems.append(f"{name} has no note")
            continue
        problems += _span_problems(name, item, texts[item.task_id])
        if item.gold is False and item.spans:
            problems.append(f"{name} is False and has evidence")
    if set(texts) - {item.task_id for item in content.items}:
        problems.append("A note is listed that no released pair needs")
    return problems + _count_problems(content)


def _span_problems(name: str, item: Item, text: str) -> list[str]:
    found = []
    quotes = item.quotes if item.quotes is not None else [None] * len(item.spans)
    for (start, end), quote in zip(item.spans, quotes, strict=True):
        try:
            check_span(text, start, end, quote)
        except SpanError as bad:
            found.append(f"{name}: {bad.message}")
    return found


def _count_problems(content: ReleaseContent) -> list[str]:
    lost, released = content.attrition, len(content.items)
    selected = lost.all_pairs - lost.not_selected
    found = []
    if not released:
        found.append("No pair has a final decision True or False")
    if lost.excluded != len(content.exclusions):
        found.append(f"{lost.excluded} pairs are excluded, {len(content.exclusions)} have a reason")
    if selected != released + lost.excluded + lost.open:
        found.append(
            f"{selected} pairs were selected, but {released} released, {lost.excluded} excluded and "
            f"{lost.open} open ones are {released + lost.excluded + lost.open}"
        )
    return found


def build_release(content: ReleaseContent) -> dict[str, bytes]:
    """Every file of a release by its path, manifest and sums included.

    The same content gives the same bytes on any machine. Raises Refusal (cannot_freeze) with every reason.
    """
    problems = check_content(content)
    if problems:
        shown = "; ".join(problems[:5])
        raise Refusal("cannot_freeze", f"It cannot be frozen yet: {shown}", problems=problems)
    sentences = cut_sentences(content)
    convention = content.convention or CONVENTION
    files = data_tables(content, sentences)
    facts = release_facts(content, convention, files[layout.DATASET])
    files[layout.ATTRITION] = table_bytes(layout.COLUMNS[layout.ATTRITION], attrition_rows(content))
    files[layout.AGREEMENT] = json_bytes(content.agreement)
    files[layout.GUIDELINES] = _markdown(content.guidelines or NO_GUIDELINES)
    files[layout.CARD] = card_bytes(content, facts)
    files[layout.CITATION] = citation_bytes(content)
    files[EXAMPLE] = string_match_bytes(content)
    for path in _CARRIED:
        files[path] = (PAYLOAD / path.rpartition("/")[2]).read_bytes()
    files[layout.TOOLS] = tools_bytes()
    files[layout.CROISSANT] = croissant_bytes(content, facts, files)
    return sealed(facts, files)


def cut_sentences(content: ReleaseContent) -> Sentences:
    """The sentences of every note: those that came with it, else cut by the current convention."""
    kept = content.sentences or {}
    return {
        note.task_id: tuple(kept.get(note.task_id) or split_sentences(note.text)) for note in content.notes
    }


def release_facts(content: ReleaseContent, convention: str, dataset: bytes) -> dict:
    """What the manifest says of the release beside its files."""
    lost, items = content.attrition, content.items
    true = sum(item.gold for item in items)
    name = f"{content.project}-{content.version}-{sha256(dataset)}"
    return {
        "format": layout.FORMAT,
        "project": content.project,
        "name": content.card.title,
        "version": content.version,
        "released_on": content.card.released_on or None,
        "canary": str(uuid.uuid5(_NAMESPACE, name)),
        "sentence_convention": convention,
        "triage_models": sorted(content.triage_models),
        "evidence_unit": content.unit,
        "annotators_per_pair": content.annotators,
        "splits": content.split.in_words() if content.splits is None else "as imported",
        "counts": {
            "items": len(items),
            "true": true,
            "false": len(items) - true,
            "excluded": lost.excluded,
            "open": lost.open,
            "selected": lost.all_pairs - lost.not_selected,
            "not_selected": lost.not_selected,
            "all_pairs": lost.all_pairs,
            "notes": len(content.notes),
            "subjects": len({note.subject_id for note in content.notes}),
        },
    }


def string_match_bytes(content: ReleaseContent) -> bytes:
    """The predictions of the string match baseline: an example of the format, and what has to be beaten."""
    notes = {note.task_id: note.text for note in content.notes}
    rows, held, words = [], None, None
    for item in sorted(content.items, key=lambda item: (item.task_id, item.code)):
        if item.task_id != held:
            held, words = item.task_id, NoteWords(notes[item.task_id])
        spans = words.find(item.desc)
        rows.append((item.task_id, item.code, str(bool(spans)), format_spans(spans)))
    return table_bytes(PREDICTION_COLUMNS, rows)


def _markdown(text: str) -> bytes:
    return (text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n").encode("utf-8")
