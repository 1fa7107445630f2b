"""How long the agreement of a large project takes: the object that page, API and command show.

    DATABASE_URL=postgres://... python perf/agreement.py                    # 100,000 pairs of 50,000 subjects
    DATABASE_URL=postgres://... python perf/agreement.py --pairs 20000 --profile

Fills the named, migrated and empty database with closed answers, two a pair, and prints the seconds of the
report and of its parts. Asked again, it measures what is there.
"""

import argparse
import cProfile
import os
import pstats
import random
import resource
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")

SENTENCE = "She was found to have a hemoglobin of 7.2 and was given 2 units of packed red cells. "
CODES, PEOPLE, BATCH = 20, 6, 2000


def fill(pairs: int, subjects: int, chars: int) -> None:
    """A project with so many decided pairs; 45 in 100 are Related, and one answer in twelve is wrong."""
    from adjudication.models import Decision, ReviewCase
    from annotation.models import Annotation, Assignment, EvidenceSpan
    from corpus.logic.sentences import CONVENTION, split_sentences
    from corpus.models import CodeSystem, Concept, Note, Pair, PairSource, SentenceTable
    from foundation.logic.digest import text_digest
    from foundation.models import Membership, Project, User

    dice = random.Random(1)
    project = Project.objects.create(slug="agreement", name="Agreement")
    people = [User.objects.create(username=f"perf{number}") for number in range(PEOPLE)]
    Membership.objects.bulk_create([Membership(project=project, user=u, role="annotator") for u in people])
    system, _ = CodeSystem.objects.get_or_create(key="icd10cm", defaults={"name": "ICD-10-CM"})
    concepts = [
        Concept.objects.create(system=system, kind="code", code=f"Z{n:02}.9", chapter=str(1 + n % 22))
        for n in range(CODES)
    ]
    text = "Brief Hospital Course:\n" + SENTENCE * (chars // len(SENTENCE))
    digest, table = text_digest(text), [list(span) for span in split_sentences(text)]
    for first in range(0, subjects, BATCH):
        notes = [
            Note(
                project=project,
                note_id=f"n{n}",
                subject_id=f"{n:06}",
                hadm_id="1",
                task_id=f"{n:06}_1",
                n_chars=len(text),
                sha256=digest,
                text=text,
            )
            for n in range(first, min(first + BATCH, subjects))
        ]
        made, sources, places, answers, spans, cases, decisions = [], [], [], [], [], [], []
        for note in notes:
            for concept in concepts[: pairs // subjects]:
                pair = Pair(project=project, note=note, concept=concept, task_id=note.task_id)
                pair.code = concept.code
                made.append(pair)
                sources.append(PairSource(pair=pair, source=dice.choice(["billed", "prevalence_negative"])))
                truth = dice.random() < 0.45
                case = ReviewCase(project=project, pair=pair, status="decided", conflict=False, revision=1)
                cases.append(case)
                decisions.append(Decision(case=case, revision=1, outcome=str(truth)))
                for place, person in enumerate(dice.sample(people, 2), start=1):
                    related = truth != (dice.random() < 1 / 12)
                    held = Assignment(project=project, pair=pair, annotator=person, place=place)
                    held.status, held.revision, held.first_closed_revision = "closed", 1, 1
                    places.append(held)
                    label = "Related" if related else "Unrelated"
                    answer = Annotation(assignment=held, annotator=person, revision=1, label=label)
                    answer.seconds, answer.rationale = dice.randint(20, 400), "why" if related else ""
                    answers.append(answer)
                    if related:
                        start = 23 + 85 * dice.randrange(3) + dice.randrange(30)
                        end = start + dice.randint(3, 60)
                        span = EvidenceSpan(annotation=answer, position=0, start=start, end=end)
                        span.quote = text[start:end]
                        spans.append(span)
        for rows in (notes, made, sources, places, answers, spans, cases, decisions):
            type(rows[0]).objects.bulk_create(rows, batch_size=BATCH)
        SentenceTable.objects.bulk_create(
            [SentenceTable(note=note, convention=CONVENTION, spans=table) for note in notes]
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--subjects", type=int, default=50_000)
    parser.add_argument("--chars", type=int, default=10_000, help="characters a note")
    parser.add_argument("--replicates", type=int, default=2000)
    parser.add_argument("--profile", action="store_true", help="also print where the time went")
    options = parser.parse_args()
    import django

    django.setup()
    from adjudication.selectors.agreement import agreement_report
    from foundation.models import Project

    if not Project.objects.filter(slug="agreement").exists():
        fill(options.pairs, options.subjects, options.chars)
    project = Project.objects.get(slug="agreement")
    profile = cProfile.Profile() if options.profile else None
    began, used = time.perf_counter(), time.process_time()
    report = (
        profile.runcall(agreement_report, project, replicates=options.replicates)
        if profile
        else agreement_report(project, replicates=options.replicates)
    )
    seconds, used = time.perf_counter() - began, time.process_time() - used
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{report['pairs']} pairs, {report['spans']['pairs']} with evidence of two:", end=" ")
    print(f"{seconds:.1f} s ({used:.1f} s CPU), {memory:.0f} MiB", end=", ")
    print(f"alpha {report['label']['alpha']} {report['label']['ci']['alpha']}")
    if profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(45)


if __name__ == "__main__":
    main()
