"""Chapters have names and stand in the order of their numbers; code systems do not share them."""

import pytest
from django.urls import reverse

from adjudication.selectors.agreement import agreement_report
from corpus.models import CodeSystem, Concept
from corpus.selectors.chapters import chapters_of, names_of_chapters
from overview.selectors.pairs import pairs_page
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ward():
    """Blood (3), respiratory (10), and a procedure of section 3."""
    ward = make.project()
    make.people(ward, "alice", "ben", "sofia", "lena")
    procedures = CodeSystem.objects.create(key="icd10pcs", name="ICD-10-PCS")
    for code, chapter in (("J18.9", "10"), ("D64.9", "3"), ("3E0G76Z", "3")):
        make.concept(code, chapter=chapter)
        pair = make.pair(ward, "1_1", code)
        if "." not in code:
            Concept.objects.filter(code=code).update(system=procedures)
        for name in ("alice", "ben"):
            make.answer(make.person(name), pair, make.unrelated())
    make.compared(ward)
    return ward


def test_without_a_terminology_the_numbers_have_short_names(ward):
    assert chapters_of(ward) == {
        "3": "3 · Blood and immune mechanism",
        "10": "10 · Respiratory system",
        "icd10pcs 3": "ICD-10-PCS 3",
    }


def test_the_terminologys_titles_come_first_without_their_codes(ward):
    system = CodeSystem.objects.get(key="icd10cm")
    Concept.objects.create(
        system=system, kind="chapter", code="3", description="Diseases of the blood (D50-D89)"
    )
    system = CodeSystem.objects.get(key="icd10pcs")
    Concept.objects.create(system=system, kind="chapter", code="3", description="Administration")
    assert chapters_of(ward)["3"] == "3 · Diseases of the blood"
    assert names_of_chapters(ward)["3"] == "3 · Diseases of the blood / ICD-10-PCS 3 · Administration"


def test_agreement_keeps_systems_apart_and_chapters_in_order(ward):
    rows = [row for row in agreement_report(ward, replicates=10)["by"] if row["by"] == "chapter"]
    assert [(row["value"], row["pairs"]) for row in rows] == [("3", 1), ("10", 1), ("icd10pcs 3", 1)]


@pytest.mark.parametrize(("chapter", "code"), [("3", "D64.9"), ("icd10pcs 3", "3E0G76Z"), ("10", "J18.9")])
def test_pairs_and_cases_are_filtered_by_chapter(client, ward, chapter, code):
    assert [row.pair.code for row in pairs_page(ward, {"chapter": chapter}).rows] == [code]
    client.force_login(make.person("sofia"))
    page = client.get(reverse("review", args=["ward"]), {"chapter": chapter}).content.decode()
    assert [code for code in ("D64.9", "3E0G76Z", "J18.9") if f">{code}<" in page] == [code]
    assert f'<option value="{chapter}" selected>' in page


def test_a_lead_reads_names(client, ward):
    client.force_login(make.person("lena"))
    for name in ("agreement", "pairs"):
        assert "10 · Respiratory system" in client.get(reverse(name, args=["ward"])).content.decode()
