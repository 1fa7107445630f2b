"""Taking what an import reads out of a downloaded release, under names of our own."""

import lzma
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmark.logic import layout
from foundation.logic.errors import Refusal

READ = (
    *(layout.DATASET, layout.SENTENCES, layout.STRATA, layout.SPLITS, layout.NOTES, layout.EXCLUDED),
    *(layout.MANIFEST, layout.GUIDELINES),
)
MOST_BYTES = 4 * 2**30
# what each way of packing says of bytes that are not its own; bz2 has no error but OSError
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError),
    *(EOFError, NotImplementedError, RuntimeError),
)


@contextmanager
def place_of(file: Path) -> Iterator[Path]:
    """The release in a file: what an archive holds of it, unpacked until the block ends, or the file itself.

    Raises Refusal where the archive is damaged, holds no release, or unpacks to more than 4 GiB.
    """
    if not zipfile.is_zipfile(file):
        yield file
        return
    with tempfile.TemporaryDirectory(dir=file.parent) as name:
        folder = Path(name) / (file.stem or "release")
        try:
            with zipfile.ZipFile(file) as archive:
                _unpack(archive, folder, file.name)
        except _DAMAGED as error:
            if isinstance(error, OSError) and error.errno:
                raise  # the disk's fault, not the archive's
            raise Refusal("broken_file", f"{file.name} is damaged, or cannot be read.") from error
        yield folder


def _unpack(archive: zipfile.ZipFile, folder: Path, name: str) -> None:
    dataset = next((entry for entry in archive.namelist() if _is(entry, layout.DATASET)), None)
    if dataset is None:
        raise Refusal("no_release", f"{name} holds no {layout.DATASET}; it is no release.")
    above = dataset.removesuffix(layout.DATASET)
    there = {info.filename: info for info in archive.infolist()}
    wanted = [(path, there[above + path]) for path in READ if above + path in there]
    if sum(info.file_size for _, info in wanted) > MOST_BYTES:
        raise Refusal("too_large", f"{name} unpacks to more than {MOST_BYTES // 2**30} GiB.")
    for path, info in wanted:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        # what an entry says of its size holds: reading stops there
        with archive.open(info) as source, target.open("wb") as kept:
            shutil.copyfileobj(source, kept)


def _is(entry: str, path: str) -> bool:
    return entry == path or entry.endswith("/" + path)
