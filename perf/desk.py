"""How fast the annotator's desk is in a real Chromium: 200 marks in a note of 60,000 characters.

    python perf/desk.py [--runs 7] [--opens 100] [--json]

Makes its own data folder and SQLite database, serves on loopback as production does (hashed static files),
opens the desk, and prints: from the response to the text on the screen, main-thread work of one mark and the
frame it is seen in, round trip of a save, frames while scrolling, weight of script and style, and the heap
after many pairs in one tab. Medians over --runs; everything is bounded and what it started is stopped.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

CHARS, MARKS = 60_000, 200
LINES = (
    "She was found to have a hemoglobin of 7.2 and was given 2 units of packed red\n",
    "cells. Repeat labs: WBC-7.9 RBC-2.41* Hgb-9.1* Hct-27.4* Plt 210. No fever, no\n",
    "chest pain. Colonoscopy showed diverticulosis with an adherent clot, clipped.\n",
)
HEADINGS = ("Chief Complaint", "History of Present Illness", "Pertinent Results", "Brief Hospital Course")

# The moment the text is on the screen: the note's lines are in the page and a frame with them was drawn.
WATCH = """
new MutationObserver((_, watch) => {
  const text = document.querySelector("[data-sheet] [data-text]");
  if (!text?.firstElementChild) return;
  watch.disconnect();
  globalThis.drawnAt ??= performance.now();
  requestAnimationFrame(() => setTimeout(() => { globalThis.seenAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
OPENED = """
() => {
  const [page] = performance.getEntriesByType("navigation");
  const parts = performance.getEntriesByType("resource").filter(({ name }) => /[.](js|css)$/.test(name));
  return {
    response_to_text: globalThis.seenAt - page.responseEnd,
    weight: parts.reduce((sum, part) => sum + part.decodedBodySize, 0),
  };
}
"""
MARK = """
async () => {
  const pane = document.querySelector("[data-pane]");
  const marked = [...CSS.highlights.get("note-mark")].map(({ startContainer }) => startContainer);
  const lines = [...document.querySelector("[data-sheet] [data-text]").children];
  const free = ({ firstChild }) => firstChild.length > 60 && !marked.includes(firstChild);
  const line = lines.find((candidate, i) => i > 24 && free(candidate));
  line.scrollIntoView({ block: "center" });
  const range = document.createRange();
  range.setStart(line.firstChild, 30);
  range.setEnd(line.firstChild, 46);
  const box = range.getBoundingClientRect();
  const fire = (name, x) => pane.dispatchEvent(new MouseEvent(name, {
    bubbles: true, cancelable: true, button: 0, detail: 1, clientX: x, clientY: box.top + box.height / 2,
  }));
  fire("mousedown", box.left + 1);
  document.getSelection().setBaseAndExtent(line.firstChild, 30, line.firstChild, 46);
  const before = document.querySelectorAll("[data-evidence] li").length;
  await new Promise(requestAnimationFrame);
  const started = performance.now();
  fire("mouseup", box.right - 1);
  const work = performance.now() - started;
  await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done));
  const seen = performance.now() - started;
  const after = document.querySelectorAll("[data-evidence] li").length;
  return { work, seen, added: after - before };
}
"""
SCROLL = """
async () => {
  const pane = document.querySelector("[data-pane]");
  pane.scrollTop = 0;
  const frames = [];
  let last = await new Promise(requestAnimationFrame);
  for (let step = 0; step < 90; step += 1) {
    pane.scrollTop += 120;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  return frames;
}
"""
SAVES = """
() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/draft/"))
  .map(({ startTime, responseEnd }) => responseEnd - startTime)
"""


def note_text() -> str:
    """Sections of hard-wrapped lines, as long as asked, with an emoji in every section."""
    text, section = "", 0
    while len(text) < CHARS:
        text += f"{HEADINGS[section % len(HEADINGS)]}:\n" + "".join(LINES) * 8 + "\U0001f642\n\n"
        section += 1
    return text[:CHARS]


def fill(pairs: int) -> tuple[list[str], str]:
    """Desks of one annotator, each with 200 marks drafted; returns their paths and a session cookie."""
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    from annotation.models import Assignment, Draft
    from corpus.models import CodeSystem, Concept, Note, Pair
    from foundation.logic.digest import text_digest
    from foundation.models import Attestation, Membership, Project, User

    project = Project.objects.create(slug="perf", name="Performance")
    user = User.objects.create_user("perf")
    Membership.objects.create(project=project, user=user, role="annotator")
    Attestation.objects.create(
        project=project, user=user, agreement="none", trained_on="2020-01-01", expires_on="2999-01-01"
    )
    system = CodeSystem.objects.create(key="icd10cm", name="ICD-10-CM")
    text = note_text()
    note = Note.objects.create(
        project=project, note_id="n", subject_id="1", hadm_id="1", task_id="1_1", n_chars=len(text),
        sha256=text_digest(text), text=text,
    )  # fmt: skip
    spans = [[start, start + 10] for start in range(120, CHARS - 400, (CHARS - 600) // MARKS)][:MARKS]
    paths = []
    for number in range(pairs):
        concept = Concept.objects.create(system=system, kind="code", code=f"Z{number:03}")
        pair = Pair.objects.create(
            project=project, note=note, concept=concept, task_id="1_1", code=concept.code
        )
        assignment = Assignment.objects.create(
            project=project, pair=pair, annotator=user, place=1, status="open"
        )
        Draft.objects.create(assignment=assignment, annotator=user, label="Related", spans=spans)
        paths.append(f"/p/perf/annotate/{assignment.pk}/")
    client = Client()
    client.force_login(user, backend="foundation.signed_in.PasswordBackend")
    return paths, client.cookies["sessionid"].value


def serve() -> tuple[subprocess.Popen, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--worker-class", "gthread", "--threads", "4", "--keep-alive", "75", "--log-level", "error"]
    server = subprocess.Popen(command, cwd=ROOT)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return server, f"http://127.0.0.1:{port}"
        except OSError:
            time.sleep(0.1)
    server.terminate()
    raise RuntimeError("the web server did not start")


def measure(context, url: str, paths: list[str], runs: int) -> dict:
    """Medians over the runs, in milliseconds and bytes."""
    found: dict[str, list[float]] = {}
    page = context.new_page()
    page.add_init_script(WATCH)
    for path in [paths[0], *paths[:runs]]:  # the first warms the browser's and the server's caches
        page.goto(url + path)
        page.wait_for_selector("[data-desk][data-ready]", state="attached")
        page.wait_for_function("globalThis.seenAt")
        figures = page.evaluate(OPENED)
        mark = page.evaluate(MARK)
        assert mark["added"] == 1, mark
        page.wait_for_selector("[data-saved][data-state=saved]")
        figures |= {"mark_work": mark["work"], "mark_seen": mark["seen"], "save": page.evaluate(SAVES)[-1]}
        frames = sorted(page.evaluate(SCROLL))
        figures |= {"scroll_p50": frames[len(frames) // 2], "scroll_p95": frames[int(len(frames) * 0.95)]}
        for name, value in figures.items():
            found.setdefault(name, []).append(value)
    page.close()
    return {name: round(statistics.median(values[1:]), 1) for name, values in found.items()}


def heap(context, url: str, paths: list[str]) -> list[float]:
    """Megabytes of script heap after each quarter of the pairs, opened one after the other in one tab."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    sizes = []
    for number, path in enumerate(paths, start=1):
        page.goto(url + path)
        page.wait_for_selector("[data-desk][data-ready]", state="attached")
        if number % max(1, len(paths) // 4) == 0:
            session.send("HeapProfiler.collectGarbage")
            metrics = session.send("Performance.getMetrics")["metrics"]
            used = next(metric["value"] for metric in metrics if metric["name"] == "JSHeapUsedSize")
            sizes.append(round(used / 2**20, 1))
    page.close()
    return sizes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--opens", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "GOLDSMITH_DATA": folder,
            "DATABASE_URL": f"sqlite:///{folder}/perf.sqlite3",
            "DJANGO_SETTINGS_MODULE": "config.settings.base",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        }
        import django

        django.setup()
        from playwright.sync_api import sync_playwright

        from tests import browser

        paths, cookie = fill(max(options.runs, options.opens))
        server, url = serve()
        try:
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(
                    executable_path=browser.find(), args=browser.LAUNCH_ARGUMENTS
                )
                context = chromium.new_context(viewport={"width": 1280, "height": 720})
                context.add_cookies([{"name": "sessionid", "value": cookie, "url": url}])
                figures = measure(context, url, paths, options.runs)
                figures["heap_mb"] = heap(context, url, paths[: options.opens])
                chromium.close()
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(figures, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
