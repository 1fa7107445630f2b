"""What a release holds, with hashes: `manifest.json` and `SHA256SUMS`.

The manifest carries a digest of itself, so a changed manifest is told from a changed file; SHA256SUMS lists
every file and the manifest, in the form `sha256sum --check` reads.
"""

import hashlib
import json
from collections.abc import Mapping

from benchmark.logic.layout import MANIFEST, SUMS
from foundation.logic.errors import Refusal


def sha256(content: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(content).hexdigest()


def json_bytes(value: object) -> bytes:
    """The one way JSON files of a release are written: UTF-8, sorted keys, two blanks, a last line feed."""
    words = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False)
    return (words + "\n").encode("utf-8")


def manifest_bytes(facts: Mapping[str, object], files: Mapping[str, bytes]) -> bytes:
    """The manifest of the given files; `facts` says what the release is."""
    listed = {path: {"bytes": len(content), "sha256": sha256(content)} for path, content in files.items()}
    content = {**facts, "files": listed}
    return json_bytes({**content, "digest": _digest(content)})


def sums_bytes(manifest: bytes) -> bytes:
    """SHA256SUMS as it follows from the bytes of a manifest."""
    listed = json.loads(manifest)["files"]
    hashes = {path: entry["sha256"] for path, entry in listed.items()}
    hashes[MANIFEST] = sha256(manifest)
    return "".join(f"{hashes[path]}  {path}\n" for path in sorted(hashes)).encode("utf-8")


def sealed(facts: Mapping[str, object], files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files with their manifest and their sums, sorted by path."""
    manifest = manifest_bytes(facts, files)
    return dict(sorted({**files, MANIFEST: manifest, SUMS: sums_bytes(manifest)}.items()))


def read_manifest(content: bytes) -> dict:
    """The manifest as it was written. Raises Refusal (bad_manifest) if one byte of it was changed."""
    try:
        manifest = json.loads(content.decode("utf-8"))
        digest = manifest.pop("digest")
        entries = {path: (entry["bytes"], entry["sha256"]) for path, entry in manifest["files"].items()}
        same = digest == _digest(manifest) and content == json_bytes({**manifest, "digest": digest})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Refusal("bad_manifest", f"{MANIFEST} is not the manifest of a release") from None
    if not same or not entries:
        raise Refusal("bad_manifest", f"{MANIFEST} is not as it was written")
    return manifest


def read_sums(content: bytes) -> dict[str, str]:
    """Hashes by path of a SHA256SUMS file; lines that are none are left out."""
    hashes = {}
    for line in content.decode("utf-8", errors="replace").split("\n"):
        value, gap, path = line.partition("  ")
        if gap and len(value) == 64:
            hashes[path] = value
    return hashes


def _digest(content: Mapping[str, object]) -> str:
    return sha256(json_bytes(content))
