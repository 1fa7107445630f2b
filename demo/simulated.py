"""A whole simulated benchmark: invented notes, nine annotators with known error rates, all of it frozen."""

import csv
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.services.comparing import compare_annotations
from adjudication.services.measuring import measure_agreement
from adjudication.services.reviewing import decide
from annotation.logic.validation import Answer
from annotation.models import Assignment
from annotation.services.annotating import submit_annotation
from annotation.services.assigning import assign_pairs
from benchmark.services.releasing import freeze_release
from benchmark.services.scoring import add_baseline, score_run
from corpus.models import Pair
from corpus.services.billing import import_codes
from corpus.services.notes import import_notes
from corpus.services.pairing import build_pairs, import_pairs
from demo.invention import MARK
from demo.people import bind, join
from demo.simulation import ANNOTATORS, CONTROLS, PAPER, Size, says_related, simulate_truths
from foundation.models import Project, User
from foundation.services.people import add_person
from foundation.services.projects import create_project
from triage.services.importing import import_triage
from triage.services.selecting import select_pairs

# code, and a sentence that supports it
FINDINGS = {
    "D64.9": "Hgb 7.4 on admission, transfused two units.",
    "E11.65": "Glucose 388, HbA1c 10.9 %.",
    "E66.9": "BMI 36.2 on the ward scale.",
    "E83.42": "Mg 1.1, repleted twice.",
    "E87.1": "Na 124 on arrival, corrected slowly.",
    "E87.6": "K 2.8, repleted by mouth.",
    "I10": "Blood pressure 178/96, home lisinopril resumed.",
    "I25.10": "Stent to the LAD some years ago, on aspirin.",
    "I48.91": "Irregularly irregular rhythm, metoprolol continued.",
    "I50.9": "Orthopnea, crackles to both bases, BNP 1800.",
    "J18.9": "Right lower lobe consolidation, started on levofloxacin.",
    "J96.01": "SpO2 83 % on room air, PaO2 51.",
    "K92.1": "Black tarry stools for three days.",
    "N17.9": "Creatinine 3.1 from a baseline of 0.9.",
    "N39.0": "Dysuria, nitrites positive, more than 100,000 E. coli.",
    "R41.0": "Disoriented at night, pulled at the lines, clear by day.",
}
FILLER = (
    "Seen on the ward and doing well.",
    "Diet was advanced without difficulty.",
    "Physical therapy cleared the patient for home.",
    "Follow-up with the primary doctor in two weeks.",
    "No acute distress.",
)


SLUG = "simulated"


def build_paper(known: dict[str, str], say: Callable[[str], None]) -> Project:
    """Afterwards the published size stands: 352 True and 471 False are frozen as 1.0.0."""
    project = build(known, say, slug=SLUG, size=PAPER, seed=1)
    say("freezing 1.0.0")
    release = freeze_release(actor=None, project=project, version="1.0.0")
    score_run(add_baseline(actor=None, release=release, name="always_true"))
    return project


def build(known: dict[str, str], say: Callable[[str], None], *, slug: str, size: Size, seed: int) -> Project:
    """Afterwards the project holds decisions of exactly the size given, made from simulated answers."""
    project = create_project(
        actor=None, slug=slug, name=f"Simulated benchmark, {size.true + size.false} pairs"
    )
    people = join(project, known)
    annotators = [
        add_person(actor=None, project=project, username=name, role="annotator").user for name in ANNOTATORS
    ]
    for user in annotators:
        bind(project, user)
    say("inventing notes, codes and votes")
    _corpus(project, size, seed)
    positives = size.pairs * 55 // 100
    select_pairs(
        actor=None, project=project, positives=positives, negatives=size.pairs - positives, seed=seed
    )
    work = 2 * size.pairs / len(annotators)
    assign_pairs(
        actor=None,
        project=project,
        annotators=annotators,
        controls=CONTROLS / work,
        repeats=0.05,
        seed=seed,
    )
    truths = _truths(project, size, seed)
    say("simulating answers")
    _answer(project, truths, seed)
    say("simulating decisions")
    _decide(project, people["sofia"], truths)
    return project


def _corpus(project: Project, size: Size, seed: int) -> None:
    """Notes with three findings each; the first two codes are billed and missed by both models."""
    rng = Random(f"corpus {seed}")
    codes = sorted(FINDINGS)
    stays = size.pairs * 55 // 100 // 2 + 60
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            (folder / "notes.jsonl").open("w", encoding="utf-8", newline="\n") as notes,
            (folder / "diagnoses_icd.csv").open("w", encoding="utf-8", newline="") as billed,
            (folder / "pairs.csv").open("w", encoding="utf-8", newline="") as negatives,
            (folder / "votes.jsonl").open("w", encoding="utf-8", newline="\n") as votes,
        ):
            diagnosis, negative = csv.writer(billed), csv.writer(negatives)
            diagnosis.writerow(["subject_id", "hadm_id", "seq_num", "icd_code", "icd_version"])
            negative.writerow(["task_id", "code", "source"])
            for number in range(1, stays + 1):
                chosen = rng.sample(codes, 6)
                subject, stay = str(50000 + number), str(70000 + number)
                row = {"note_id": f"{subject}-DS-1", "subject_id": subject, "hadm_id": stay}
                text = _text(chosen[:3], rng)
                notes.write(json.dumps(row | {"note_type": "DS", "note_seq": 1, "text": text}) + "\n")
                for place, code in enumerate(chosen[:3], start=1):
                    diagnosis.writerow([subject, stay, place, code.replace(".", ""), 10])
                    _votes(votes, f"{subject}_{stay}", code, "explicit" if place == 3 else "unrelated")
                for place, code in enumerate(chosen[3:]):
                    source = "semantic_negative" if place == 0 else "prevalence_negative"
                    negative.writerow([f"{subject}_{stay}", code, source])
                    _votes(votes, f"{subject}_{stay}", code, "unrelated", stages=(1,))
        import_notes(actor=None, project=project, paths=[folder / "notes.jsonl"])
        import_codes(actor=None, project=project, diagnoses=folder / "diagnoses_icd.csv")
        build_pairs(actor=None, project=project)
        import_pairs(actor=None, project=project, path=folder / "pairs.csv")
        import_triage(actor=None, project=project, path=folder / "votes.jsonl")


def _text(codes: list[str], rng: Random) -> str:
    lines = ["Chief Complaint:", "Feeling unwell", "", "Brief Hospital Course:"]
    for code in codes:
        lines += [rng.choice(FILLER), FINDINGS[code]]
    return "\n".join([*lines, "", "Discharge Instructions:", rng.choice(FILLER), ""])


def _votes(stream, task_id: str, code: str, label: str, stages: tuple[int, ...] = (1, 2)) -> None:
    for stage in stages if label == "unrelated" else (1,):
        for vote in (1, 2, 3) if stage == 1 else (1,):
            row = {
                "task_id": task_id,
                "code": code,
                "stage": stage,
                "vote": vote,
                "model": "simulated",
                "label": label,
                "explanation": MARK,
                "evidence": [],
            }
            stream.write(json.dumps(row) + "\n")


def _truths(project: Project, size: Size, seed: int) -> dict[object, bool | None]:
    pairs = Pair.objects.filter(project=project, selection__isnull=False).values_list("pk", "task_id", "code")
    keys = {f"{task_id} {code}": pk for pk, task_id, code in pairs}
    return {keys[key]: truth for key, truth in simulate_truths(size, list(keys), seed).items()}


def _answer(project: Project, truths: dict[object, bool | None], seed: int) -> None:
    places = Assignment.objects.filter(project=project, status="open").select_related(
        "pair__note", "annotator", "project"
    )
    ordered = sorted(
        places,
        key=lambda place: (place.purpose != "work", place.pair.task_id, place.pair.code, place.place or 0),
    )
    rngs = {name: Random(f"{name} {seed}") for name in ANNOTATORS}
    for place in ordered:
        name = place.annotator.username
        truth = place.expected == "Related" if place.purpose == "control" else truths[place.pair_id]
        related = says_related(name, truth, place.place or 1, rngs[name])
        submit_annotation(
            annotator=place.annotator,
            project=project,
            assignment_id=place.pk,
            answer=_given(place.pair, related, rngs[name]),
        )


def _given(pair: Pair, related: bool, rng: Random) -> Answer:
    seconds = int(rng.lognormvariate(5, 0.5))
    if not related:
        return Answer("Unrelated", unrelated_reason="not_mentioned", seconds=seconds)
    return Answer(
        "Related", (_evidence(pair),), f"The finding stands in the note. {MARK}", "implicit", "", seconds
    )


def _evidence(pair: Pair) -> tuple[int, int]:
    """The finding of the code where the note has it, else the sentence after the course begins."""
    text = pair.note.text
    finding = FINDINGS[pair.code]
    start = text.find(finding)
    if start >= 0:
        return start, start + len(finding)
    start = text.index("\n", text.index("Brief Hospital Course:")) + 1
    return start, text.index("\n", start)


def _decide(project: Project, sme: User, truths: dict[object, bool | None]) -> None:
    compare_annotations(actor=None, project=project)
    measure_agreement(project=project)
    for case in ReviewCase.objects.filter(project=project).select_related("pair__note"):
        truth = truths[case.pair_id]
        if truth is None:
            verdict = Verdict("excluded", excluded_reason=f"The note allows both readings. {MARK}")
        elif truth:
            verdict = Verdict("True", (_evidence(case.pair),), f"The finding supports it. {MARK}", "implicit")
        else:
            verdict = Verdict("False", unrelated_reason="not_mentioned")
        decide(sme=sme, project=project, case_id=case.pk, verdict=verdict)
