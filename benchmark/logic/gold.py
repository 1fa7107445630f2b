"""A release as the scorer holds it: a million pairs in compact arrays, ordered by (task_id, code)."""

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field

from corpus.logic.spans import Span


@dataclass
class SentenceTable:
    """The frozen sentences. Those of task t are numbered from 0 and lie at `first[t]` .. `first[t + 1]` of
    the arrays `start` and `end` (code points, ascending, not overlapping).
    """

    first: array
    start: array
    end: array

    def count(self, task: int) -> int:
        """How many sentences a task has."""
        return self.first[task + 1] - self.first[task]

    def ids(self, task: int, spans: list[Span]) -> set[int]:
        """Numbers of the sentences that share at least one code point with one of the spans."""
        low, high = self.first[task], self.first[task + 1]
        found: set[int] = set()
        for start, end in spans:
            at = bisect_right(self.end, start, low, high)
            while at < high and self.start[at] < end:
                found.add(at - low)
                at += 1
        return found

    def span(self, task: int, sentence: int) -> Span:
        """Where a sentence stands in its note."""
        at = self.first[task] + sentence
        return self.start[at], self.end[at]


@dataclass
class Gold:
    """Pairs with their gold answers. `pair_task`, `pair_code` and `task_subject` are indexes into the sorted
    lists `tasks`, `codes` and `subjects`; the evidence spans of pair i lie at `span_first[i]` ..
    `span_first[i + 1]`, its gold sentences likewise in `gold_sentence`.
    """

    release: str
    tasks: list[str]
    subjects: list[str]
    task_subject: array
    codes: list[str]
    pair_task: array
    pair_code: array
    label: bytearray
    desc: list[str]
    span_first: array
    span_start: array
    span_end: array
    note_ids: list[str] = field(default_factory=list)
    note_sha256: list[str] = field(default_factory=list)
    note_chars: array = field(default_factory=lambda: array("I"))
    sentences: SentenceTable | None = None
    sentence_first: array = field(default_factory=lambda: array("I"))
    gold_sentence: array = field(default_factory=lambda: array("I"))
    strata: dict[str, list[str]] = field(default_factory=dict)
    facts: dict = field(default_factory=dict)
    cases: array = field(default_factory=lambda: array("I"))
    index: dict[int, int] = field(default_factory=dict)
    task_index: dict[str, int] = field(default_factory=dict)
    code_index: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.task_index = {task: at for at, task in enumerate(self.tasks)}
        self.code_index = {code: at for at, code in enumerate(self.codes)}
        wide = len(self.codes)
        self.index = {
            task * wide + code: at
            for at, (task, code) in enumerate(zip(self.pair_task, self.pair_code, strict=True))
        }
        first = self.span_first
        self.cases = array("I", (at for at in range(len(self)) if first[at] < first[at + 1]))

    def __len__(self) -> int:
        return len(self.label)

    def key(self, pair: int) -> tuple[str, str]:
        """The public key of a pair: (task_id, code)."""
        return self.tasks[self.pair_task[pair]], self.codes[self.pair_code[pair]]

    def find(self, task_id: str, code: str) -> int | None:
        """The index of a pair, or None where the release has no such pair."""
        task, place = self.task_index.get(task_id), self.code_index.get(code)
        if task is None or place is None:
            return None
        return self.index.get(task * len(self.codes) + place)

    def subject(self, pair: int) -> int:
        """The index of the subject a pair's note is about."""
        return self.task_subject[self.pair_task[pair]]

    def spans(self, pair: int) -> list[Span]:
        """The gold evidence of a pair, in the order it was given."""
        places = range(self.span_first[pair], self.span_first[pair + 1])
        return [(self.span_start[at], self.span_end[at]) for at in places]

    def gold_ids(self, pair: int) -> array:
        """Numbers of the gold sentences of a pair, ascending."""
        return self.gold_sentence[self.sentence_first[pair] : self.sentence_first[pair + 1]]

    def set_sentences(self, table: SentenceTable) -> None:
        """Attach the sentence table and map the gold spans onto it."""
        self.sentences = table
        first, ids = array("I", [0]), array("I")
        for pair in range(len(self)):
            if self.span_first[pair] < self.span_first[pair + 1]:
                ids.extend(sorted(table.ids(self.pair_task[pair], self.spans(pair))))
            first.append(len(ids))
        self.sentence_first, self.gold_sentence = first, ids
