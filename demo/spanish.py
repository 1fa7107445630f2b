"""The Spanish demo: an evidence-annotated corpus brought in as it is, its offsets intact."""

from collections.abc import Callable
from pathlib import Path

from adjudication.models import ReviewCase
from adjudication.services.comparing import compare_annotations
from adjudication.services.reviewing import decide
from adjudication.services.sampling import agreed_verdict
from annotation.services.importing import import_annotations
from corpus.services.notes import import_notes
from corpus.services.pairing import import_pairs
from demo.people import bind, join
from foundation.models import Project
from foundation.services.people import add_person
from foundation.services.projects import create_project
from triage.services.selecting import select_pairs

HERE = Path(__file__).resolve().parent
SLUG = "codiesp-es"
REVIEWED = 40


def build(known: dict[str, str], say: Callable[[str], None]) -> Project:
    """Afterwards 20 Spanish cases stand with their coders' evidence, most of it waiting for an expert."""
    project = create_project(actor=None, slug=SLUG, name="CodiEsp, Spanish originals (demo)", annotators=1)
    people = join(project, known)
    coder = add_person(actor=None, project=project, username="codiesp", role="annotator").user
    bind(project, coder)
    folder = HERE / "spanish"
    say("importing 20 notes with evidence")
    import_notes(actor=None, project=project, paths=[folder / "notes.jsonl"])
    import_pairs(actor=None, project=project, path=folder / "pairs.csv")
    select_pairs(actor=None, project=project)
    with (folder / "annotations.jsonl").open("rb") as stream:
        import_annotations(actor=None, project=project, stream=stream, name="annotations.jsonl")
    compare_annotations(actor=None, project=project)
    cases = ReviewCase.objects.filter(project=project).select_related("pair__note", "project")
    for case in sorted(cases, key=lambda case: (case.pair.task_id, case.pair.code))[:REVIEWED]:
        decide(sme=people["sofia"], project=project, case_id=case.pk, verdict=agreed_verdict(case))
    return project
