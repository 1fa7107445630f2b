"""Code systems are loaded once; what a project's files brought before is given its place."""

import pytest

from corpus.logic.hierarchy import hops
from corpus.models import Concept, Pair
from corpus.selectors.concepts import concept_panel
from corpus.selectors.places import Places
from corpus.services.concepts import ConceptBook
from corpus.services.icd10cm import read_icd10cm
from corpus.services.icd10pcs import read_icd10pcs
from corpus.services.terminology import load_terminology
from foundation.logic.errors import Forbidden, Refusal
from tests import make
from tests.corpus.files import run, table

pytestmark = pytest.mark.django_db
ORDER_FILE = """\
00001 A00     0 Cholera                                                      Cholera
00002 A000    1 Cholera due to Vibrio cholerae 01, biovar cholerae           Cholera due to Vibrio cholerae 01
00003 S301XXA 1 Contusion of abdominal wall, initial encounter               Contusion, initial encounter
"""


@pytest.fixture(scope="module")
def icd10cm_rows():
    return list(read_icd10cm())


@pytest.fixture
def small(monkeypatch, icd10cm_rows):
    """A load of the branches that a test looks at."""
    kept = {"4", "19", "21", "E65-E68", "T79", "Z68"}
    rows = [
        row for row in icd10cm_rows if row.code in kept or row.code[:3] in {"E66", "T79", "Z68", "D71", "S30"}
    ]
    rows = [row for row in rows if row.parent is None or row.parent[1] in {other.code for other in rows}]
    monkeypatch.setattr("corpus.services.terminology.icd10cm.read_icd10cm", lambda: iter(rows))


def place(*codes):
    found = {
        concept.code: concept.pk for concept in Concept.objects.filter(code__in=codes).exclude(kind="block")
    }
    places = Places().of(found.values())
    return [places[found[code]] for code in codes]


def test_the_package_gives_the_whole_of_icd10cm_with_the_retired_codes(icd10cm_rows):
    codes = {row.code: row for row in icd10cm_rows if row.kind in ("category", "code")}
    assert len(codes) > 98_000
    assert codes["E66.9"].releases == ("2025", "2026-04")
    assert codes["S30.1XXA"].releases == ("2025",)
    assert codes["S30.1XXA"].billable
    assert codes["D71"].billable
    assert not codes["E66"].billable
    assert "Excludes2: adiposogenital dystrophy (E23.6)" in codes["E66"].exclusion
    assert [row.kind for row in icd10cm_rows if row.code == "T79"] == ["block", "category"]


def test_excluded_terms_are_read_by_what_they_mean_not_by_their_mark(small):
    load_terminology(actor=None, key="icd10cm")
    panel = concept_panel(Concept.objects.get(code="E66", kind="category").pk)
    assert "adiposogenital dystrophy (E23.6)" in panel["apart"]
    never = concept_panel(Concept.objects.filter(exclusion__contains="Excludes1").first().pk)
    assert never["exclusion"]
    assert "Excludes" not in str([panel, never])


def test_the_bundled_table_gives_the_whole_of_icd10pcs():
    rows = list(read_icd10pcs())
    codes = {row.code: row for row in rows if row.kind == "code"}
    assert len(codes) == 78_638
    assert codes["0DJD8ZZ"].description.startswith("Inspection of Lower Intestinal Tract")
    assert codes["0DJD8ZZ"].parent == ("block", "0DJ")
    titles = {row.code: row.description for row in rows if row.kind != "code"}
    assert (titles["0"], titles["0D"], titles["0DJ"]) == (
        "Medical and Surgical",
        "Gastrointestinal System",
        "Inspection",
    )


def test_obesity_and_its_body_mass_index_are_nine_hops_apart_in_the_tables(small):
    load_terminology(actor=None, key="icd10cm")
    assert hops(*place("E66.9", "Z68.37")) == 9
    assert [node[1] for node in place("T79.7XXA")[0].path] == ["19", "T79", "T79", "T79.7", "T79.7XXA"]


def test_a_second_load_changes_nothing(small):
    def rows():
        return sorted(Concept.objects.values_list("kind", "code", "description", "parent__code", "releases"))

    first = load_terminology(actor=None, key="icd10cm")
    before = rows()
    assert load_terminology(actor=None, key="icd10cm") == first
    assert rows() == before


def test_codes_that_files_brought_before_get_description_and_place(small):
    ConceptBook().add("icd10cm", ["E66.9", "T79.7XXQ"], billable=True)
    pk = Concept.objects.get(code="E66.9").pk
    ward = make.project()
    pair = Pair.objects.create(
        project=ward, note=make.note(ward), concept_id=pk, task_id="1_1", code="E66.9", description="file's"
    )
    load_terminology(actor=None, key="icd10cm")
    concept = Concept.objects.get(pk=pk)
    assert (concept.kind, concept.description, concept.chapter) == ("code", "Obesity, unspecified", "4")
    assert Pair.objects.get(pk=pair.pk).description == "Obesity, unspecified"
    stray = Concept.objects.get(code="T79.7XXQ")
    assert (stray.kind, stray.parent.code, stray.chapter) == ("unknown", "T79.7", "19")
    assert concept_panel(pk)["path"][-1] == "Overweight and obesity"


def test_codes_that_come_after_the_load_stand_under_their_nearest_ancestor(small):
    load_terminology(actor=None, key="icd10cm")
    ConceptBook().add("icd10cm", ["Z68.999"])
    assert Concept.objects.get(code="Z68.999").parent.code == "Z68"


def test_another_release_adds_its_codes_and_keeps_the_names_there_are(small, tmp_path):
    load_terminology(actor=None, key="icd10cm")
    path = table(
        tmp_path / "icd10cm_2019.csv",
        ("code", "description", "billable"),
        [("E669", "Old words", 1), ("Z6899", "Gone since", 1)],
    )
    assert run("load_terminology", "icd10cm", "--file", path)[1] == {
        "system": "icd10cm",
        "release": "2019",
        "codes": 2,
    }
    kept, added = Concept.objects.get(code="E66.9"), Concept.objects.get(code="Z68.99")
    assert (kept.description, kept.releases) == ("Obesity, unspecified", "2019 2025 2026-04")
    assert (added.description, added.parent.code, added.releases) == ("Gone since", "Z68", "2019")


def test_an_order_file_is_read_by_its_fixed_columns(tmp_path):
    path = tmp_path / "icd10cm_order_2024.txt"
    path.write_text(ORDER_FILE)
    assert run("load_terminology", "icd10cm", "--file", path)[1]["codes"] == 3
    found = set(Concept.objects.values_list("code", "billable", "parent__code"))
    assert found == {("A00", False, None), ("A00.0", True, "A00"), ("S30.1XXA", True, None)}
    assert Concept.objects.get(code="A00.0").description == "Cholera due to Vibrio cholerae 01"


def test_a_file_of_something_else_is_refused(tmp_path):
    path = table(tmp_path / "x.csv", ("code", "description"), [("not a code", "x")])
    with pytest.raises(Refusal, match="not a list of codes"):
        load_terminology(actor=None, key="icd10cm", file=path)
    assert not Concept.objects.exists()


def test_the_chest_concepts_are_fourteen():
    assert run("load_terminology", "chexpert")[1]["codes"] == 14
    assert Concept.objects.get(code="Pleural Effusion").billable


def test_only_an_administrator_loads_a_terminology():
    with pytest.raises(Forbidden):
        load_terminology(actor=make.person("lena", make.project()), key="chexpert")
