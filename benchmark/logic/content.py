"""What a release is made of, as plain frozen records: the only thing its builders see."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.logic.differences import Differences
from benchmark.logic.splits import SplitRule
from corpus.logic.spans import Span


@dataclass(frozen=True)
class Item:
    """One decision made public: pair, gold answer, and what its strata are.

    `spans` are in the order they were given, in code points; `quotes`, where given, are what was stored with
    them. Fields that are not known are empty; `hops` and `similarity` are text as exported (`similarity` with
    six places).
    """

    task_id: str
    code: str
    desc: str
    gold: bool
    rationale: str = ""
    spans: tuple[Span, ...] = ()
    code_system: str = ""
    chapter: str = ""
    source: str = ""
    triage: str = ""
    hops: str = ""
    similarity: str = ""
    support: str = ""
    unrelated_reason: str = ""
    quotes: tuple[str, ...] | None = None


@dataclass(frozen=True)
class ReleasedNote:
    """The note of a task; its text is needed to check spans and to cut sentences, and is never exported."""

    task_id: str
    note_id: str
    subject_id: str
    text: str


@dataclass(frozen=True)
class Exclusion:
    """A pair an SME took out, and why."""

    task_id: str
    code: str
    reason: str


@dataclass(frozen=True)
class Attrition:
    """Where the pairs of a project went; `sources` says why they were there."""

    all_pairs: int
    not_selected: int
    excluded: int
    open: int
    sources: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Card:
    """What people wrote about a benchmark: the fields of its data card and of its citation."""

    title: str
    authors: tuple[str, ...] = ()
    description: str = ""
    task: str = ""
    exclusion_rules: str = ""
    gold_source: str = ""
    difficulty: str = ""
    licence: str = ""
    licence_excerpt: str = ""
    deidentification: str = ""
    alignment_keys: str = ""
    note_versions: str = ""
    changes: str = ""
    contact: str = ""
    url: str = ""
    released_on: str = ""


@dataclass(frozen=True)
class ReleaseContent:
    """Everything one version holds. The same content gives the same bytes."""

    project: str
    version: str
    card: Card
    items: tuple[Item, ...]
    notes: tuple[ReleasedNote, ...]
    exclusions: tuple[Exclusion, ...]
    attrition: Attrition
    agreement: Mapping[str, object]
    guidelines: str = ""
    triage_models: tuple[str, ...] = ()
    unit: str = "exact"
    annotators: int = 2
    review_rule: str = ""
    split: SplitRule = field(default_factory=SplitRule)
    splits: Mapping[str, str] | None = None
    convention: str = ""
    sentences: Mapping[str, tuple[Span, ...]] | None = None
    since: Differences | None = None
