import csv
import gzip
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.logic.files import text_lines
from benchmark.logic.tables import open_table, table_bytes
from foundation.logic.errors import Refusal
from foundation.logic.spreadsheets import spreadsheet_safe

CELLS = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
NASTY = [
    ("a", 'say "no", twice', "line\nend"),
    ("NA", "cr\rlf\r\n", "=1+1;\ttab\u2028"),
    ("", "null", "\ufeffbom 💩"),
]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain; words\t", "plain; words\t"),
        ("a,b", '"a,b"'),
        ('a"b', '"a""b"'),
        ("a\rb", '"a\rb"'),
        ("a\nb", '"a\nb"'),
        ("\u2028\x85\x0b", "\u2028\x85\x0b"),
        (" 'x' ", " 'x' "),
    ],
)
def test_a_field_is_quoted_exactly_when_it_must_be(value, written):
    assert table_bytes(("x", "y"), [(value, "1")]) == f"x,y\n{written},1\n".encode()


@given(st.lists(st.tuples(CELLS, CELLS.map(lambda cell: cell + "."))))
def test_csv_reads_back_what_was_written(rows):
    content = table_bytes(("one", "two"), rows).decode("utf-8")
    assert [tuple(row) for row in csv.reader(io.StringIO(content, newline=""))] == [("one", "two"), *rows]


def test_csv_and_pandas_and_our_reader_agree_on_nasty_rows(tmp_path):
    path = tmp_path / "nasty.csv"
    path.write_bytes(table_bytes(("one", "two", "three"), NASTY))
    frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert [tuple(row) for row in frame.itertuples(index=False)] == NASTY
    assert [tuple(row) for _, row in open_table(path, ("one",)).numbered()] == NASTY


@pytest.mark.parametrize("cell", ["a\x00b", "\ud800"])
def test_what_no_database_can_hold_is_never_written(cell):
    with pytest.raises(ValueError, match="surrogate"):
        table_bytes(("x",), [(cell,)])


def write(tmp_path, content, name="t.csv"):
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        (b"", 1, ""),
        (b"a,c\n", 1, "b"),
        (b"a,b,a\n", 1, "a"),
        (b"a,b\n1,2\n3\n", 3, ""),
        (b'a,b\n"x\ny",2\n3,4,5\n', 4, ""),
        (b"a,b\n1,\xff\n", 2, ""),
        (b'a,b\n1,"x"y\n', 2, ""),
        (b'a,b\n1,"x\n', 2, ""),
    ],
)
def test_a_bad_table_is_refused_with_its_place(tmp_path, content, line, column):
    with pytest.raises(Refusal) as refusal:
        list(open_table(write(tmp_path, content), ("a", "b")).numbered())
    (error,) = refusal.value.errors
    assert (error.file, error.line, error.column) == ("t.csv", line, column)


def test_a_byte_order_mark_and_gzip_are_read(tmp_path):
    content = "\ufeffa,b\n1,2\n".encode()
    for path in (write(tmp_path, content), write(tmp_path, gzip.compress(content), "t.csv.gz")):
        assert [row for _, row in open_table(path, ("a", "b")).numbered()] == [["1", "2"]]


def test_a_truncated_gzip_is_refused(tmp_path):
    path = write(tmp_path, gzip.compress(b"a,b\n" + b"1,2\n" * 9999)[:60], "t.csv.gz")
    with pytest.raises(Refusal) as refusal:
        list(open_table(path, ("a", "b")).numbered())
    assert refusal.value.code == "unreadable_file"


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Refusal) as refusal:
        open_table(tmp_path / "none.csv", ("a",))
    assert refusal.value.code == "unreadable_file"


def test_json_lines_are_cut_at_line_feeds_only(tmp_path):
    path = write(tmp_path, "one\u2028still\x85one\r\ntwo\n".encode())
    assert list(text_lines(path)) == [(1, "one\u2028still\x85one\r"), (2, "two")]


@pytest.mark.parametrize(
    "cell", ['=HYPERLINK("http://x","y")', "+1", "-2+3", "@x", "\tled", "\r=1", "\n=1", "  =1+1"]
)
def test_the_canonical_table_stays_raw_and_the_safe_copy_runs_nothing(cell):
    assert cell.replace('"', '""') in table_bytes(("x",), [(cell,)]).decode()
    safe = spreadsheet_safe(table_bytes(("x",), [(cell,)]).decode())
    assert list(csv.reader(io.StringIO(safe, newline=""))) == [["x"], ["'" + cell]]


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1))
def test_a_safe_copy_begins_no_field_riskily_and_changes_nothing_else(rows):
    table = table_bytes(("x", "y"), rows).decode()
    copied = list(csv.reader(io.StringIO(spreadsheet_safe(table), newline="")))[1:]
    raw = list(csv.reader(io.StringIO(table, newline="")))[1:]
    for row, copy in zip(raw, copied, strict=True):
        for cell, shown in zip(row, copy, strict=True):
            assert shown.lstrip(" ")[:1] not in ("=", "+", "-", "@", "\t", "\r", "\n")
            assert shown in (cell, "'" + cell)
