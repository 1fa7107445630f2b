"""Files made to hurt: names, bombs, depth."""

import gzip
import io
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from benchmark.logic import files as release_files
from benchmark.logic.files import Lines
from corpus.logic import lines as corpus_lines
from corpus.logic.jsonlines import read_json_lines
from corpus.logic.rows import Table
from foundation.logic.errors import Refusal
from foundation.models import Job
from foundation.selectors.jobs import file_of
from foundation.services.jobs import open_job, work_off
from tests import make
from triage.logic.parsing import parse_answer

BYTES = b"first\nsecond\n"


@pytest.fixture
def lena(db, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return make.person("lena", make.project())


def opened(lena, name):
    file = SimpleUploadedFile("x", BYTES)
    file._name = name
    return open_job(actor=lena, project=lena.memberships.get().project, kind="notes", file=file)


@pytest.mark.parametrize(
    "name", ["語" * 150 + ".csv", "é" * 200 + ".csv", "..", "???", "/etc/passwd", "a\\..\\b"]
)
def test_a_file_of_any_name_is_kept_in_its_own_folder(lena, tmp_path, name):
    job = opened(lena, name)
    kept = file_of(job)
    assert kept.read_bytes() == BYTES
    assert kept.resolve().parent == (tmp_path / "jobs" / str(job.pk)).resolve()


def test_a_file_called_progress_is_read_as_it_came(lena):
    job, read = opened(lena, "progress"), []

    def work(_job, path, _report, progress):
        progress(1, 2)
        read.append(path.read_bytes())
        return {}

    work_off(job.pk, {"notes": work})
    assert (read, Job.objects.get().status) == ([BYTES], "done")


def unpacked(path):
    return gzip.GzipFile(fileobj=io.BytesIO(path.read_bytes()))


@pytest.mark.parametrize(
    "read",
    [
        lambda path: Table(unpacked(path), "bomb", [], required=("a",)),
        lambda path: list(read_json_lines(unpacked(path), "bomb", [])),
        lambda path: list(Lines(path)),
    ],
)
def test_an_endless_line_is_refused_before_it_fills_the_memory(monkeypatch, tmp_path, read):
    for module in (corpus_lines, release_files):
        monkeypatch.setattr(module, "LONGEST_LINE", 1_000)
    path = tmp_path / "bomb.csv.gz"
    path.write_bytes(gzip.compress(b"a" * 100_000))
    with pytest.raises(Refusal, match=r"longer than|never ends"):
        read(path)


def test_a_line_nested_without_end_is_one_bad_row():
    errors = []
    rows = read_json_lines(io.BytesIO(b'{"a":' + b"[" * 100_000 + b'\n{"b": 1}\n'), "f", errors)
    assert [row for _, row in rows] == [{"b": 1}]
    assert [error.line for error in errors] == [1]


def test_an_answer_full_of_unfinished_thoughts_is_read_in_time():
    began = time.monotonic()
    assert parse_answer("<think>" * 30_000 + '{"label": "explicit"}').label == "explicit"
    assert time.monotonic() - began < 2


def test_thoughts_are_not_the_answer():
    said = 'a <THINK>{"label": "implicit"}<think></think>{"label": "unrelated"}<thinking>{"label":"explicit"}'
    assert parse_answer(said + "</thinking>").label == "unrelated"
