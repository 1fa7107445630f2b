"""A prepared query gives what its queryset gives, bound to the values of this run."""

import threading

import pytest
from django.db import connection
from django.db.models import BigAutoField, Count, Q, SlugField, UUIDField
from django.test.utils import CaptureQueriesContext

from corpus.models import Note
from foundation.models import Membership, Project
from foundation.prepared import Given, Prepared
from tests import make

pytestmark = pytest.mark.django_db

MEMBERS = Prepared(
    lambda: (
        Membership.objects.select_related("project", "user")
        .filter(project__slug=Given("slug", SlugField()))
        .order_by("user__username")
    )
)
NOTE = Prepared(lambda: Note.objects.filter(pk=Given("id", UUIDField())))


def test_it_gives_the_rows_of_the_values_given():
    ward, clinic = make.project("ward"), make.project("clinic")
    make.people(ward, "alice", "ben")
    make.person("carol", clinic)

    for _ in range(2):
        assert [member.user.username for member in MEMBERS.all(slug="ward")] == ["alice", "ben"]
        assert [member.user.username for member in MEMBERS.all(slug="clinic")] == ["carol"]
    assert MEMBERS.first(slug="nowhere") is None


def test_related_rows_come_with_it():
    make.people(make.project("ward"), "alice")

    with CaptureQueriesContext(connection) as queries:
        member = MEMBERS.first(slug="ward")
        assert (member.project.name, member.user.username) == ("Ward", "alice")

    assert len(queries) == 1


def test_a_value_reaches_the_database_as_its_field_says():
    stored = make.note(make.project())

    assert NOTE.first(id=stored.pk) == stored == NOTE.first(id=str(stored.pk))


def test_tuples_and_annotations_come_as_from_the_queryset():
    ward = make.project("ward")
    make.people(ward, "alice", "ben", "lena")
    counts = Prepared(
        lambda: (
            Membership.objects.filter(project=Given("project", BigAutoField()))
            .values("project")
            .annotate(annotators=Count("pk", filter=Q(role="annotator")), everybody=Count("pk"))
            .values_list("annotators", "everybody")
        )
    )
    names = Prepared(
        lambda: Project.objects.filter(slug=Given("slug", SlugField())).values_list("name", flat=True)
    )

    assert counts.first(project=ward.pk) == (2, 3)
    assert names.all(slug="ward") == ["Ward"]


def test_the_sql_is_made_once():
    made = []

    def build():
        made.append(1)
        return Project.objects.filter(slug=Given("slug", SlugField()))

    prepared = Prepared(build)
    for slug in ("a", "b", "c"):
        prepared.first(slug=slug)

    assert len(made) == 1


def test_a_value_that_was_not_given_is_an_error():
    with pytest.raises(KeyError):
        NOTE.first(other=1)


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_mix_their_values():
    ward, clinic = make.project("ward"), make.project("clinic")
    make.people(ward, "alice")
    make.person("carol", clinic)
    wrong: list[str] = []

    def ask(slug: str, username: str) -> None:
        for _ in range(50):
            found = [member.user.username for member in MEMBERS.all(slug=slug)]
            if found != [username]:
                wrong.append(f"{slug}: {found}")
        connection.close()

    threads = [threading.Thread(target=ask, args=who) for who in (("ward", "alice"), ("clinic", "carol")) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []
