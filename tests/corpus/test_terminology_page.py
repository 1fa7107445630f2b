"""An administrator loads code systems in the browser and through the API; nobody else does."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from corpus.models import CodeSystem, Concept
from foundation.models import Job, User
from tests import make

pytestmark = pytest.mark.django_db
API = "/api/projects/ward/imports/terminology/"
SOUND = b"code,description\nE66,Overweight and obesity\nE669,Obesity\n"


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"


@pytest.fixture
def lena(client):
    client.force_login(make.person("lena", make.project()))
    User.objects.update(is_staff=True)
    return client


def load(client, content=None, system="icd10cm", name="icd10cm_2019.csv"):
    fields = {"system": system}
    if content is not None:
        fields["file"] = SimpleUploadedFile(name, content)
    answer = client.post(reverse("imports_terminology", args=["ward"]), fields, follow=True)
    return answer.content.decode(), Job.objects.order_by("-created_at").first()


def test_a_file_of_codes_is_checked_first_and_loaded_when_the_administrator_says_so(lena):
    page, job = load(lena, SOUND)
    assert "The file is sound" in page
    assert "Codes of the release" in page
    assert (job.status, job.result, Concept.objects.count()) == ("checked", {"codes": {"2019": 2}}, 0)
    lena.post(reverse("imports_go", args=["ward", job.pk]))
    assert Concept.objects.get(code="E66.9").parent.code == "E66"
    assert CodeSystem.objects.get(key="icd10cm").release == "2019"


@pytest.mark.parametrize(
    ("content", "name", "row"),
    [
        (b"code,description\nE669,x\nnot a code,x\n", "codes.csv", "error,codes.csv,3,code,"),
        (b"kode,description\nE669,x\n", "codes.csv", "error,codes.csv,1,code,"),
        (b"code,description\nE669,\xff\n", "codes.csv", "error,codes.csv,2,"),
        (b"00001 A00     0 Cholera\n00002 ?!      1 x\n", "order_2024.txt", "error,order_2024.txt,2,code,"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_line_and_column(lena, content, name, row):
    page, job = load(lena, content, name=name)
    assert job.status == "refused"
    assert row in lena.get(reverse("imports_report", args=["ward", job.pk])).content.decode()
    assert name in page
    assert not Concept.objects.exists()


def test_what_ships_with_the_product_needs_no_file_and_no_check(lena):
    page, job = load(lena, system="chexpert")
    assert (job.status, job.check_only, job.result) == ("done", False, {"codes": {"14": 14}})
    assert "CheXpert" in lena.get(reverse("imports", args=["ward"])).content.decode()
    assert "Codes of the release" in page


def test_a_lead_who_is_no_administrator_is_told_who_loads_them(lena):
    User.objects.update(is_staff=False)
    page = lena.get(reverse("imports", args=["ward"])).content.decode()
    assert "an administrator loads them" in page
    assert reverse("imports_terminology", args=["ward"]) not in page
    assert lena.post(reverse("imports_terminology", args=["ward"]), {"system": "chexpert"}).status_code == 403
    answer = lena.post(API, {"system": "chexpert"})
    assert (answer.status_code, answer.json()["error"]) == (403, "administrators_only")
    assert not Job.objects.exists()


def test_an_administrator_who_is_no_longer_one_loads_nothing_that_was_checked(lena):
    _, job = load(lena, SOUND)
    User.objects.update(is_staff=False)
    lena.post(reverse("imports_go", args=["ward", job.pk]))
    job.refresh_from_db()
    assert (job.status, Concept.objects.count()) == ("refused", 0)


def test_a_program_loads_a_code_system(lena):
    job = lena.post(API, {"system": "icd10cm", "file": SimpleUploadedFile("c_2019.csv", SOUND)}).json()
    assert (job["status"], job["result"]) == ("done", {"codes": {"2019": 2}})
    assert lena.post(API, {"system": "snomed"}).status_code == 400
