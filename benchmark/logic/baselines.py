"""Answers that need no understanding: what any system has to beat."""

from collections.abc import Iterator
from random import Random

from benchmark.logic.evidence import measure_evidence
from benchmark.logic.gold import Gold
from benchmark.logic.matching import NoteWords
from benchmark.logic.predictions import Answers, empty_answers
from corpus.logic.spans import Span
from foundation.logic.errors import Refusal

BASELINES = ("always_true", "always_false", "random", "string_match", "whole_note")
NEED_NOTES = frozenset({"string_match"})

Row = tuple[bool, list[Span]]


def baseline_rows(gold: Gold, name: str, texts: dict[str, str] | None = None, seed: int = 0) -> Iterator[Row]:
    """Label and evidence for every pair, in the order of the release.

    `random` throws a fair coin and returns one sentence drawn from the note when it says True; `whole_note`
    says True with the whole note. Raises Refusal where what a baseline needs is not there.
    """
    if name in ("always_true", "always_false"):
        return ((name == "always_true", []) for _ in range(len(gold)))
    if name == "random":
        return _random_rows(gold, seed)
    if name == "whole_note":
        if not gold.note_chars:
            raise Refusal(
                "no_note_lengths", "The release has no notes.csv, so the length of a note is not known"
            )
        return ((True, [(0, gold.note_chars[task])]) for task in gold.pair_task)
    if name == "string_match":
        if texts is None:
            raise Refusal("notes_needed", "String match reads the notes: give them with --notes")
        return _matching_rows(gold, texts)
    raise Refusal("unknown_baseline", f"{name} is none of {', '.join(BASELINES)}")


def _random_rows(gold: Gold, seed: int) -> Iterator[Row]:
    dice = Random(seed)
    for task in gold.pair_task:
        label = dice.random() < 0.5
        sentences = gold.sentences.count(task) if gold.sentences is not None else 0
        if label and sentences:
            yield label, [gold.sentences.span(task, int(dice.random() * sentences))]
        else:
            yield label, []


def _matching_rows(gold: Gold, texts: dict[str, str]) -> Iterator[Row]:
    held, words = -1, None
    for pair, task in enumerate(gold.pair_task):
        if task != held:
            held, words = task, NoteWords(texts[gold.tasks[task]])
        spans = words.find(gold.desc[pair])
        yield bool(spans), spans


def baseline_answers(
    gold: Gold, name: str, texts: dict[str, str] | None = None, seed: int = 0
) -> Answers | None:
    """The same as answers to be scored; None where the baseline needs something that is not there."""
    if name in NEED_NOTES and texts is None:
        return None
    answers = empty_answers(gold, name, int(name != "always_false"), texts)
    if name == "whole_note":
        _return_everything(gold, answers, texts)
        return answers
    if name in ("random", "string_match"):
        answers.gives_evidence = True
        has_gold = bytearray(len(gold))
        for pair in gold.cases:
            has_gold[pair] = 1
        for pair, (label, spans) in enumerate(baseline_rows(gold, name, texts, seed)):
            answers.label[pair] = label
            if spans and has_gold[pair]:
                _set(answers, pair, measure_evidence(gold, texts, pair, spans))
    return answers


def _return_everything(gold: Gold, answers: Answers, texts: dict[str, str] | None) -> None:
    answers.gives_evidence = True
    if texts is not None:
        for pair in gold.cases:
            whole = [(0, len(texts[gold.tasks[gold.pair_task[pair]]]))]
            _set(answers, pair, measure_evidence(gold, texts, pair, whole))
    elif gold.sentences is not None:
        for pair in gold.cases:
            answers.returned[pair] = gold.sentences.count(gold.pair_task[pair])
            answers.hits[pair] = gold.sentence_first[pair + 1] - gold.sentence_first[pair]


def _set(answers: Answers, pair: int, measured: tuple[int, int, float]) -> None:
    answers.returned[pair], answers.hits[pair], answers.token_f1[pair] = measured
