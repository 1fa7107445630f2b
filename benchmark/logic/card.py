"""DATA_CARD.md and CITATION.cff of a release."""

import json

from benchmark.logic.content import ReleaseContent
from benchmark.logic.differences import KINDS, Differences
from benchmark.logic.release_tables import attrition_rows

# What only a lead can say: the protocol has no words of its own for these.
CARD_FIELDS = ("authors", "description", "licence", "licence_excerpt", "deidentification", "note_versions")
UNKNOWN = "Not stated."
_TASK = (
    "Given a note and a concept, say whether the note supports the concept (`True` or `False`), and name "
    "the evidence. A pair is the unit; its key is (`task_id`, `code`)."
)
_EXCLUSION = (
    "A pair is left out only by a subject-matter expert, with a reason (`data/excluded.csv`). A pair "
    "that is not decided yet is open and not part of this version (`reports/attrition.csv`)."
)
_LICENCE = (
    "Restricted data. No file holds note text, but rationales may quote it: whoever may not read the "
    "notes may not read this release. The agreement that governs the notes governs it too."
)
_DEIDENTIFICATION = "That of the source of the notes; nothing was re-identified, removed or replaced."
_KEYS = (
    "`task_id` is `<subject_id>_<hadm_id>` for stays, `<subject_id>_<study_id>` for imaging reports, "
    "else the note's id. `data/notes.csv` gives `note_id`, the length in Unicode code points and the "
    "SHA-256 of the UTF-8 text. Offsets are 0-based, half-open code points of exactly that text."
)
_BIAS = (
    "The pairs were chosen with the help of the models named here: where they disagreed with the billing "
    "record, a pair was kept. A model of the same family is favoured or punished by that choice; read "
    "its score so."
)


def card_bytes(content: ReleaseContent, facts: dict) -> bytes:
    """The data card: every field of the protocol's release section, none left out when nothing is known."""
    card = content.card
    sections = [
        ("Task and exclusion rules", f"{card.task or _TASK}\n\n{card.exclusion_rules or _EXCLUSION}"),
        ("Gold source and handling of disputes", _gold_source(content)),
        ("Sources and difficulty", _difficulty(content)),
        ("Size", _size(content)),
        ("Licence excerpt", _licence(content)),
        ("De-identification level", card.deidentification or _DEIDENTIFICATION),
        ("Alignment keys", card.alignment_keys or _KEYS),
        (
            "Note versions",
            card.note_versions or f"{UNKNOWN} `data/notes.csv` names every note with its hash.",
        ),
        ("Triage models", _triage(content)),
        ("Sentence convention", _sentences(facts)),
        ("Splits", f"{facts['splits']} (`data/splits.csv`)"),
        ("Contamination canary", _canary(facts)),
        ("Versions and changes", _changes(content)),
        ("Files", _FILES),
    ]
    head = f"# {card.title} {content.version}\n"
    if card.description:
        head += f"\n{card.description}\n"
    body = "".join(f"\n## {title}\n\n{text.strip()}\n" for title, text in sections)
    return (head + body).encode("utf-8")


def _gold_source(content: ReleaseContent) -> str:
    people = content.annotators
    rule = content.review_rule or "No pair was accepted by a rule: an expert decided each one."
    default = (
        f"Each pair was answered by {people} people who knew neither each other's answers nor what models "
        "said. Their answers were compared automatically; a subject-matter expert who had not annotated "
        "the pair then decided it, agreed pairs too. Answers that differed were never decided without a "
        "person. Agreement in `reports/agreement.json` was computed before adjudication and before "
        "exclusion."
    )
    return (
        f"{content.card.gold_source or default}\n\n{rule} Evidence was snapped to the unit `{content.unit}`."
    )


def _difficulty(content: ReleaseContent) -> str:
    count: dict[str, int] = {}
    for item in content.items:
        count[item.source or "none"] = count.get(item.source or "none", 0) + 1
    lines = [f"- `{source}`: {number} pairs" for source, number in sorted(count.items())]
    words = content.card.difficulty or "Hops, similarity and support of every pair are in `data/strata.csv`."
    return "\n".join([*lines, "", words])


def _size(content: ReleaseContent) -> str:
    lines = ["| stage | pairs |", "|---|---|"]
    return "\n".join([*lines, *(f"| {stage} | {count} |" for stage, count in attrition_rows(content))])


def _licence(content: ReleaseContent) -> str:
    card = content.card
    name = f"{card.licence}\n\n" if card.licence else ""
    quoted = "\n".join(f"> {line}" for line in card.licence_excerpt.splitlines())
    return f"{name}{quoted}\n\n{_LICENCE}" if quoted else f"{name}{_LICENCE}"


def _triage(content: ReleaseContent) -> str:
    if not content.triage_models:
        return "No model took part in choosing the pairs."
    models = "\n".join(f"- {model}" for model in sorted(content.triage_models))
    return f"{models}\n\n{_BIAS}"


def _sentences(facts: dict) -> str:
    return (
        f"`{facts['sentence_convention']}`, frozen as `data/sentences.csv`: every non-blank character of "
        "a note is in exactly one sentence, numbered from 0. Evidence is scored on these sentences, so "
        "no score depends on how a reader would cut them."
    )


def _canary(facts: dict) -> str:
    return (
        "Benchmark data must never appear in training corpora. If a model can complete this line, it has "
        f"seen them:\n\n    {facts['canary']}"
    )


def _changes(content: ReleaseContent) -> str:
    parts = [f"Version {content.version}."]
    if content.card.released_on:
        parts[0] = f"Version {content.version}, {content.card.released_on}."
    if content.card.changes:
        parts.append(content.card.changes)
    if content.since is not None:
        parts.append(_since(content.since))
    return "\n\n".join(parts)


def _since(found: Differences) -> str:
    lines = [f"Since {found.since}:", ""]
    for kind in KINDS:
        keys = getattr(found, kind)
        shown = ", ".join(f"({task}, {code})" for task, code in keys)
        lines.append(f"- {kind.replace('_', ' ')}: {len(keys)}" + (f": {shown}" if keys else ""))
    return "\n".join(lines)


_FILES = """
- `data/dataset_raw.csv`: the pairs with their gold answers. Tables are UTF-8 with line feeds, sorted by key;
  a field is quoted exactly when it holds a comma, a quote, CR or LF. They are raw: a spreadsheet may take a
  field for a formula, and cuts texts at 32,767 characters.
- `tools.pyz`: `python3 tools.pyz verify | rehydrate | score | baseline`, needs Python alone.
- `inference/`: asks a local model and packs a predictions file.
- `outputs/`: such a file, made by string match.
"""


def citation_bytes(content: ReleaseContent) -> bytes:
    """CITATION.cff 1.2.0; without named authors the project stands as one."""
    card = content.card
    lines = [
        "cff-version: 1.2.0",
        "message: If you use this benchmark, please cite it as below.",
        "type: dataset",
        f"title: {_text(card.title)}",
        f"version: {_text(content.version)}",
        "authors:",
        *(f"  - name: {_text(author)}" for author in card.authors or (card.title,)),
    ]
    if card.released_on:
        lines.append(f"date-released: {_text(card.released_on)}")
    if card.url:
        lines.append(f"url: {_text(card.url)}")
    if card.description:
        lines.append(f"abstract: {_text(card.description)}")
    return ("\n".join(lines) + "\n").encode("utf-8")


def _text(value: str) -> str:
    """A YAML double-quoted scalar: JSON's strings are a part of it."""
    return json.dumps(value, ensure_ascii=False)
