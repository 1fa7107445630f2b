"""Writing a frozen release to a folder or an archive."""

from pathlib import Path

from benchmark.logic.archive import is_executable
from benchmark.logic.manifest import sha256
from benchmark.models import Release
from benchmark.selectors.releases import archive_of, files_of, folder_name, inside
from foundation.logic.errors import Refusal
from foundation.logic.roles import LEAD
from foundation.models import User
from foundation.selectors.access import require_role
from foundation.services.ledger import record


def export_release(*, actor: User | None, release: Release, folder: Path, packed: bool = False) -> dict:
    """Afterwards `<folder>/<project>-<version>` (or the same with .zip) holds the frozen bytes.

    Returns {"path", "files": {path: sha256}}. A folder that is there with other content is refused, one with
    the same bytes is left as it is.
    """
    require_role(actor, release.project, LEAD)
    files = files_of(release)
    target = folder / folder_name(release)
    if packed:
        target = target.with_name(target.name + ".zip")
        _write(target, archive_of(release))
    else:
        _refuse_other_content(target, files)
        for path, content in files.items():
            _write(inside(target, path), content)
            if is_executable(path):
                inside(target, path).chmod(0o755)
    record(
        actor=actor, verb="release_exported", project=release.project, target=release, version=release.version
    )
    return {"path": str(target), "files": {path: sha256(content) for path, content in files.items()}}


def record_download(*, actor: User, release: Release, path: str) -> None:
    """Afterwards the ledger says who took a version, or one file of it, away."""
    record(
        actor=actor,
        verb="release_downloaded",
        project=release.project,
        target=release,
        version=release.version,
        path=path,
    )


def _refuse_other_content(target: Path, files: dict[str, bytes]) -> None:
    if not target.exists():
        return
    there = {path.relative_to(target).as_posix(): path for path in target.rglob("*") if path.is_file()}
    if any(path not in files or held.read_bytes() != files[path] for path, held in there.items()):
        raise Refusal("folder_in_use", f"{target} holds other files; name another folder.")


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as trouble:
        raise Refusal("unwritable_file", f"{path}: {trouble.strerror}") from trouble
