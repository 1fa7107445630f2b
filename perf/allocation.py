"""Many annotators pull from one queue at once, and some of them die in between.

    DATABASE_URL=postgres://... python perf/allocation.py --pairs 20000 --clients 64 --dying 8

Makes an empty project in the named database, lets every client pull and answer until nothing is left, kills
some in the middle of a transaction and some while they hold a pair, gives expired leases back, and prints
what every pair ended with. Ends by itself after --minutes. Exit status 1 when a pair is not right.
"""

import argparse
import datetime
import multiprocessing
import os
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")

SLUG = "allocation"


def prepare(pairs: int, clients: int) -> None:
    from annotation.services.assigning import open_places
    from corpus.models import CodeSystem, Concept, Note, Pair
    from foundation.models import Membership, Project, User
    from triage.models import Selection

    project = Project.objects.create(slug=SLUG, name="Allocation")
    users = User.objects.bulk_create([User(username=f"client{n:03}") for n in range(clients)])
    Membership.objects.bulk_create([Membership(project=project, user=u, role="annotator") for u in users])
    system, _ = CodeSystem.objects.get_or_create(key="icd10cm", defaults={"name": "ICD-10-CM"})
    concept, _ = Concept.objects.get_or_create(system=system, kind="code", code="D64.9")
    text = "Hgb 7.2 on admission."
    notes = Note.objects.bulk_create(
        [
            Note(
                project=project,
                note_id=f"n{n}",
                subject_id=str(n),
                hadm_id="1",
                task_id=f"{n:06}_1",
                n_chars=len(text),
                sha256="0" * 64,
                text=text,
            )
            for n in range(pairs)
        ],
        batch_size=500,
    )
    made = Pair.objects.bulk_create(
        [
            Pair(project=project, note=note, concept=concept, task_id=note.task_id, code="D64.9")
            for note in notes
        ],
        batch_size=500,
    )
    Selection.objects.bulk_create([Selection(pair=pair, kind="negative") for pair in made], batch_size=500)
    open_places(actor=None, project=project)


def client(number: int, dies_after: int | None, waits: list[float], stop: float) -> None:
    """Pull and answer until nothing is left; a dying client goes without a word, holding a pair."""
    import django

    django.setup()
    from django.db import connection, transaction

    from annotation.logic.validation import Answer
    from annotation.services.annotating import submit_annotation
    from annotation.services.assigning import take_next
    from foundation.models import Project, User

    connection.close()
    project, user = Project.objects.get(slug=SLUG), User.objects.get(username=f"client{number:03}")
    answer, done = Answer("Unrelated", seconds=1), 0
    while time.time() < stop:
        if dies_after is not None and done == dies_after:
            if number % 2:
                with transaction.atomic():
                    take_next(annotator=user, project=project)
                    os._exit(9)
            take_next(annotator=user, project=project)
            os._exit(9)
        began = time.perf_counter()
        assignment = take_next(annotator=user, project=project)
        if number == 0:
            waits.append(time.perf_counter() - began)
        if assignment is None:
            return
        submit_annotation(annotator=user, project=project, assignment_id=assignment.pk, answer=answer)
        done += 1


def pull(numbers: list[int], dying: int, waits, stop: float) -> None:
    rng = random.Random(1)
    workers = [
        multiprocessing.Process(
            target=client, args=(n, rng.randint(3, 40) if n < dying else None, waits, stop)
        )
        for n in numbers
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def counts() -> dict[str, int]:
    from collections import Counter

    from annotation.models import Annotation, Assignment

    people: dict[object, set[int]] = {}
    rows = Assignment.objects.filter(project__slug=SLUG).values_list("pair", "annotator", "status")
    finished = Counter()
    for pair, annotator, status in rows:
        people.setdefault(pair, set())
        if status == "submitted":
            people[pair].add(annotator)
            finished[pair] += 1
    return {
        "pairs": len(people),
        "with exactly two different people": sum(
            len(names) == 2 and finished[pair] == 2 for pair, names in people.items()
        ),
        "with fewer": sum(finished[pair] < 2 for pair in people),
        "with more": sum(finished[pair] > 2 for pair in people),
        "answers": Annotation.objects.filter(assignment__project__slug=SLUG).count(),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--dying", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=20)
    options = parser.parse_args()
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections
    from django.utils import timezone

    from annotation.services.freeing import free_expired
    from foundation.models import Project

    multiprocessing.set_start_method("fork")
    call_command("migrate", verbosity=0)
    prepare(options.pairs, options.clients)
    waits = multiprocessing.Manager().list()
    began = time.time()
    stop = began + options.minutes * 60
    connections.close_all()
    pull(list(range(options.clients)), options.dying, waits, stop)
    later = timezone.now() + datetime.timedelta(days=30)
    freed = free_expired(project=Project.objects.get(slug=SLUG), now=later)
    connections.close_all()
    pull(list(range(options.dying, options.clients)), 0, waits, stop)
    took = time.time() - began
    result = counts()
    ordered = sorted(waits)
    print(f"{options.clients} clients, {options.dying} died, {freed} leases came back, {took:.0f} s")
    for name, value in result.items():
        print(f"{name}: {value}")
    if ordered:
        p50, p95 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.95))
        print(f"taking the next pair, client 0, saturated: p50 {p50:.0f} ms, p95 {p95:.0f} ms")
    return 0 if result["with exactly two different people"] == options.pairs else 1


if __name__ == "__main__":
    sys.exit(main())
