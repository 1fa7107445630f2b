"""Freezing a version and withdrawing it."""

import re

from django.db import transaction

from adjudication.models import ReviewCase
from annotation.logic.validation import check_words
from benchmark.logic.content import ReleaseContent
from benchmark.logic.layout import MANIFEST
from benchmark.logic.manifest import sha256
from benchmark.logic.release import build_release
from benchmark.models import Release, ReleaseFile, ReleaseItem
from benchmark.selectors.content import CurrentDecision, current_decisions, release_content
from corpus.services.files import Progress, no_progress
from foundation.locking import only_one
from foundation.logic.errors import Conflict, Missing, Refusal
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record

STEPS = 3
# Semantic Versioning 2.0.0, without build metadata: a file name and an address carry it.
_VERSION = re.compile(
    r"(?:0|[1-9][0-9]{0,4})(?:\.(?:0|[1-9][0-9]{0,4})){2}(?:-[0-9A-Za-z][0-9A-Za-z.-]{0,19})?"
)


def check_new_version(project: Project, version: str) -> None:
    """Return when a version may be frozen under this number; otherwise raise."""
    if not _VERSION.fullmatch(version):
        raise Refusal("bad_version", f"{version[:40]!r} is not a semantic version such as 1.0.0.")
    if project.releases.filter(version=version).exists():
        raise Conflict(
            "version_taken", f"Version {version} is frozen already; a version is never made twice."
        )


def freeze_release(
    *, actor: User | None, project: Project, version: str, progress: Progress = no_progress
) -> Release:
    """Afterwards the version exists with the bytes of every file, and nothing can change it.

    In it: the pairs with a final decision True or False, as they stand at one moment. Every span of every
    pair is checked, and that the counts add up; otherwise a Refusal `cannot_freeze` lists what is wrong.
    """
    require_role(actor, project, LEAD)
    with only_one(f"freezing of {project.slug}"):
        content, decisions = _read(project, version)
        progress(1, STEPS)
        files = build_release(content)
        progress(2, STEPS)
        return _store(actor, project, content, decisions, files)


@transaction.atomic
def _read(project: Project, version: str) -> tuple[ReleaseContent, list[CurrentDecision]]:
    """What is decided now. Nobody decides while it is read, and everybody again while the files are built:
    files and items are made of these very decisions, which never change."""
    check_new_version(project, version)
    cases = ReviewCase.objects.select_for_update().filter(project=project).order_by("pk")
    list(cases.values_list("pk", flat=True))
    decisions = current_decisions(project)
    return release_content(project, version, decisions), decisions


@transaction.atomic
def _store(
    actor: User | None,
    project: Project,
    content: ReleaseContent,
    decisions: list[CurrentDecision],
    files: dict[str, bytes],
) -> Release:
    true = sum(item.gold for item in content.items)
    release = Release.objects.create(
        project=project,
        version=content.version,
        manifest_sha256=sha256(files[MANIFEST]),
        true_count=true,
        false_count=len(content.items) - true,
        excluded_count=content.attrition.excluded,
        open_count=content.attrition.open,
        not_selected_count=content.attrition.not_selected,
        frozen_by=actor,
    )
    _store_items(release, decisions)
    ReleaseFile.objects.bulk_create(
        ReleaseFile(release=release, path=path, sha256=sha256(held), size=len(held), content=held)
        for path, held in files.items()
    )
    record(
        actor=actor,
        verb="release_frozen",
        project=project,
        target=release,
        version=release.version,
        items=len(content.items),
        sha256=release.manifest_sha256,
    )
    return release


def _store_items(release: Release, decisions: list[CurrentDecision]) -> None:
    ReleaseItem.objects.bulk_create(
        (
            ReleaseItem(
                release=release,
                pair_id=decision.pair_id,
                decision_id=decision.pk,
                task_id=decision.task_id,
                code=decision.code,
                gold=decision.outcome == "True",
            )
            for decision in decisions
            if decision.outcome != "excluded"
        ),
        batch_size=500,
    )


def freeze_result(release: Release) -> dict:
    """What `freeze_release` prints."""
    return {
        "version": release.version,
        "items": release.true_count + release.false_count,
        "true": release.true_count,
        "false": release.false_count,
        "excluded": release.excluded_count,
        "open": release.open_count,
        "sha256": release.manifest_sha256,
    }


@transaction.atomic
def withdraw_release(*, actor: User | None, project: Project, version: str, reason: str) -> Release:
    """Afterwards the version is marked withdrawn, with the reason; its bytes stay. Twice is refused."""
    require_role(actor, project, LEAD)
    release = project.releases.select_for_update().filter(version=version).first()
    if release is None:
        raise Missing(f"There is no release {version!r}.")
    check_words(reason, "reason")
    if not reason.strip():
        raise Refusal("no_reason", "Say why the version is withdrawn.", field="reason")
    if release.status == Release.Status.WITHDRAWN:
        raise Conflict("withdrawn_already", f"Version {version} was withdrawn before.")
    release.status, release.withdrawn_reason = Release.Status.WITHDRAWN, reason.strip()
    release.save(update_fields=["status", "withdrawn_reason"])
    record(actor=actor, verb="release_withdrawn", project=project, target=release, version=version)
    return release
