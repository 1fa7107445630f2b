import json

import pytest

from benchmark.logic import layout
from benchmark.logic.manifest import sha256
from benchmark.logic.release import build_release
from tests.logic.releases import content, write


def test_every_table_and_column_of_a_release_is_described():
    files = build_release(content())
    described = json.loads(files[layout.CROISSANT])
    for row in described["distribution"]:
        assert row["sha256"] == sha256(files[row["@id"]])
    fields = {field["@id"] for records in described["recordSet"] for field in records["field"]}
    tables = [path for path in layout.COLUMNS if path.startswith("data/")]
    names = {path: path.rpartition("/")[2].removesuffix(".csv") for path in tables}
    assert fields == {f"{names[path]}/{column}" for path in tables for column in layout.COLUMNS[path]}
    assert described["conformsTo"] == "http://mlcommons.org/croissant/1.0"


def test_the_checker_of_mlcommons_finds_no_error(tmp_path):
    """Runs where the optional package is installed."""
    mlcroissant = pytest.importorskip("mlcroissant")
    folder = write(tmp_path, build_release(content()))
    dataset = mlcroissant.Dataset(jsonld=folder / layout.CROISSANT)
    assert dataset.metadata.issues.errors == set()
    assert len(list(dataset.records("dataset_raw"))) == 8
