"""A CSV file is read as it is, and every fault has its line."""

import io

import pytest

from corpus.logic.rows import Table, guess_encoding
from foundation.logic.errors import Refusal
from foundation.logic.report import MOST_ERRORS


def read(data, required=("a", "b"), optional=()):
    errors = []
    raw = data if isinstance(data, bytes) else data.encode("utf-8")
    rows = list(Table(io.BytesIO(raw), "f.csv", errors, required=required, optional=optional))
    return rows, [(error.line, error.column, error.reason) for error in errors]


def test_a_cell_keeps_every_kind_of_line_end_and_blank():
    cell = " x\r\ny\rz\x85\u2028\xa0\t\n"
    rows, errors = read(f'a,b\n1,"{cell}"\n2,z\n')
    assert rows == [(2, ["1", cell]), (5, ["2", "z"])]
    assert errors == []


def test_a_row_is_named_by_the_physical_line_it_begins_on():
    _, errors = read('a,b\n"1\n\n\n",2\n3\n4,5,6\n7,8\n')
    assert errors == [(6, "", "1 cells, and the header has 2"), (7, "", "3 cells, and the header has 2")]


def test_columns_come_in_the_wanted_order_and_others_are_left_aside():
    rows, _ = read("c,b,x,a\n3,2,-,1\n", optional=("c", "d"))
    assert rows == [(2, ["1", "2", "3", ""])]


def test_a_byte_order_mark_and_blanks_in_the_header_do_no_harm():
    assert read(b"\xef\xbb\xbfa, b \r\n1,2\r\n") == ([(2, ["1", "2"])], [])


def test_blank_lines_and_a_missing_last_line_end_do_no_harm():
    assert read("a,b\n\n1,2\n\n3,4")[0] == [(3, ["1", "2"]), (5, ["3", "4"])]


@pytest.mark.parametrize(
    ("data", "column", "reason"),
    [
        ("a,c\n1,2\n", "b", "missing"),
        ("a,b,a\n1,2,3\n", "a", "2 times"),
        ("a;b\n1;2\n", "", "separated by ';'"),
        ("a\tb\n1\t2\n", "", "separated by '\\t'"),
        ("", "", "empty"),
        ('"a,b\n1,2\n', "", "never closed"),
        (b"a,b,\xe9t\xe9\n", "", "Latin-1"),
    ],
)
def test_a_bad_header_refuses_the_file(data, column, reason):
    with pytest.raises(Refusal) as refused:
        read(data)
    first = refused.value.errors[0]
    assert (first.file, first.line, first.column) == ("f.csv", 1, column)
    assert reason in first.reason
    assert f"f.csv: {column}: " in refused.value.message if column else reason in refused.value.message


def test_utf16_is_told_apart_from_a_broken_file():
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        with pytest.raises(Refusal, match="UTF-16") as refused:
            read("a,b\n1,2\n".encode(encoding))
        assert refused.value.code == "bad_encoding"


@pytest.mark.parametrize(
    ("encoding", "words"), [("cp949", "진단명 고혈압"), ("latin-1", "diagnóstico"), ("gb18030", "高血压患者")]
)
def test_a_row_in_another_encoding_is_named_with_the_encoding(encoding, words):
    rows, errors = read(b"a,b\n1,2\n3," + words.encode(encoding) + b"\n5,6\n")
    assert rows == [(2, ["1", "2"]), (4, ["5", "6"])]
    assert [line for line, _, _ in errors] == [3]
    assert "not UTF-8" in errors[0][2]
    assert guess_encoding(words.encode(encoding)).lower().startswith(encoding)


@pytest.mark.parametrize(
    ("row", "reason"),
    [('"1"x,2', "goes on after"), ("1,2\r3", "carriage return"), ('1,"2', "never closed")],
)
def test_broken_quoting_is_named_in_words(row, reason):
    _, errors = read(f"a,b\n0,0\n{row}")
    assert errors[0][0] == 3
    assert reason in errors[0][2]


def test_reading_stops_when_nearly_everything_is_wrong():
    rows, errors = read("a,b\n" + "1\n" * (MOST_ERRORS * 3))
    assert rows == []
    assert len(errors) == MOST_ERRORS
