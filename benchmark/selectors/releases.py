"""Releases and their files, as they were frozen."""

from pathlib import Path

from benchmark.logic.archive import zip_bytes
from benchmark.models import Release, ReleaseFile
from foundation.logic.errors import Missing
from foundation.models import Project


def release_named(project: Project, version: str) -> Release:
    """The release of this version, or `Missing`."""
    release = Release.objects.select_related("project").filter(project=project, version=version).first()
    if release is None:
        raise Missing(f"There is no release {version!r}.")
    return release


def folder_name(release: Release) -> str:
    """`<project>-<version>`."""
    return f"{release.project.slug}-{release.version}"


def files_of(release: Release) -> dict[str, bytes]:
    """The bytes of every file, by path."""
    rows = ReleaseFile.objects.filter(release=release).values_list("path", "content")
    return {path: bytes(content) for path, content in sorted(rows)}


def file_of(release: Release, path: str) -> ReleaseFile:
    """One file, or `Missing`."""
    found = ReleaseFile.objects.filter(release=release, path=path).first()
    if found is None:
        raise Missing()
    return found


def archive_of(release: Release) -> bytes:
    """The release as one archive: stored, fixed times, sorted names, below `<project>-<version>/`."""
    name = folder_name(release)
    return zip_bytes({f"{name}/{path}": content for path, content in files_of(release).items()})


def inside(folder: Path, path: str) -> Path:
    """The place of a release's file below a folder; a path that leaves the folder is an error."""
    target = (folder / path).resolve()
    if not target.is_relative_to(folder.resolve()):
        raise ValueError(f"{path} leaves the folder")
    return target
