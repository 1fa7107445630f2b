"""Agreement and reliability of a project, as the page, the API and the command show them."""

from collections import Counter
from itertools import combinations

from django.db.models import Count, F

from adjudication.logic import agreement, span_agreement
from adjudication.logic.reliability import Reliability
from adjudication.models import Decision
from annotation.logic import states
from annotation.models import Annotation, Assignment
from annotation.selectors.answers import AnsweredPair, answered_pairs
from corpus.logic.sentences import split_sentences
from corpus.logic.text import tokens
from corpus.models import Note, Pair, PairSource
from foundation.logic.roles import ANNOTATOR
from foundation.models import Project, User

SOURCE_ORDER = tuple(PairSource.Source.values)


def agreement_report(project: Project, *, replicates: int = 2000, seed: int = 0) -> dict:
    """The object of `report_agreement`: label and evidence agreement before adjudication, and people.

    Counts pairs whose N work answers are all in; controls and repeats stay out. A pair that somebody
    called unanswerable is left out of the label figures and counted. Figures have 6 places.
    """
    answered = answered_pairs(project, first_closed=True)
    facts = _facts(project)
    labelled, unanswerable = [], 0
    for pair in answered:
        labels = tuple((answer.annotator, answer.label) for answer in pair.answers)
        if any(label == states.UNANSWERABLE for _, label in labels):
            unanswerable += 1
            continue
        chapter, source = facts.get(pair.pair_id, ("", ""))
        labelled.append(agreement.Labelled(pair.subject_id, labels, chapter, source))
    figures = agreement.label_figures(labelled, replicates=replicates, seed=seed)
    return rounded(
        {
            "pairs": len(labelled),
            "unanswerable": unanswerable,
            "annotators": len({name for pair in labelled for name, _ in pair.labels}),
            "label": {
                **figures["label"],
                "ci": figures["ci"],
            },
            "kappa_by_pair": figures["kappa_by_pair"],
            "by": [*agreement.by_stratum(labelled, "chapter"), *agreement.by_stratum(labelled, "source")],
            "spans": _spans(project, answered),
            "people": [_person_row(person) for person in people_report(project)],
        }
    )


def _facts(project: Project) -> dict:
    """Chapter and source of every pair; of several sources the first in the protocol's order."""
    chapters = dict(Pair.objects.filter(project=project).values_list("pk", "concept__chapter"))
    sources: dict = {}
    for pair_id, source in PairSource.objects.filter(pair__project=project).values_list("pair", "source"):
        known = sources.get(pair_id)
        if known is None or SOURCE_ORDER.index(source) < SOURCE_ORDER.index(known):
            sources[pair_id] = source
    return {pk: (chapter, sources.get(pk, "")) for pk, chapter in chapters.items()}


def _spans(project: Project, answered: list[AnsweredPair]) -> dict:
    """Evidence agreement over two people who both said Related; the text of one note at a time."""
    by_task: dict[str, list[AnsweredPair]] = {}
    for pair in answered:
        if sum(answer.label == states.RELATED for answer in pair.answers) > 1:
            by_task.setdefault(pair.task_id, []).append(pair)
    values = []
    for task_id, group in by_task.items():
        text = Note.objects.values_list("text", flat=True).get(project=project, task_id=task_id, stands=True)
        words, sentences = tokens(text), split_sentences(text)
        for pair in group:
            related = [answer for answer in pair.answers if answer.label == states.RELATED]
            values += [
                span_agreement.span_f1(text, one.spans, other.spans, words, sentences)
                for one, other in combinations(related, 2)
            ]
    pairs = sum(len(group) for group in by_task.values())
    return {"pairs": pairs, **span_agreement.means(values), "gamma": None}


def people_report(project: Project) -> list[Reliability]:
    """Every annotator of the project, active or not, sorted by user name."""
    users = User.objects.filter(memberships__project=project, memberships__role=ANNOTATOR)
    rows = _current(project)
    overturns = _overturns(project)
    return [
        _reliability(user, [row for row in rows if row["annotator"] == user.pk], overturns)
        for user in sorted(users, key=lambda user: user.username)
    ]


def _current(project: Project) -> list[dict]:
    return list(
        Annotation.objects.filter(assignment__project=project, revision=F("assignment__revision")).values(
            "annotator",
            "label",
            "seconds",
            purpose=F("assignment__purpose"),
            expected=F("assignment__expected"),
            pair=F("assignment__pair"),
        )
    )


def _reliability(user: User, rows: list[dict], overturns: dict[int, tuple[int, int]]) -> Reliability:
    work = {row["pair"]: row["label"] for row in rows if row["purpose"] == states.WORK}
    controls = [row for row in rows if row["purpose"] == states.CONTROL]
    repeats = [row for row in rows if row["purpose"] == states.REPEAT and row["pair"] in work]
    reviewed, overturned = overturns.get(user.pk, (0, 0))
    return Reliability(
        username=user.username,
        done=len(work),
        controls=len(controls),
        controls_right=sum(row["label"] == row["expected"] for row in controls),
        repeats=len(repeats),
        repeats_same=sum(row["label"] == work[row["pair"]] for row in repeats),
        reviewed=reviewed,
        overturned_count=overturned,
        seconds=tuple(row["seconds"] for row in rows if row["seconds"]),
    )


def _overturns(project: Project) -> dict[int, tuple[int, int]]:
    """For each annotator, how many of their answers were decided True or False, and how many otherwise
    than they said."""
    decided = dict(
        Decision.objects.filter(
            case__project=project,
            case__status="decided",
            revision=F("case__revision"),
            outcome__in=["True", "False"],
        ).values_list("case__pair", "outcome")
    )
    answers = Annotation.objects.filter(
        assignment__project=project,
        assignment__purpose=states.WORK,
        revision=F("assignment__first_closed_revision"),
        label__in=[states.RELATED, states.UNRELATED],
    ).values_list("annotator", "assignment__pair", "label")
    reviewed: Counter[int] = Counter()
    overturned: Counter[int] = Counter()
    for annotator, pair, label in answers:
        if pair in decided:
            reviewed[annotator] += 1
            overturned[annotator] += (decided[pair] == "True") != (label == states.RELATED)
    return {annotator: (reviewed[annotator], overturned[annotator]) for annotator in reviewed}


def _person_row(person: Reliability) -> dict:
    return {
        "username": person.username,
        "done": person.done,
        "control_accuracy": person.control_accuracy,
        "control_interval": person.control_interval,
        "repeat_consistency": person.repeat_consistency,
        "overturned": person.overturned,
        "seconds_median": person.seconds_median,
    }


def open_by_annotator(project: Project) -> dict[str, int]:
    """How many assignments each annotator still has to do."""
    return dict(
        Assignment.objects.filter(project=project, status__in=states.TO_DO)
        .values("annotator__username")
        .annotate(left=Count("pk"))
        .values_list("annotator__username", "left")
    )


def rounded(value: object, places: int = 6) -> object:
    """The same JSON value with every float rounded."""
    if isinstance(value, float):
        return round(value, places)
    if isinstance(value, dict):
        return {key: rounded(inner, places) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner, places) for inner in value]
    return value
