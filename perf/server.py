"""What an annotator's next pair and a save cost the server.

    DATABASE_URL=postgres://... python perf/server.py --pairs 1000 --pairs 100000

For each size: fills the named, empty database with a project, starts the real web server on loopback, and
lets 8 annotators work over HTTP, first at a human pace, then without a pause. Prints milliseconds (p50, p95)
and the server's CPU for a next and a save together. Bounded by --seconds; stops what it started.
"""

import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")

PORT, PEOPLE, TIMES = 8765, 8, 400
SENTENCE = "She was found to have a hemoglobin of 7.2 and was given 2 units of packed red cells. "


def fill(pairs: int, chars: int) -> None:
    """A project with so many pairs, 100 a note; places are open, nobody has answered."""
    from django.db import connection

    from annotation.services.assigning import open_places
    from corpus.models import CodeSystem, Concept, Note, Pair
    from foundation.logic.digest import text_digest
    from foundation.models import Attestation, Membership, Project, User
    from triage.models import Selection

    project = Project.objects.create(slug=f"perf{pairs}", name="Performance")
    for number in range(PEOPLE):
        user, _ = User.objects.get_or_create(username=f"perf{number}")
        Membership.objects.create(project=project, user=user, role="annotator")
        Attestation.objects.create(
            project=project, user=user, agreement="none", trained_on="2020-01-01", expires_on="2999-01-01"
        )
    system, _ = CodeSystem.objects.get_or_create(key="icd10cm", defaults={"name": "ICD-10-CM"})
    concepts = [
        Concept.objects.get_or_create(system=system, kind="code", code=f"Z{number:02}.9")[0]
        for number in range(100)
    ]
    text = "Brief Hospital Course:\n" + SENTENCE * (chars // len(SENTENCE))
    notes = Note.objects.bulk_create(
        [
            Note(
                project=project,
                note_id=f"n{n}",
                subject_id=str(n),
                hadm_id="1",
                task_id=f"{n:06}_1",
                n_chars=len(text),
                sha256=text_digest(text),
                text=text,
            )
            for n in range(max(1, pairs // 100))
        ],
        batch_size=100,
    )
    made = Pair.objects.bulk_create(
        [
            Pair(project=project, note=note, concept=concept, task_id=note.task_id, code=concept.code)
            for note in notes
            for concept in concepts
        ][:pairs],
        batch_size=1000,
    )
    Selection.objects.bulk_create([Selection(pair=pair, kind="negative") for pair in made], batch_size=1000)
    open_places(actor=None, project=project)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the database does by itself a minute after a large import


def pace() -> float:
    """Milliseconds of CPU for a loop of a million steps: how fast the machine is just now, to compare by."""
    best = float("inf")
    for _ in range(5):
        started, total = time.process_time(), 0
        for number in range(1_000_000):
            total += number * number
        best = min(best, time.process_time() - started)
    return best * 1000


class Annotator:
    """One signed-in person over one connection."""

    def __init__(self, slug: str, number: int) -> None:
        from django.test import Client

        from foundation.models import User

        client = Client()
        client.force_login(
            User.objects.get(username=f"perf{number}"), backend="foundation.signed_in.PasswordBackend"
        )
        self.cookie = f"sessionid={client.cookies['sessionid'].value}; csrftoken={'a' * 32}"
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        self.slug, self.path = slug, None

    def ask(self, method: str, path: str, body: dict | None = None) -> bytes:
        headers = {"Cookie": self.cookie, "X-CSRFToken": "a" * 32, "Content-Type": "application/json"}
        self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:200]!r}")
        return content

    def first(self) -> None:
        headers = {"Cookie": self.cookie, "X-CSRFToken": "a" * 32}
        self.connection.request("POST", f"/p/{self.slug}/annotate/", headers=headers)
        answer = self.connection.getresponse()
        answer.read()
        self.path = answer.headers["Location"]

    def pair(self, pause: float, times: dict[str, list[float]]) -> None:
        """Read, save a draft with three spans, submit: the submission answers with the next address."""
        started = time.perf_counter()
        self.ask("GET", self.path)
        times["read"].append(time.perf_counter() - started)
        time.sleep(pause * random.uniform(0.5, 1.5))
        quotes = [(0, 5, "Brief"), (6, 14, "Hospital"), (15, 21, "Course")]
        body = {"version": 0, "label": "Related", "spans": quotes, "rationale": "Hgb 7.2", "seconds": 3}
        started = time.perf_counter()
        self.ask("PUT", self.path + "draft/", body)
        times["save"].append(time.perf_counter() - started)
        time.sleep(pause * random.uniform(0.5, 1.5))
        started = time.perf_counter()
        answer = self.ask("POST", self.path + "submit/", body | {"version": 1})
        times["submit"].append(time.perf_counter() - started)
        self.path = json.loads(answer)["next"]


def serve() -> subprocess.Popen:
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{PORT}"]
    command += ["--workers", "2", "--threads", "4", "--worker-class", "gthread", "--keep-alive", "75"]
    server = subprocess.Popen([*command, "--no-control-socket"], cwd=ROOT)
    for _ in range(100):
        try:
            http.client.HTTPConnection("127.0.0.1", PORT, timeout=1).connect()
            return server
        except OSError:
            time.sleep(0.1)
    server.terminate()
    raise RuntimeError("the web server did not start")


def cpu_seconds(pid: int) -> float:
    """CPU used so far by a process and its children that live."""
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid or stat.parent.name == str(pid):
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def work(slug: str, people: int, pause: float, seconds: float, server: subprocess.Popen) -> None:
    times: dict[str, list[float]] = {"read": [], "save": [], "submit": []}
    annotators = [Annotator(slug, number) for number in range(people)]
    for annotator in annotators:
        annotator.first()
    stop, used = time.time() + seconds, cpu_seconds(server.pid)

    def run(annotator: Annotator) -> None:
        time.sleep(pause * random.uniform(0, 2))  # people do not begin in step
        while time.time() < stop and annotator.path and "annotate/" in annotator.path.rstrip("/") + "/":
            annotator.pair(pause, times)

    threads = [threading.Thread(target=run, args=(annotator,)) for annotator in annotators]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    used = cpu_seconds(server.pid) - used
    done = len(times["submit"])
    pace = f"every {2 * pause:.0f} s" if pause else "without a pause"
    print(f"  {people} annotators {pace}, {done} pairs:")
    for name, values in times.items():
        ordered = sorted(values)
        p50, p95 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.95))
        print(f"    {name:<7} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms")
    print(f"    server CPU for a pair (read, save, submit with next): {used / done * 1000:.1f} ms")


def own_cost(slug: str, server: subprocess.Popen) -> None:
    """CPU that the web server itself uses for a read and for a save, asked for one after the other."""
    annotator = Annotator(slug, 0)
    annotator.first()
    version = 0

    def read() -> None:
        annotator.ask("GET", annotator.path)

    def save() -> None:
        nonlocal version
        body = {"version": version, "label": "Related", "spans": [[0, 5, "Brief"]], "rationale": "x"}
        version = json.loads(annotator.ask("PUT", annotator.path + "draft/", body))["version"]

    total = 0.0
    for name, ask in (("read", read), ("save", save)):
        for _ in range(50):  # each worker has to have seen it
            ask()
        used = cpu_seconds(server.pid)
        for _ in range(TIMES):
            ask()
        cost = (cpu_seconds(server.pid) - used) / TIMES * 1000
        total += cost
        print(f"  {name}: {cost:.1f} ms CPU")
    print(f"  a next and a save together: {total:.1f} ms CPU; a loop of a million steps: {pace():.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, action="append")
    parser.add_argument("--chars", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    for pairs in options.pairs or [1000]:
        fill(pairs, options.chars)
        print(f"{pairs:,} pairs, notes of {options.chars:,} characters")
        server = serve()
        try:
            work(f"perf{pairs}", PEOPLE, 1.5, options.seconds, server)
            work(f"perf{pairs}", 1, 0, options.seconds / 3, server)
            work(f"perf{pairs}", PEOPLE, 0, options.seconds / 3, server)
            own_cost(f"perf{pairs}", server)
        finally:
            server.terminate()
            server.wait(timeout=30)


if __name__ == "__main__":
    main()
