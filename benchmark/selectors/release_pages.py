"""The pages of releases: what would be frozen now, and what was."""

from dataclasses import dataclass

from adjudication.models import Decision
from annotation.models import Guideline
from benchmark.logic.card import CARD_FIELDS
from benchmark.logic.content import Attrition
from benchmark.logic.differences import Differences, compare_versions, read_rows
from benchmark.logic.layout import CARD
from benchmark.logic.pictures import Bar, attrition_picture
from benchmark.models import Card, Release, ReleaseFile
from benchmark.selectors.content import (
    attrition,
    current_decisions,
    dataset_of,
    differences_to_last,
    released_items,
    triage_models,
)
from foundation.models import Project

DONE, OPEN, BAD = "good", "warn", "bad"


@dataclass(frozen=True)
class Check:
    """One line of the list before freezing: a key for the page's words, its state, and a number."""

    key: str
    state: str
    count: int = 0


@dataclass(frozen=True)
class Proposal:
    """What a release frozen now would hold."""

    true: int
    false: int
    attrition: Attrition
    picture: list[Bar]
    checks: list[Check]
    differences: Differences | None
    next_version: str

    @property
    def ready(self) -> bool:
        return all(check.state != BAD for check in self.checks)


@dataclass(frozen=True)
class ReleasePage:
    """One frozen version."""

    release: Release
    files: list[dict]
    picture: list[Bar]
    card: str
    differences: Differences | None

    @property
    def size(self) -> int:
        return sum(row["size"] for row in self.files)


def proposal(project: Project) -> Proposal:
    """Counts, checks and differences of the next version; texts of notes are not read (freezing does)."""
    decisions = current_decisions(project)
    items = released_items(project, decisions)
    excluded = sum(decision.outcome == Decision.Outcome.EXCLUDED for decision in decisions)
    lost = attrition(project, len(items), excluded)
    true = sum(item.gold for item in items)
    releases = list(project.releases.order_by("frozen_at"))
    return Proposal(
        true=true,
        false=len(items) - true,
        attrition=lost,
        picture=_picture(lost, true, len(items) - true),
        checks=_checks(project, lost, len(items)),
        differences=differences_to_last(project, items),
        next_version=_next_version([release.version for release in releases]),
    )


def _checks(project: Project, lost: Attrition, released: int) -> list[Check]:
    selected = lost.all_pairs - lost.not_selected
    adds_up = selected == released + lost.excluded + lost.open
    card = Card.objects.filter(project=project).first()
    written = sum(bool(getattr(card, name)) for name in CARD_FIELDS) if card else 0
    has_guidelines = Guideline.objects.filter(project=project).exists()
    return [
        Check("decided", DONE if released else BAD, released),
        Check("adds_up", DONE if adds_up else BAD, selected),
        Check("open", OPEN if lost.open else DONE, lost.open),
        Check("guidelines", DONE if has_guidelines else OPEN),
        Check("triage_models", DONE, len(triage_models(project))),
        Check("card", DONE if written == len(CARD_FIELDS) else OPEN, len(CARD_FIELDS) - written),
    ]


def _next_version(versions: list[str]) -> str:
    """1.0.0 first, then the newest with its second number raised."""
    if not versions:
        return "1.0.0"
    numbers = [tuple(int(part) for part in version.partition("-")[0].split(".")) for version in versions]
    major, minor, _ = max(numbers)
    return f"{major}.{minor + 1}.0"


def _picture(lost: Attrition, true: int, false: int) -> list[Bar]:
    selected = lost.all_pairs - lost.not_selected
    first = [("selected", selected, "accent"), ("not_selected", lost.not_selected, "faint")]
    second = [("released", true + false, "good"), ("excluded", lost.excluded, "bad")]
    second.append(("open", lost.open, "line"))
    third = [("true", true, "gold"), ("false", false, "accent")]
    bars = [("all_pairs", first), ("selected", second), ("released", third)]
    return attrition_picture(lost.all_pairs, bars)


def release_page(project: Project, release: Release) -> ReleasePage:
    """The frozen counts, files and card of a version, and what it changed."""
    rows = ReleaseFile.objects.filter(release=release).values("path", "sha256", "size")
    lost = Attrition(
        all_pairs=release.true_count
        + release.false_count
        + release.excluded_count
        + release.open_count
        + release.not_selected_count,
        not_selected=release.not_selected_count,
        excluded=release.excluded_count,
        open=release.open_count,
    )
    card = ReleaseFile.objects.get(release=release, path=CARD)
    return ReleasePage(
        release=release,
        files=sorted(rows, key=lambda row: row["path"]),
        picture=_picture(lost, release.true_count, release.false_count),
        card=bytes(card.content).decode("utf-8"),
        differences=differences_before(project, release),
    )


def differences_before(project: Project, release: Release) -> Differences | None:
    """What a version changed since the one frozen before it; None for the first."""
    before = project.releases.filter(frozen_at__lt=release.frozen_at).order_by("-frozen_at").first()
    if before is None:
        return None
    return compare_versions(before.version, read_rows(dataset_of(before)), read_rows(dataset_of(release)))
