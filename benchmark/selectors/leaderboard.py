"""The leaderboard of a release: systems, trivial baselines and people side by side."""

from dataclasses import dataclass, field

from django.urls import reverse

from benchmark.logic.pictures import Figure, IntervalPicture, Plane, interval_picture, plane
from benchmark.models import Release, Run
from benchmark.selectors.content import last_release
from benchmark.selectors.releases import release_named
from benchmark.selectors.runs import people_of
from foundation.models import Project

PEOPLE, MODEL, BASELINE = "people", "model", "baseline"
TONES = {PEOPLE: "gold", MODEL: "accent", BASELINE: "faint"}
# names of the people's row and of baselines are words for the page to translate
ORDER = (PEOPLE, MODEL, BASELINE)


@dataclass(frozen=True)
class Standing:
    """One line. An undefined F1 counts as 0 here, and only here."""

    kind: str
    name: str
    f1: float
    ci: list[float] | None
    precision: float | None
    recall: float | None
    mcc: float | None
    evidence_recall: float | None
    evidence_ci: list[float] | None
    run: Run | None = None
    people: int = 0


@dataclass(frozen=True)
class Leaderboard:
    """`picture` and the planes draw what `standings` says; `taken` are the systems that have a run."""

    release: Release | None
    releases: list[Release]
    standings: list[Standing]
    picture: IntervalPicture | None = None
    plane: Plane | None = None
    precision_recall: Plane | None = None
    waiting: list[Run] = field(default_factory=list)
    always_true: float | None = None
    taken: frozenset[str] = frozenset()


def leaderboard(project: Project, version: str | None, labels: dict[str, str]) -> Leaderboard:
    """The leaderboard of a version, or of the newest. `labels`: the page's words for people and baselines."""
    releases = list(project.releases.order_by("-frozen_at"))
    release = release_named(project, version) if version else last_release(project)
    if release is None:
        return Leaderboard(None, releases, [])
    runs = list(release.runs.select_related("created_by").defer("predictions").order_by("system"))
    scored = [run for run in runs if run.status == Run.Status.SCORED]
    standings = [*_people(release), *(_of_run(run) for run in scored), *_baselines(scored)]
    standings.sort(key=lambda row: (ORDER.index(row.kind), -row.f1, row.name))
    figures = [_figure(row, labels) for row in standings]
    reference = next((row.f1 for row in standings if row.name == "always_true"), None)
    return Leaderboard(
        release=release,
        releases=releases,
        standings=standings,
        picture=interval_picture(figures, reference),
        plane=plane(figures),
        precision_recall=plane([_by_precision(row, labels) for row in standings], curves=True),
        waiting=[run for run in runs if run.status != Run.Status.SCORED],
        always_true=reference,
        taken=frozenset(run.system for run in runs),
    )


def _people(release: Release) -> list[Standing]:
    row = people_of(release)["together"]
    if not row["n"]:
        return []
    return [
        Standing(
            kind=PEOPLE,
            name="annotators",
            f1=row["f1"] or 0.0,
            ci=row["ci"].get("f1"),
            precision=row["precision"],
            recall=row["recall"],
            mcc=row["mcc"],
            evidence_recall=row["evidence_recall"],
            evidence_ci=row["ci"].get("evidence_recall"),
            people=row["people"],
        )
    ]


def _of_run(run: Run) -> Standing:
    return _standing(run.kind, run.system, run.score["concept"], run.score["evidence"], run)


def _baselines(scored: list[Run]) -> list[Standing]:
    """Baselines as every score carries them; those that are runs of their own are not shown twice."""
    if not scored:
        return []
    there = {run.system for run in scored}
    made = scored[0].score["baselines"]
    return [
        _standing(BASELINE, name, row["concept"], row["evidence"])
        for name, row in made.items()
        if row is not None and name not in there
    ]


def _standing(kind: str, name: str, concept: dict, evidence: dict, run: Run | None = None) -> Standing:
    return Standing(
        kind=kind,
        name=name,
        f1=concept["f1"] or 0.0,
        ci=concept["ci"].get("f1"),
        precision=concept["precision"],
        recall=concept["recall"],
        mcc=concept["mcc"],
        evidence_recall=evidence["recall"],
        evidence_ci=evidence["ci"].get("recall"),
        run=run,
    )


def label_of(row: Standing, labels: dict[str, str]) -> str:
    """The name as the page shows it."""
    known = row.kind != MODEL
    name = str(labels.get(row.name, row.name)) if known else row.name
    return f"{name} ({row.people})" if row.kind == PEOPLE else name


def _figure(row: Standing, labels: dict[str, str]) -> Figure:
    low, high = row.ci or (None, None)
    url = reverse("leaderboard_run", args=[row.run.release.project.slug, row.run.pk]) if row.run else ""
    return Figure(label_of(row, labels), TONES[row.kind], row.f1, low, high, row.evidence_recall, url)


def _by_precision(row: Standing, labels: dict[str, str]) -> Figure:
    other = row.recall if row.precision is not None else None
    return Figure(label_of(row, labels), TONES[row.kind], row.precision or 0.0, other=other)
