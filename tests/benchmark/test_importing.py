import csv
import io
import shutil

import pytest

from adjudication.models import Decision, ReviewCase
from adjudication.services.reviewing import decide, reopen
from benchmark.logic.tables import table_bytes
from benchmark.models import Origin
from benchmark.selectors.releases import files_of
from benchmark.services.exporting import export_release
from benchmark.services.importing import import_release
from benchmark.services.releasing import freeze_release
from corpus.models import Note, PairSource
from foundation.logic.errors import Refusal
from foundation.models import Project
from tests import make
from tests.benchmark.ward import lena, true, ward
from triage.models import TriageResult

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return ward()


def write_notes(project, path):
    """The project's notes as a discharge.csv, with another note of the same stay before it."""
    columns = ("note_id", "subject_id", "hadm_id", "note_type", "note_seq", "charttime", "storetime", "text")
    rows = [("other", "1", "1", "DS", "7", "", "", "another note of that stay")]
    rows += [
        (note.note_id, note.subject_id, note.hadm_id, "DS", "5", "", "", note.text)
        for note in Note.objects.filter(project=project)
    ]
    path.write_bytes(table_bytes(columns, rows))
    return path


@pytest.fixture
def published(project, tmp_path):
    """The exported release, with strata of every kind, and the notes."""
    source = PairSource.objects.get(pair__code="I10", pair__project=project)
    PairSource.objects.filter(pk=source.pk).update(source="semantic_negative", hops=4, similarity="0.731200")
    for code, label in (("D62", "unrelated"), ("R50.9", "explicit")):
        pair = ReviewCase.objects.get(pair__code=code).pair
        TriageResult.objects.create(pair=pair, stage=1, label=label, unanimous=True, valid_votes=3)
    release = freeze_release(actor=lena(), project=project, version="1.0.0")
    done = export_release(actor=None, release=release, folder=tmp_path)
    return tmp_path / "ward-1.0.0", write_notes(project, tmp_path / "notes.csv"), done


def data_of(release):
    return {path: content for path, content in files_of(release).items() if path.startswith("data/")}


def test_export_import_freeze_gives_the_same_data_folder(project, published):
    folder, notes, _ = published
    assert import_release(actor=None, slug="again", place=folder, notes=notes) == {"pairs": 5, "errors": 0}
    again = Project.objects.get(slug="again")
    release = freeze_release(actor=None, project=again, version="1.0.0")
    assert data_of(release) == data_of(project.releases.get())
    assert Origin.objects.get(project=again).release == "ward-1.0.0"


def test_splits_and_sentences_come_along_even_when_they_are_none_of_ours(project, published):
    folder, notes, _ = published
    splits = folder / "data/splits.csv"
    splits.write_bytes(splits.read_bytes().replace(b"test", b"dev"))
    sentences = folder / "data/sentences.csv"
    sentences.write_bytes(b"task_id,sentence_id,start,end\n1_1,0,0,30\n1_1,1,30,60\n2_2,0,0,80\n")
    manifest = folder / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b"goldsmith-clinical-1", b"elsewhere-7"))
    import_release(actor=None, slug="again", place=folder, notes=notes)
    files = files_of(freeze_release(actor=None, project=Project.objects.get(slug="again"), version="2.0.0"))
    assert files["data/splits.csv"] == splits.read_bytes()
    assert files["data/sentences.csv"] == sentences.read_bytes()
    assert b'"sentence_convention": "elsewhere-7"' in files["manifest.json"]


def test_a_bare_dataset_with_notes_becomes_a_project_too(project, published, tmp_path):
    folder, notes, _ = published
    bare = tmp_path / "dataset_raw.csv"
    shutil.copy(folder / "data/dataset_raw.csv", bare)
    assert import_release(actor=None, slug="bare", place=bare, notes=notes)["pairs"] == 4
    release = freeze_release(actor=None, project=Project.objects.get(slug="bare"), version="1.1.0")
    files = files_of(release)
    assert files["data/dataset_raw.csv"] == bare.read_bytes()
    rows = list(csv.DictReader(io.StringIO(files["data/strata.csv"].decode())))
    assert {row["source"] for row in rows} == {"imported"}
    assert {row["code_system"] for row in rows} == {"icd10cm"}


def test_an_imported_decision_can_be_reviewed_again(project, published):
    folder, notes, _ = published
    import_release(actor=None, slug="again", place=folder, notes=notes)
    again = Project.objects.get(slug="again")
    sofia = make.person("sofia", again)
    case = ReviewCase.objects.get(pair__project=again, pair__code="I10")
    reopen(actor=sofia, project=again, case_id=case.pk, message="look again")
    decide(sme=sofia, project=again, case_id=case.pk, verdict=true())
    release = freeze_release(actor=None, project=again, version="1.1.0")
    assert (release.true_count, release.false_count) == (3, 1)
    assert Decision.objects.filter(case=case).count() == 2


def test_a_changed_or_missing_note_refuses_the_import_and_names_it(project, published):
    folder, notes, _ = published
    good = notes.read_bytes()
    notes.write_bytes(good.replace(b"No fever.", b"No fever!"))
    for content, code in (
        (good.replace(b"She was", b"He was"), "changed"),
        (good.replace(b"1_1-DS-1", b"x"), "missing"),
    ):
        notes.write_bytes(content)
        with pytest.raises(Refusal) as refusal:
            import_release(actor=None, slug="again", place=folder, notes=notes)
        assert refusal.value.code == "notes_differ"
        assert refusal.value.facts[f"{code}_notes"] == ["1_1-DS-1"]
    assert not Project.objects.filter(slug="again").exists()


def test_spans_that_do_not_fit_the_note_are_refused_with_their_line(project, published, tmp_path):
    folder, notes, _ = published
    bare = tmp_path / "dataset_raw.csv"
    content = (folder / "data/dataset_raw.csv").read_bytes()
    bare.write_bytes(content.replace(b"[(26, 33)]", b"[(26, 99999)]"))
    with pytest.raises(Refusal) as refusal:
        import_release(actor=None, slug="bare", place=bare, notes=notes)
    assert [(error.line, error.column) for error in refusal.value.errors] == [(5, "evidence_spans")]
    assert not Project.objects.filter(slug="bare").exists()


def test_a_taken_slug_is_refused(project, published):
    folder, notes, _ = published
    with pytest.raises(Refusal) as refusal:
        import_release(actor=None, slug="ward", place=folder, notes=notes)
    assert refusal.value.code == "slug_taken"
