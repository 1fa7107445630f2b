"""What a project's next release would hold, read from the tables as plain records."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import F

from adjudication.models import Decision, DecisionSpan, ReviewCase
from adjudication.selectors.agreement import SOURCE_ORDER
from adjudication.selectors.sampling import current_rule
from adjudication.selectors.shown_agreement import report_now
from annotation.models import Guideline
from benchmark.logic.content import Attrition, Exclusion, Item, ReleaseContent, ReleasedNote
from benchmark.logic.content import Card as CardText
from benchmark.logic.differences import Differences, compare_versions, read_rows
from benchmark.logic.layout import DATASET
from benchmark.logic.release_tables import dataset_row
from benchmark.logic.splits import SplitRule, parse_split_rule
from benchmark.models import Card, Origin, OriginNote, Release, ReleaseFile
from corpus.logic.sentences import CONVENTION
from corpus.models import Note, Pair, PairSource, SentenceTable
from foundation.logic.errors import Refusal
from foundation.models import Project
from triage.models import Selection, TriageResult, Vote


class CurrentDecision(NamedTuple):
    """A decision with what a release says of its pair."""

    pk: UUID
    outcome: str
    rationale: str
    support: str
    unrelated_reason: str
    excluded_reason: str
    sampled: bool
    pair_id: UUID
    task_id: str
    code: str
    description: str
    title: str
    chapter: str
    system: str


def release_content(project: Project, version: str, decisions: Sequence[CurrentDecision]) -> ReleaseContent:
    """The records of a release of these current decisions; agreement is worked out, nothing is written."""
    items = released_items(project, decisions)
    notes = _notes(project, {item.task_id for item in items})
    exclusions = tuple(
        Exclusion(decision.task_id, decision.code, decision.excluded_reason)
        for decision in decisions
        if decision.outcome == Decision.Outcome.EXCLUDED
    )
    card = Card.objects.filter(project=project).first() or Card(project=project)
    convention, sentences, splits = _conventions(project, notes)
    return ReleaseContent(
        project=project.slug,
        version=version,
        card=card_text(card, project),
        items=items,
        notes=notes,
        exclusions=exclusions,
        attrition=attrition(project, len(items), len(exclusions)),
        agreement=anonymous(report_now(project)),
        guidelines=_guidelines(project),
        triage_models=triage_models(project),
        unit=project.unit,
        annotators=project.annotators,
        review_rule=_review_rule(project, decisions),
        split=split_rule(card),
        splits=splits,
        convention=convention,
        sentences=sentences,
        since=differences_to_last(project, items),
    )


def current_decisions(project: Project) -> list[CurrentDecision]:
    """The decisions that count now, of selected pairs whose case is decided, with their pairs."""
    pair = "case__pair"
    own = ("pk", "outcome", "rationale", "support", "unrelated_reason", "excluded_reason", "sampled")
    of_pair = (pair, f"{pair}__task_id", f"{pair}__code", f"{pair}__description")
    concept = f"{pair}__concept"
    of_concept = (f"{concept}__description", f"{concept}__chapter", f"{concept}__system__key")
    rows = Decision.objects.filter(
        case__project=project,
        case__status=ReviewCase.Status.DECIDED,
        case__pair__selection__isnull=False,
        revision=F("case__revision"),
    )
    return [CurrentDecision(*row) for row in rows.values_list(*own, *of_pair, *of_concept).iterator()]


def released_items(project: Project, decisions: list[CurrentDecision]) -> tuple[Item, ...]:
    """One item for each decision True or False, in code point order of (task_id, code)."""
    kept = [decision for decision in decisions if decision.outcome != Decision.Outcome.EXCLUDED]
    spans: dict = {}
    rows = DecisionSpan.objects.filter(decision__case__project=project)
    columns = ("decision", "start", "end", "quote")
    for decision, start, end, quote in rows.order_by("decision", "position").values_list(*columns):
        spans.setdefault(decision, []).append(((start, end), quote))
    triage = dict(TriageResult.objects.filter(pair__project=project, stage=1).values_list("pair", "label"))
    sources = _sources(project)
    items = [_item(decision, spans, triage, sources) for decision in kept]
    return tuple(sorted(items, key=lambda item: (item.task_id, item.code)))


def _item(decision: CurrentDecision, spans: dict, triage: dict, sources: dict) -> Item:
    source, hops, similarity = sources.get(decision.pair_id, ("", None, None))
    return Item(
        task_id=decision.task_id,
        code=decision.code,
        desc=decision.description or decision.title,
        gold=decision.outcome == Decision.Outcome.TRUE,
        rationale=decision.rationale,
        spans=tuple(span for span, _ in spans.get(decision.pk, ())),
        quotes=tuple(quote for _, quote in spans.get(decision.pk, ())),
        code_system=decision.system,
        chapter=decision.chapter,
        source=source,
        triage=triage.get(decision.pair_id, ""),
        hops="" if hops is None else str(hops),
        similarity="" if similarity is None else f"{similarity:.6f}",
        support=decision.support,
        unrelated_reason=decision.unrelated_reason,
    )


def _sources(project: Project) -> dict:
    """Source, hops and similarity of every pair: the first source in the protocol's order that has them."""
    rows = PairSource.objects.filter(pair__project=project).values_list(
        "pair", "source", "hops", "similarity"
    )
    found: dict = {}
    for pair, source, hops, similarity in sorted(rows, key=lambda row: SOURCE_ORDER.index(row[1])):
        first, *known = found.get(pair, (source, None, None))
        known = [old if old is not None else new for old, new in zip(known, (hops, similarity), strict=True)]
        found[pair] = (first, *known)
    return found


def _notes(project: Project, tasks: set[str]) -> tuple[ReleasedNote, ...]:
    decided = Pair.objects.filter(project=project, review_case__status=ReviewCase.Status.DECIDED)
    rows = Note.objects.filter(pk__in=decided.values("note"))
    found = [ReleasedNote(*row) for row in rows.values_list("task_id", "note_id", "subject_id", "text")]
    return tuple(sorted((note for note in found if note.task_id in tasks), key=lambda note: note.task_id))


def attrition(project: Project, released: int | None = None, excluded: int | None = None) -> Attrition:
    """Where the project's pairs are. `open` is counted for itself, so that the sum is a check."""
    every = Pair.objects.filter(project=project).count()
    selected = Selection.objects.filter(pair__project=project).count()
    decided = ReviewCase.objects.filter(
        project=project, pair__selection__isnull=False, status=ReviewCase.Status.DECIDED
    ).count()
    if excluded is None:
        outcomes = Counter(decision.outcome for decision in current_decisions(project))
        excluded = outcomes[Decision.Outcome.EXCLUDED]
    sources = Counter(source for source, _, _ in _sources(project).values())
    return Attrition(every, every - selected, excluded, selected - decided, dict(sources))


def anonymous(report: dict) -> dict:
    """An agreement report without user names: people are numbered in the order of their names."""
    names = {row["username"] for row in report["people"]}
    names |= {row[side] for row in report["kappa_by_pair"] for side in ("a", "b")}
    numbers = {name: f"annotator {number}" for number, name in enumerate(sorted(names), 1)}
    return {
        **report,
        "kappa_by_pair": [
            {**row, "a": numbers[row["a"]], "b": numbers[row["b"]]} for row in report["kappa_by_pair"]
        ],
        "people": [{**row, "username": numbers[row["username"]]} for row in report["people"]],
    }


def _guidelines(project: Project) -> str:
    newest = Guideline.objects.filter(project=project).order_by("-version").first()
    return newest.text if newest else ""


def triage_models(project: Project) -> tuple[str, ...]:
    """Names of the models that voted, sorted."""
    return tuple(sorted(set(Vote.objects.filter(pair__project=project).values_list("model", flat=True))))


def _review_rule(project: Project, decisions: list[CurrentDecision]) -> str:
    accepted = sum(decision.sampled for decision in decisions)
    rule = current_rule(project)
    if not accepted or rule is None:
        return ""
    return (
        f"{accepted} agreed pairs were accepted together under a recorded sample rule: a share of "
        f"{float(rule.share):g} of the agreed pairs (seed {rule.seed}) was reviewed one by one first, and at "
        f"most {rule.most_overturned} of them could be overturned."
    )


def card_text(card: Card, project: Project) -> CardText:
    """The card as the builders see it."""
    names = (
        "description task exclusion_rules gold_source difficulty licence licence_excerpt deidentification "
        "alignment_keys note_versions changes contact url"
    )
    return CardText(
        title=card.title or project.name,
        authors=tuple(line.strip() for line in card.authors.splitlines() if line.strip()),
        released_on=card.released_on.isoformat() if card.released_on else "",
        **{name: getattr(card, name) for name in names.split()},
    )


def split_rule(card: Card) -> SplitRule:
    """The lead's rule, or all `test`."""
    try:
        return parse_split_rule(card.split_rule.split(), card.split_seed)
    except ValueError as error:
        raise Refusal("bad_split_rule", f"The rule of the splits cannot be used: {error}") from error


def _conventions(project: Project, notes: tuple[ReleasedNote, ...]) -> tuple[str, dict | None, dict | None]:
    """Name of the sentence convention, kept sentences and splits by task; None where they are made anew."""
    tasks = [note.task_id for note in notes]
    origin = Origin.objects.filter(project=project).first()
    if origin is None:
        return CONVENTION, _kept_sentences(project), None
    rows = OriginNote.objects.filter(note__project=project)
    brought = list(rows.values_list("note__task_id", "split", "sentences"))
    sentences = {task: _pairs(spans) for task, _, spans in brought if spans is not None}
    lacking = [task for task in tasks if task not in sentences]
    if origin.convention and origin.convention != CONVENTION and lacking:
        raise Refusal(
            "no_sentences",
            f"The project follows the sentence convention {origin.convention}, which only its imported notes "
            f"have; {len(lacking)} others, such as {lacking[0]}, have none.",
        )
    splits = {task: split for task, split, _ in brought if split}
    complete = bool(splits) and all(task in splits for task in tasks)
    convention = origin.convention or CONVENTION
    return convention, _kept_sentences(project) | sentences, splits if complete else None


def _kept_sentences(project: Project) -> dict:
    rows = SentenceTable.objects.filter(note__project=project, note__stands=True, convention=CONVENTION)
    return {task: _pairs(spans) for task, spans in rows.values_list("note__task_id", "spans")}


def _pairs(spans: list) -> tuple[tuple[int, int], ...]:
    return tuple((start, end) for start, end in spans)


def last_release(project: Project) -> Release | None:
    """The newest release, withdrawn ones left out."""
    return project.releases.filter(status=Release.Status.FROZEN).order_by("-frozen_at").first()


def dataset_of(release: Release) -> bytes:
    """The frozen `dataset_raw.csv`."""
    return bytes(ReleaseFile.objects.get(release=release, path=DATASET).content)


def differences_to_last(project: Project, items: tuple[Item, ...]) -> Differences | None:
    """What changed since the newest release, or None before the first."""
    before = last_release(project)
    if before is None:
        return None
    now = {(item.task_id, item.code): dataset_row(item) for item in items}
    return compare_versions(before.version, read_rows(dataset_of(before)), now)
