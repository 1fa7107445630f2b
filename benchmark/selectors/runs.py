"""What a release can be scored with, read from the tables."""

import tempfile
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from annotation.logic.states import RELATED, UNRELATED
from annotation.selectors.answers import answered_pairs
from benchmark.logic import layout
from benchmark.logic.gold import Gold
from benchmark.logic.people import PersonAnswer, people_figures
from benchmark.logic.predictions import Answers, read_predictions
from benchmark.logic.reading import load_gold
from benchmark.models import Release, ReleaseFile, Run
from benchmark.selectors.releases import folder_name
from corpus.models import Note
from foundation.logic.errors import Missing
from foundation.models import Project
from foundation.selectors.figures import kept_figures

PEOPLE = "people {}"
NOBODY: dict = {"together": {"n": 0}, "people": []}
# pairs of a release on which people and runs are compared while a page waits
MOST_ON_THE_SPOT = 1_000
_NEEDED = (*layout.REQUIRED[:5], layout.MANIFEST)


def gold_of(release: Release) -> Gold:
    """The release as the scorer holds it. Files never change, so the last few are kept in memory."""
    return _gold(release.pk, folder_name(release))


@lru_cache(maxsize=4)
def _gold(release_id: UUID, name: str) -> Gold:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / name
        rows = ReleaseFile.objects.filter(release=release_id, path__in=_NEEDED)
        for path, content in rows.values_list("path", "content"):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(bytes(content))
        return load_gold(folder)


def texts_of(release: Release) -> dict[str, str]:
    """The notes of the released pairs by task: the very notes, since a note never changes."""
    rows = Note.objects.filter(pairs__release_items__release=release).distinct()
    return dict(rows.values_list("task_id", "text"))


def answers_of(run: Run, gold: Gold, texts: dict[str, str] | None) -> Answers:
    """The predictions of a run, read again from the bytes that were uploaded. Raises Refusal."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / run.file_name
        path.write_bytes(bytes(run.predictions))
        missing = "false" if run.missing_as_false else "error"
        return read_predictions(path, gold, texts, missing, system=run.system)


def run_with_id(project: Project, run_id: UUID) -> Run:
    """The run, or `Missing`."""
    run = Run.objects.select_related("release__project").filter(pk=run_id, release__project=project).first()
    if run is None:
        raise Missing()
    return run


def people_of(release: Release) -> dict:
    """The annotators against gold and against each other, on the pairs of the release: as they were kept when
    it was frozen or first scored on, or worked out now where it is small; else nobody's."""
    kept = kept_figures(release.project, PEOPLE.format(release.version))
    if kept is not None:
        return kept.value
    is_small = release.true_count + release.false_count <= MOST_ON_THE_SPOT
    return people_now(release) if is_small else NOBODY


def people_now(release: Release) -> dict:
    """The annotators' figures, worked out of the answers as they were first closed."""
    gold = gold_of(release)
    given = []
    for pair in answered_pairs(release.project, first_closed=True):
        place = gold.find(pair.task_id, pair.code)
        labelled = [answer for answer in pair.answers if answer.label in (RELATED, UNRELATED)]
        if place is None:
            continue
        for answer in labelled:
            others = tuple(other.label == RELATED for other in labelled if other is not answer)
            given.append(
                PersonAnswer(answer.annotator, place, answer.label == RELATED, tuple(answer.spans), others)
            )
    return people_figures(gold, given)
