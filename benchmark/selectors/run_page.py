"""One run as its page shows it."""

from dataclasses import dataclass
from uuid import UUID

from benchmark.logic.pictures import Figure, IntervalPicture, Plane, interval_picture, plane
from benchmark.models import ReleaseItem, Run
from benchmark.selectors.leaderboard import TONES
from benchmark.selectors.runs import people_of
from corpus.logic.codes import chapter_order
from foundation.models import Project

SHOWN_PAIRS = 25
# the stratum that shows how a system does where a bucket hurts
_STRATUM_OF = {
    "missed_explicit": ("support", "explicit"),
    "missed_implicit": ("support", "implicit"),
    "near_code": ("hops", "1-2"),
}


@dataclass(frozen=True)
class FailedPair:
    """A pair behind a bucket, with the way to its page."""

    task_id: str
    code: str
    description: str
    pair_id: UUID | None


@dataclass(frozen=True)
class Bucket:
    """A failure bucket with its first pairs; `stratum` is the part of the release it belongs to, if any."""

    name: str
    n: int
    pairs: list[FailedPair]
    stratum: dict | None

    @property
    def more(self) -> int:
        return self.n - len(self.pairs)


@dataclass(frozen=True)
class RunPage:
    """The score of a run with what its page needs beside it."""

    run: Run
    picture: IntervalPicture | None
    plane: Plane | None
    buckets: list[Bucket]
    wrong: int
    strata: dict[str, list[dict]]
    people: dict
    others: list[Run]


def run_page(project: Project, run: Run, labels: dict[str, str]) -> RunPage:
    """Pictures, failure buckets with their pairs, strata by kind, and the runs to compare with."""
    others = list(run.release.runs.exclude(pk=run.pk).filter(status="scored").only("pk", "system"))
    if run.score is None:
        return RunPage(run, None, None, [], 0, {}, {}, others)
    people = people_of(run.release)
    figures = _figures(run, people, labels)
    buckets = _buckets(project, run)
    strata: dict[str, list[dict]] = {}
    for row in run.score["strata"]:
        strata.setdefault(row["by"], []).append(row)
    strata.get("chapter", []).sort(key=lambda row: chapter_order(row["value"]))
    concept = run.score["concept"]
    reference = run.score["baselines"]["always_true"]["f1"]
    return RunPage(
        run=run,
        picture=interval_picture(figures, reference),
        plane=plane(figures),
        buckets=buckets,
        wrong=concept["fp"] + concept["fn"],
        strata=strata,
        people=people,
        others=sorted(others, key=lambda other: other.system),
    )


def _figures(run: Run, people: dict, labels: dict[str, str]) -> list[Figure]:
    found = []
    together = people["together"]
    if together["n"]:
        low, high = together["ci"].get("f1") or (None, None)
        name = f"{labels['annotators']} ({together['people']})"
        value, other = together["f1"] or 0.0, together["evidence_recall"]
        found.append(Figure(name, TONES["people"], value, low, high, other))
    found.append(_figure(str(labels.get(run.system, run.system)), TONES["model"], run.score))
    made = run.score["baselines"].items()
    trivial = [
        _figure(str(labels.get(name, name)), TONES["baseline"], row)
        for name, row in made
        if row is not None and name != run.system
    ]
    return found + sorted(trivial, key=lambda figure: -figure.value)


def _figure(name: str, tone: str, score: dict) -> Figure:
    low, high = score["concept"]["ci"].get("f1") or (None, None)
    return Figure(name, tone, score["concept"]["f1"] or 0.0, low, high, score["evidence"]["recall"])


def _buckets(project: Project, run: Run) -> list[Bucket]:
    shown = [tuple(pair) for row in run.score["failures"] for pair in row["pairs"][:SHOWN_PAIRS]]
    codes = {code for _, code in shown}
    items = ReleaseItem.objects.filter(release=run.release, code__in=codes)
    known = {
        (task, code): (pair, words)
        for task, code, pair, words in items.values_list("task_id", "code", "pair", "pair__description")
    }
    strata = {(row["by"], row["value"]): row for row in run.score["strata"]}
    found = []
    for row in run.score["failures"]:
        pairs = []
        for task, code in row["pairs"][:SHOWN_PAIRS]:
            pair, words = known.get((task, code), (None, ""))
            pairs.append(FailedPair(task, code, words, pair))
        stratum = strata.get(_STRATUM_OF.get(row["bucket"], ("", "")))
        found.append(Bucket(row["bucket"], row["n"], pairs, stratum))
    return found
