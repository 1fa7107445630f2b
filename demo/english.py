"""The English demo: real narratives and billed codes, invented work in every state."""

import json
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.selectors.case import lettered
from adjudication.services.comparing import compare_annotations
from adjudication.services.reviewing import decide
from adjudication.services.sampling import agreed_verdict
from annotation.logic.validation import Answer
from annotation.models import Assignment
from annotation.selectors.answers import answers_to
from annotation.services.annotating import publish_guideline, save_draft, submit_annotation
from annotation.services.assigning import assign_pairs
from benchmark.services.releasing import freeze_release
from benchmark.services.scoring import add_baseline, score_run
from corpus.models import Note, Pair
from corpus.selectors.sentences import sentences_of
from corpus.services.billing import import_codes
from corpus.services.negatives import sample_negatives
from corpus.services.notes import import_notes
from corpus.services.pairing import build_pairs
from corpus.services.sentences import keep_sentences
from demo.clock import ANSWERS_A_DAY, Clock, days_ago
from demo.invention import MARK, Likeness, chance, likeness, rationale, stage_one
from demo.people import join
from foundation.models import Project, User
from foundation.services.projects import create_project
from triage.selectors.judged import kept_pairs, negative_pairs
from triage.services.importing import import_triage
from triage.services.selecting import select_pairs

HERE = Path(__file__).resolve().parent
SLUG = "codiesp"
MOST_POSITIVES, MOST_NEGATIVES = 56, 56
HALF, UNTOUCHED, LEFT_WAITING = 10, 14, 14
WORKDAYS = 7  # five of answers, one of decisions, one to publish


def build(known: dict[str, str], say: Callable[[str], None]) -> Project:
    """Afterwards the project stands, with pairs untouched, half annotated, agreed, in conflict, decided and
    excluded: the work of a week, and of this morning."""
    with days_ago(WORKDAYS) as clock:
        project, people, likenesses = _work(known, say, clock)
    _after_closing(project, people, likenesses)
    return project


def _work(known: dict[str, str], say: Callable[[str], None], clock: Clock) -> tuple:
    project = create_project(actor=None, slug=SLUG, name="CodiEsp in English (demo)", unit=Project.Unit.TOKEN)
    people = join(project, known)
    folder = HERE / "english"
    say("importing 40 notes and their codes")
    import_notes(actor=None, project=project, paths=[folder / "notes.jsonl"])
    import_codes(
        actor=None,
        project=project,
        diagnoses=folder / "diagnoses_icd.csv",
        procedures=folder / "procedures_icd.csv",
    )
    build_pairs(actor=None, project=project)
    say("drawing negatives")
    sample_negatives(actor=None, project=project, strategy="prevalence", per_stay=2, seed=7)
    sample_negatives(actor=None, project=project, strategy="semantic", per_stay=1, seed=7)
    keep_sentences(Note.objects.filter(project=project))
    likenesses = _likenesses(project)
    _vote(project, likenesses)
    _select(project)
    publish_guideline(
        actor=people["lena"], project=project, text=(HERE / "guidelines.md").read_text(encoding="utf-8")
    )
    assign_pairs(actor=people["lena"], project=project, controls=0.05, repeats=0.05, seed=3)
    say("inventing answers")
    _answer(project, likenesses, clock)
    say("inventing decisions")
    clock.set(WORKDAYS - 2)
    _decide(project, people["sofia"])
    clock.set(WORKDAYS - 1)
    say("freezing 1.0.0 and scoring two baselines")
    _publish(project, people["lena"])
    return project, people, likenesses


def _publish(project: Project, lead: User) -> None:
    release = freeze_release(actor=lead, project=project, version="1.0.0")
    for name in ("always_true", "string_match"):
        score_run(add_baseline(actor=lead, release=release, name=name))


def _likenesses(project: Project) -> dict[object, Likeness]:
    """Where each pair's note says most of the concept's description."""
    found, texts = {}, {}
    for pair in Pair.objects.filter(project=project).select_related("note"):
        if pair.note_id not in texts:
            texts[pair.note_id] = (pair.note.text, sentences_of(pair.note))
        found[pair.pk] = likeness(*texts[pair.note_id], pair.description)
    return found


def _vote(project: Project, likenesses: dict[object, Likeness]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "votes.jsonl"
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            for pair in Pair.objects.filter(project=project).prefetch_related("sources"):
                for row in _votes(pair, likenesses[pair.pk]):
                    stream.write(json.dumps(row, ensure_ascii=False) + "\n")
        import_triage(actor=None, project=project, path=path)


def _votes(pair: Pair, found: Likeness) -> list[dict]:
    """Three votes of an invented small model; one of a larger where those say no to a billed code."""
    labels = stage_one(found.share, pair.task_id, pair.code)
    base = {"task_id": pair.task_id, "code": pair.code, "explanation": MARK, "evidence": []}
    rows = [
        base
        | {
            "stage": 1,
            "vote": vote,
            "model": "invented-small",
            "label": label,
            "prompt_version": "demo-1",
            "tokens_in": 900,
            "tokens_out": 40,
        }
        for vote, label in enumerate(labels, start=1)
    ]
    billed = any(source.source == "billed" for source in pair.sources.all())
    if billed and labels.count("unrelated") >= 2:
        agrees = chance("stage 2", pair.task_id, pair.code) < 0.4
        rows.append(
            base
            | {
                "stage": 2,
                "vote": 1,
                "model": "invented-reasoner",
                "label": "unrelated" if agrees else "implicit",
                "prompt_version": "demo-1",
                "tokens_in": 1000,
                "tokens_out": 700,
            }
        )
    return rows


def _select(project: Project) -> None:
    positives = min(MOST_POSITIVES, len(kept_pairs(project, project.stage2_scope)))
    negatives = min(MOST_NEGATIVES, len(negative_pairs(project)))
    select_pairs(actor=None, project=project, positives=positives, negatives=negatives, seed=7)


def _ordered(project: Project) -> list[Assignment]:
    return list(
        Assignment.objects.filter(project=project)
        .exclude(annotator=None)
        .select_related("pair__note", "annotator")
        .prefetch_related("pair__sources")
        .order_by("position", "purpose", "place")
    )


def _answer(project: Project, likenesses: dict[object, Likeness], clock: Clock) -> None:
    """Both answers to all but the last pairs, controls and repeats among them included."""
    places = _ordered(project)
    pairs = list(dict.fromkeys(place.pair_id for place in places if place.purpose == "work"))
    finished = set(pairs[: len(pairs) - HALF - UNTOUCHED])
    work = [place for place in places if place.purpose == "work" and place.pair_id in finished]
    extra = [place for place in places if place.purpose != "work"]
    repeated = [place for place in extra if place.purpose == "control" or place.pair_id in finished]
    answers = [
        (place, invented_answer(place, likenesses[place.pair_id]))
        for place in [*work, *repeated[: len(repeated) * 2 // 3]]
    ]
    for day, seconds, place, answer in _workdays(answers):
        clock.set(day, seconds)
        _submit(place, answer)


def _workdays(answers: list[tuple[Assignment, Answer]]) -> list[tuple]:
    """(day, second, place, answer), in the order of time: everybody answers so many a day."""
    done: Counter[str] = Counter()
    spent: Counter[tuple[str, int]] = Counter()
    found = []
    for place, answer in answers:
        name = place.annotator.username
        day = done[name] // ANSWERS_A_DAY
        done[name] += 1
        spent[name, day] += answer.seconds
        found.append((day, spent[name, day], place, answer))
    return sorted(found, key=lambda row: row[:2])


def _submit(place: Assignment, answer: Answer) -> None:
    submit_annotation(annotator=place.annotator, project=place.project, assignment_id=place.pk, answer=answer)


def invented_answer(place: Assignment, found: Likeness) -> Answer:
    """What the annotator says: leaning to the billing record, with a slip of their own now and then."""
    pair, name = place.pair, place.annotator.username
    billed = any(source.source == "billed" for source in pair.sources.all())
    truth = chance("truth", pair.task_id, pair.code) < (0.62 if billed else 0.12)
    slip = chance("slip", name, place.purpose, pair.task_id, pair.code) < 0.12
    seconds = 45 + int(chance("time", name, pair.task_id, pair.code) * 240)
    if truth == slip:
        return Answer("Unrelated", unrelated_reason=_reason(pair), seconds=seconds)
    start, end = _marked(found, name, pair)
    support = "explicit" if found.share >= 0.5 else "implicit"
    return Answer(
        "Related",
        ((start, end),),
        rationale("Related", pair.description, found.share),
        support,
        seconds=seconds,
    )


def _marked(found: Likeness, name: str, pair: Pair) -> tuple[int, int]:
    """The sentence, or sometimes only its beginning: a difference in boundaries."""
    if chance("short", name, pair.task_id, pair.code) < 0.25 and found.end - found.start > 40:
        text = pair.note.text
        cut = text.rfind(" ", found.start, found.start + 40)
        return found.start, cut if cut > found.start else found.end
    return found.start, found.end


def _reason(pair: Pair) -> str:
    reasons = ("not_mentioned", "not_mentioned", "other_concept", "ruled_out", "history_only", "not_enough")
    return reasons[int(chance("reason", pair.task_id, pair.code) * len(reasons))]


def _decide(project: Project, sme: User) -> None:
    """All but the last cases; some conflicts cannot be resolved and are excluded."""
    compare_annotations(actor=None, project=project)
    cases = list(
        ReviewCase.objects.filter(project=project)
        .select_related("pair__note", "pair__comparison", "project")
        .order_by("-conflict", "pair__task_id", "pair__code")
    )
    conflicts = [case for case in cases if case.conflict]
    agreed = [case for case in cases if not case.conflict]
    waiting = conflicts[-LEFT_WAITING // 2 :] + agreed[-LEFT_WAITING // 2 :]
    for number, case in enumerate([case for case in cases if case not in waiting]):
        verdict = agreed_verdict(case) if not case.conflict else _resolved(case, number)
        decide(sme=sme, project=project, case_id=case.pk, verdict=verdict)


def _resolved(case: ReviewCase, number: int) -> Verdict:
    if number % 3 == 0:
        return Verdict("excluded", excluded_reason=f"The note allows both readings. {MARK}")
    related = [answer for answer in lettered(case, answers_to(case.pair)).values() if answer.spans]
    if related and number % 3 == 1:
        first = related[0]
        return Verdict("True", first.spans, first.rationale, first.support)
    return Verdict("False", unrelated_reason="not_enough")


def _after_closing(project: Project, people: dict[str, User], likenesses: dict[object, Likeness]) -> None:
    """Half-annotated pairs, and a draft that waits on the desk."""
    left = [place for place in _ordered(project) if place.status == "open" and place.purpose == "work"]
    pairs = list(dict.fromkeys(place.pair_id for place in left))
    for number, pair in enumerate(pairs[:HALF]):
        name = "anna" if number % 2 else "ben"
        (place,) = [one for one in left if one.pair_id == pair and one.annotator == people[name]]
        _submit(place, invented_answer(place, likenesses[pair]))
    place = next(one for one in left if one.pair_id == pairs[HALF] and one.annotator == people["anna"])
    found = likenesses[place.pair_id]
    answer = Answer("Related", ((found.start, found.end),), f"Still thinking. {MARK}", seconds=40)
    save_draft(
        annotator=people["anna"],
        project=project,
        assignment_id=place.pk,
        answer=answer,
        quotes=None,
        version=0,
    )
