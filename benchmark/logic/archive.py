"""Archives whose bytes depend on their content alone: stored, fixed times, sorted names."""

import io
import zipfile
from collections.abc import Mapping

FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_EXECUTABLE = frozenset({".sh", ".pyz"})


def zip_bytes(files: Mapping[str, bytes], prefix: bytes = b"") -> bytes:
    """A zip of the files, sorted by name, after an optional prefix (the first line of a zipapp)."""
    stream = io.BytesIO()
    stream.write(prefix)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, FIXED_TIME)
            entry.create_system = _UNIX
            entry.external_attr = (0o100755 if is_executable(name) else 0o100644) << 16
            archive.writestr(entry, files[name])
    return stream.getvalue()


def is_executable(name: str) -> bool:
    """Whether a file of a release is meant to be run."""
    return name[name.rfind(".") :] in _EXECUTABLE
