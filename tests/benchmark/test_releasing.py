import json

import pytest
from django.db import DatabaseError, transaction

from adjudication.models import DecisionSpan, ReviewCase
from adjudication.services.reviewing import decide, reopen
from benchmark.logic.layout import DATASET, EXCLUDED, MANIFEST, STRATA
from benchmark.logic.manifest import sha256
from benchmark.logic.verify import verify_release
from benchmark.models import Card, Release, ReleaseFile
from benchmark.selectors.releases import archive_of, files_of, release_named
from benchmark.services.exporting import export_release
from benchmark.services.releasing import freeze_release, withdraw_release
from corpus.models import Note
from foundation.logic.errors import Conflict, Forbidden, Missing, Refusal
from foundation.models import LedgerEntry, User
from tests import make
from tests.benchmark.ward import answered, decide_all, false, lena, true, ward

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return ward()


@pytest.fixture
def frozen(project):
    return freeze_release(actor=lena(), project=project, version="1.0.0")


def test_a_release_holds_what_was_decided_and_its_counts_add_up(frozen):
    assert (frozen.true_count, frozen.false_count, frozen.excluded_count) == (2, 2, 1)
    assert (frozen.open_count, frozen.not_selected_count) == (1, 1)
    files = files_of(frozen)
    assert files[DATASET].decode() == (
        "task_id,code,desc,gold,reasoning_summary,evidence_spans\n"
        '1_1,D62,"Anemia, unspecified",True,"low, ""see""\nlabs","[(33, 51), (2, 9)]"\n'
        '1_1,R50.9,"Anemia, unspecified",False,,[]\n'
        '2_2,D64.9,"Anemia, unspecified",True,Low hemoglobin.,"[(26, 33)]"\n'
        '2_2,I10,"Anemia, unspecified",False,,[]\n'
    )
    assert files[EXCLUDED] == b'task_id,code,reason\n3_3,J18.9,"note, cut off"\n'
    assert sha256(files[MANIFEST]) == frozen.manifest_sha256
    assert frozen.items.count() == 4


def test_the_exported_folder_verifies_and_is_the_frozen_bytes(frozen, tmp_path):
    done = export_release(actor=None, release=frozen, folder=tmp_path)
    folder = tmp_path / "ward-1.0.0"
    assert done["path"] == str(folder)
    assert verify_release(folder) == {"ok": True, "problems": []}
    for path, content in files_of(frozen).items():
        assert (folder / path).read_bytes() == content
        assert done["files"][path] == sha256(content)
    assert export_release(actor=None, release=frozen, folder=tmp_path) == done
    (folder / "mine.txt").write_text("x")
    with pytest.raises(Refusal) as refusal:
        export_release(actor=None, release=frozen, folder=tmp_path)
    assert refusal.value.code == "folder_in_use"


def test_an_archive_unpacks_to_a_release_that_verifies_even_in_a_folder_of_its_own(frozen, tmp_path):
    import shutil

    done = export_release(actor=None, release=frozen, folder=tmp_path, packed=True)
    assert archive_of(frozen) == (tmp_path / "ward-1.0.0.zip").read_bytes()
    shutil.unpack_archive(done["path"], tmp_path / "unpacked")
    (tmp_path / "unpacked/__MACOSX").mkdir()
    assert verify_release(tmp_path / "unpacked")["ok"]


def test_the_same_decisions_give_the_same_bytes(frozen):
    other = freeze_release(actor=None, project=ward_again(), version="1.0.0")
    mine = {path: content for path, content in files_of(frozen).items() if path.startswith("data/")}
    theirs = {path: content for path, content in files_of(other).items() if path.startswith("data/")}
    assert mine == theirs


def ward_again():
    return ward("other")


def test_agreement_in_a_release_names_nobody(frozen):
    report = files_of(frozen)["reports/agreement.json"].decode()
    assert "annotator 1" in report
    assert not any(name in report for name in ("alice", "ben", "sofia", "lena"))


def test_a_version_is_never_made_twice_and_its_name_is_semantic(frozen, project):
    with pytest.raises(Conflict):
        freeze_release(actor=lena(), project=project, version="1.0.0")
    for version in ("1", "1.0", "v1.0.0", "1.0.0/..", "01.0.0", "", "1.0.0+x"):
        with pytest.raises(Refusal) as refusal:
            freeze_release(actor=lena(), project=project, version=version)
        assert refusal.value.code == "bad_version"
    assert Release.objects.count() == 1


@pytest.mark.parametrize("name", ["alice", "sofia"])
def test_only_a_lead_freezes_and_withdraws(frozen, project, name):
    actor = User.objects.get(username=name)
    with pytest.raises(Forbidden):
        freeze_release(actor=actor, project=project, version="1.1.0")
    with pytest.raises(Forbidden):
        withdraw_release(actor=actor, project=project, version="1.0.0", reason="no")


def test_an_outsider_learns_of_no_project(frozen, project):
    mallory = make.person("mallory")
    with pytest.raises(Missing):
        freeze_release(actor=mallory, project=project, version="1.1.0")


def test_a_later_fix_changes_no_byte_of_the_first_version_and_the_second_says_so(frozen, project):
    before = files_of(frozen)
    sofia = User.objects.get(username="sofia")
    case = ReviewCase.objects.get(pair__code="I10", project=project)
    reopen(actor=sofia, project=project, case_id=case.pk, message="look again")
    decide(sme=sofia, project=project, case_id=case.pk, verdict=true(support="explicit"))
    second = freeze_release(actor=None, project=project, version="1.1.0")
    assert files_of(release_named(project, "1.0.0")) == before
    card = files_of(second)["DATA_CARD.md"].decode()
    assert "Since 1.0.0:" in card
    assert "- changed label: 1: (2_2, I10)" in card
    assert "- added: 0" in card


def test_a_reopened_pair_is_open_again_and_stays_out(frozen, project):
    sofia = User.objects.get(username="sofia")
    case = ReviewCase.objects.get(pair__code="D64.9", project=project)
    reopen(actor=sofia, project=project, case_id=case.pk, message="look again")
    second = freeze_release(actor=None, project=project, version="1.1.0")
    assert (second.true_count, second.open_count) == (1, 2)


def test_a_span_that_no_longer_fits_its_note_forbids_freezing(project):
    """No page can make one; a restored backup or a hand on the tables could."""
    decision = DecisionSpan.objects.filter(decision__case__pair__code="D64.9").first().decision
    DecisionSpan.objects.bulk_create(
        [DecisionSpan(decision=decision, position=9, start=70, end=900, quote="x")]
    )
    with pytest.raises(Refusal) as refusal:
        freeze_release(actor=None, project=project, version="1.0.0")
    assert refusal.value.code == "cannot_freeze"
    assert "(2_2, D64.9)" in refusal.value.message
    assert not Release.objects.exists()


def test_a_quote_that_is_not_the_text_forbids_freezing(project):
    decision = DecisionSpan.objects.filter(decision__case__pair__code="D64.9").first().decision
    DecisionSpan.objects.bulk_create(
        [DecisionSpan(decision=decision, position=9, start=0, end=5, quote="Other")]
    )
    with pytest.raises(Refusal) as refusal:
        freeze_release(actor=None, project=project, version="1.0.0")
    assert "quote" in refusal.value.message


def test_nothing_decided_is_nothing_to_freeze():
    project = make.project("empty")
    make.pair(project)
    with pytest.raises(Refusal) as refusal:
        freeze_release(actor=None, project=project, version="1.0.0")
    assert refusal.value.code == "cannot_freeze"


def test_a_withdrawn_version_keeps_its_bytes_and_says_why(frozen, project):
    before = files_of(frozen)
    withdrawn = withdraw_release(actor=lena(), project=project, version="1.0.0", reason=" wrong notes ")
    assert (withdrawn.status, withdrawn.withdrawn_reason) == ("withdrawn", "wrong notes")
    assert files_of(withdrawn) == before
    with pytest.raises(Conflict):
        withdraw_release(actor=lena(), project=project, version="1.0.0", reason="again")
    with pytest.raises(Refusal):
        withdraw_release(actor=lena(), project=project, version="1.0.0", reason=" ")
    with pytest.raises(Missing):
        withdraw_release(actor=lena(), project=project, version="9.0.0", reason="x")


def test_the_ledger_knows_who_froze_exported_and_withdrew(frozen, project, tmp_path):
    export_release(actor=lena(), release=frozen, folder=tmp_path)
    withdraw_release(actor=lena(), project=project, version="1.0.0", reason="x")
    verbs = LedgerEntry.objects.filter(actor=lena(), verb__startswith="release_").values_list(
        "verb", flat=True
    )
    assert sorted(verbs) == ["release_exported", "release_frozen", "release_withdrawn"]


def test_files_of_a_release_can_be_neither_changed_nor_deleted(frozen):
    row = ReleaseFile.objects.filter(release=frozen)
    for attempt in (lambda: row.update(content=b"x"), lambda: row.delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            attempt()


def test_the_card_of_the_lead_goes_into_the_release(project):
    Card.objects.create(
        project=project,
        title="Ward: a benchmark",
        authors="Lena Lead\nSofia Smith",
        licence_excerpt="for research only",
        split_rule="dev=0.5 test=0.5",
        split_seed=3,
    )
    files = files_of(freeze_release(actor=None, project=project, version="1.0.0"))
    assert files["DATA_CARD.md"].startswith(b"# Ward: a benchmark 1.0.0\n")
    assert b"> for research only" in files["DATA_CARD.md"]
    assert b'  - name: "Sofia Smith"' in files["CITATION.cff"]
    assert "`dev` 0.5" in json.loads(files[MANIFEST])["splits"]


def test_strata_carry_what_the_expert_said(frozen):
    rows = files_of(frozen)[STRATA].decode().splitlines()
    assert rows[1].endswith(",implicit,")
    assert rows[2].endswith(",,ruled_out")


def test_the_notes_of_a_release_are_those_of_its_pairs(frozen):
    assert Note.objects.count() == 3
    assert [line.split(",")[0] for line in files_of(frozen)["data/notes.csv"].decode().splitlines()] == [
        "task_id",
        "1_1",
        "2_2",
    ]


def test_false_is_false_even_when_both_annotators_said_related(project):
    answered(project, "4_4", "E87.1", "True")
    decide_all(project, {"E87.1": false("history_only")})
    release = freeze_release(actor=None, project=project, version="1.0.0")
    assert b'4_4,E87.1,"Anemia, unspecified",False,,[]' in files_of(release)[DATASET]
