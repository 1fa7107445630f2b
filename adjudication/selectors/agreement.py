"""Agreement and reliability of a project, as the page, the API and the command show them."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from adjudication.logic import agreement, span_agreement
from adjudication.selectors.reliability import people_report
from annotation.logic import states
from annotation.models import EvidenceSpan
from annotation.selectors.answers import FirstAnswer, as_text, first_answers
from corpus.logic.codes import chapter_key
from corpus.models import Pair, PairSource
from corpus.selectors.sentences import texts_with_sentences
from foundation.collecting import uncollected
from foundation.models import Project

SOURCE_ORDER = tuple(PairSource.Source.values)
# notes whose texts are in memory at once
NOTES = 200


def agreement_report(project: Project, *, replicates: int = 2000, seed: int = 0) -> dict:
    """The object of `report_agreement`: label and evidence agreement before adjudication, and people.

    Counts pairs whose N work answers are all in; controls and repeats stay out. A pair that somebody
    called unanswerable is left out of the label figures and counted. Figures have 6 places.
    """
    measured = measured_agreement(project, replicates=replicates, seed=seed)
    return measured | {"people": rounded(people_report(project))}


@uncollected()
def measured_agreement(project: Project, *, replicates: int = 2000, seed: int = 0) -> dict:
    """The report without people: what depends on closed answers alone, and takes long where they are many."""
    answered, facts = first_answers(project), _facts(project)
    labelled = []
    for pair, answers in answered.items():
        labels = tuple(sorted((answer.annotator, answer.label) for answer in answers))
        if all(label != states.UNANSWERABLE for _, label in labels):
            fact = facts[pair]
            labelled.append(agreement.Labelled(fact.subject_id, labels, fact.chapter, fact.source))
    figures = agreement.label_figures(labelled, replicates=replicates, seed=seed)
    return rounded(
        {
            "pairs": len(labelled),
            "unanswerable": len(answered) - len(labelled),
            "annotators": len({name for pair in labelled for name, _ in pair.labels}),
            "label": {
                **figures["label"],
                "ci": figures["ci"],
            },
            "kappa_by_pair": figures["kappa_by_pair"],
            "by": [*agreement.by_stratum(labelled, "chapter"), *agreement.by_stratum(labelled, "source")],
            "spans": _spans(project, answered, facts),
        }
    )


COLUMNS = (
    *("task_id", "code", "description", "chapter", "source"),
    *("related", "unrelated", "unanswerable", "raw", "comparison"),
)


def agreement_by_pair(project: Project) -> list[dict]:
    """What `agreement_report` counts, pair by pair, sorted by (task_id, code): how many said what, and the
    share of two people who agree (None where somebody called the pair unanswerable)."""
    answered, facts = first_answers(project), _facts(project)
    columns = (as_text("pk"), "task_id", "code", "description", "comparison__kind")
    rows = []
    for pair, task_id, code, description, kind in Pair.objects.filter(project=project).values_list(*columns):
        if pair not in answered:
            continue
        labels = tuple((answer.annotator, answer.label) for answer in answered[pair])
        said = Counter(label for _, label in labels)
        counts = [said[states.RELATED], said[states.UNRELATED], said[states.UNANSWERABLE]]
        share = None if counts[2] else agreement.raw(agreement.vector(labels))
        fact = facts[pair]
        values = [task_id, code, description, fact.chapter, fact.source, *counts, rounded(share), kind]
        rows.append(dict(zip(COLUMNS, values, strict=True)))
    return sorted(rows, key=lambda row: (row["task_id"], row["code"]))


class _Fact(NamedTuple):
    note: str
    subject_id: str
    chapter: str
    source: str


def _facts(project: Project) -> dict[str, _Fact]:
    """Note, subject, chapter and source of every pair; of several sources the first in the protocol's
    order."""
    sources: dict[str, str] = {}
    rows = PairSource.objects.filter(pair__project=project)
    for pair, source in rows.values_list(as_text("pair"), "source"):
        known = sources.get(pair)
        if known is None or SOURCE_ORDER.index(source) < SOURCE_ORDER.index(known):
            sources[pair] = source
    pairs = Pair.objects.filter(project=project)
    columns = (as_text("pk"), as_text("note"), "note__subject_id", "concept__system__key", "concept__chapter")
    return {
        pair: _Fact(note, subject, chapter_key(system, chapter), sources.get(pair, ""))
        for pair, note, subject, system, chapter in pairs.values_list(*columns)
    }


def _spans(project: Project, answered: dict[str, list[FirstAnswer]], facts: dict[str, _Fact]) -> dict:
    """Evidence agreement over two people who both said Related; the texts of a few notes at a time."""
    by_note: dict[str, list[list[str]]] = {}
    for pair, answers in answered.items():
        related = [answer.annotation for answer in answers if answer.label == states.RELATED]
        if len(related) > 1:
            by_note.setdefault(facts[pair].note, []).append(related)
    marked: dict[str, list[tuple[int, int]]] = {}
    rows = EvidenceSpan.objects.filter(annotation__assignment__project=project).order_by("position")
    for annotation, *span in rows.values_list(as_text("annotation"), "start", "end"):
        marked.setdefault(annotation, []).append(tuple(span))
    notes = sorted(by_note)
    values = [
        span_agreement.span_f1(text, tuple(marked[one]), tuple(marked[other]), sentences)
        for start in range(0, len(notes), NOTES)
        for group in [notes[start : start + NOTES]]
        for note, (text, sentences) in zip(group, texts_with_sentences(group), strict=True)
        for annotations in by_note[note]
        for one, other in combinations(annotations, 2)
    ]
    pairs = sum(len(group) for group in by_note.values())
    return {"pairs": pairs, **span_agreement.means(values), "gamma": None}


def rounded(value: object, places: int = 6) -> object:
    """The same JSON value with every float rounded."""
    if isinstance(value, float):
        return round(value, places)
    if isinstance(value, dict):
        return {key: rounded(inner, places) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner, places) for inner in value]
    return value
