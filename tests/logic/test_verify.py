import random

import pytest

from benchmark.logic import layout
from benchmark.logic.manifest import sealed
from benchmark.logic.release import build_release
from benchmark.logic.verify import verify_release
from tests.logic.releases import NOTES, content, write, write_notes

FILES = build_release(content())


@pytest.fixture
def folder(tmp_path):
    return write(tmp_path / "release", FILES)


def test_an_untouched_release_has_no_problem(folder, tmp_path):
    assert verify_release(folder) == {"ok": True, "problems": []}
    assert verify_release(folder, write_notes(tmp_path / "notes.csv"))["ok"]


@pytest.mark.parametrize("path", sorted(FILES))
def test_any_flipped_byte_is_found_and_its_file_alone_is_named(folder, path):
    dice, data = random.Random(path), FILES[path]
    places = {0, len(data) - 1, *(dice.randrange(len(data)) for _ in range(25))}
    for place in sorted(places):
        flipped = bytearray(data)
        flipped[place] ^= 1 << dice.randrange(8)
        (folder / path).write_bytes(flipped)
        problems = verify_release(folder)["problems"]
        assert [problem.partition(":")[0] for problem in problems] == [path], (place, problems)


@pytest.mark.parametrize("path", sorted(FILES))
def test_a_missing_file_is_named(folder, path):
    (folder / path).unlink()
    problems = verify_release(folder)["problems"]
    assert f"{path}: missing" in problems
    assert len(problems) == 1


def test_an_extra_file_is_named_but_what_a_system_leaves_behind_is_not(folder):
    (folder / "data/.DS_Store").write_bytes(b"x")
    (folder / "__MACOSX").mkdir()
    (folder / "__MACOSX/x").write_bytes(b"x")
    assert verify_release(folder)["ok"]
    (folder / "data/notes of mine.txt").write_text("x")
    assert verify_release(folder)["problems"] == [
        "data/notes of mine.txt: extra: the release has no such file"
    ]


def resealed(folder, path, data):
    """A release whose manifest was made anew over a changed file."""
    files = {name: held for name, held in FILES.items() if name not in (layout.MANIFEST, layout.SUMS)}
    facts = {"format": layout.FORMAT, "counts": {"items": 8, "true": 4, "false": 4, "excluded": 1}}
    return write(folder, sealed(facts, {**files, path: data}))


@pytest.mark.parametrize(
    ("path", "old", "new", "named"),
    [
        (layout.DATASET, b"(31, 49)", b"(31, 490)", "data/dataset_raw.csv: a span of (10_100, D62)"),
        (layout.DATASET, b"(31, 49)", b"(49, 31)", "data/dataset_raw.csv"),
        (layout.DATASET, b"True,low", b"true,low", "not written as tables"),
        (layout.DATASET, b"True,low", b"maybe,low", "data/dataset_raw.csv"),
        (layout.DATASET, b"False,,[]", b'False,,"[(0, 1)]"', "False and has evidence"),
        (layout.DATASET, b"Hypokalemia", b'"Hypokalemia"', "not written as tables"),
        (layout.SENTENCES, b"10_100,1,23,50\n", b"", "sentences.csv"),
        (layout.STRATA, b"20_200,E11.9", b"20_200,E11.8", "strata.csv"),
        (layout.NOTES, b"20_200,20-DS-1", b"20_201,20-DS-1", "notes.csv"),
        (layout.SPLITS, b"20,20_200,test\n", b"", "data/splits.csv: its tasks"),
        (layout.EXCLUDED, b'20_200,Z68.37,"note, cut off"\n', b"", "manifest.json: says 1 excluded"),
    ],
)
def test_a_structure_that_does_not_hold_is_named_even_under_a_fresh_manifest(tmp_path, path, old, new, named):
    assert old in FILES[path]
    problems = verify_release(resealed(tmp_path, path, FILES[path].replace(old, new, 1)))["problems"]
    assert any(named in problem for problem in problems), problems


def test_a_changed_and_a_missing_note_are_named(folder, tmp_path):
    changed = write_notes(tmp_path / "n.csv", NOTES[1:])
    content_bytes = changed.read_bytes().replace(b"obesity", b"Obesity")
    changed.write_bytes(content_bytes)
    assert verify_release(folder, changed)["problems"] == [
        "notes: 10-DS-2 is not the note the release was made from",
        "notes: 10-DS-1 is missing",
    ]
