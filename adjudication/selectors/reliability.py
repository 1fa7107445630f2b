"""How reliable the annotators of a project are: for leads alone."""

from django.db.models import Count, F, OuterRef, QuerySet, Subquery

from adjudication.logic.reliability import Reliability
from annotation.logic import states
from annotation.models import Annotation
from foundation.logic.roles import ANNOTATOR
from foundation.models import Membership, Project, User


def people_report(project: Project) -> list[dict]:
    """Every annotator of the project, active or not, sorted by user name."""
    users = User.objects.filter(memberships__project=project, memberships__role=ANNOTATOR)
    people = {user.pk: Reliability(user.username) for user in sorted(users, key=lambda user: user.username)}
    for annotator, purpose, label, expected, seconds, n in _current(project):
        person = people[annotator]
        person.seconds += [seconds] * n if seconds else []
        if purpose == states.WORK:
            person.done += n
        elif purpose == states.CONTROL:
            person.controls += n
            person.controls_right += n * (label == expected)
    for annotator, label, first in _repeats(project):
        people[annotator].repeats += 1
        people[annotator].repeats_same += label == first
    for annotator, label, outcome, n in _reviewed(project):
        people[annotator].reviewed += n
        people[annotator].overturned_count += n * ((outcome == "True") != (label == states.RELATED))
    return [_row(person) for person in people.values()]


def _of_annotators(project: Project) -> QuerySet[Annotation]:
    annotators = Membership.objects.filter(project=project, role=ANNOTATOR).values("user")
    return Annotation.objects.filter(assignment__project=project, annotator__in=annotators)


def _current(project: Project) -> QuerySet:
    """The answers that stand, alike ones counted together."""
    answers = _of_annotators(project).filter(revision=F("assignment__revision"))
    names = ("annotator", "assignment__purpose", "label", "assignment__expected", "seconds")
    return answers.order_by().values_list(*names).annotate(n=Count("pk"))


def _repeats(project: Project) -> QuerySet:
    """Each answer to a repeat, with the first answer of the same person."""
    current = _of_annotators(project).filter(revision=F("assignment__revision"))
    first = current.filter(
        assignment__purpose=states.WORK,
        assignment__pair=OuterRef("assignment__pair"),
        annotator=OuterRef("annotator"),
    )
    repeats = current.filter(assignment__purpose=states.REPEAT)
    again = repeats.annotate(first=Subquery(first.values("label")[:1])).exclude(first=None)
    return again.values_list("annotator", "label", "first")


def _reviewed(project: Project) -> QuerySet:
    """The answers as first closed of pairs decided True or False with what was decided, alike ones counted
    together."""
    answers = _of_annotators(project).filter(
        assignment__purpose=states.WORK,
        assignment__pair__review_case__status="decided",
        assignment__pair__review_case__decisions__revision=F("assignment__pair__review_case__revision"),
        assignment__pair__review_case__decisions__outcome__in=["True", "False"],
        revision=F("assignment__first_closed_revision"),
        label__in=[states.RELATED, states.UNRELATED],
    )
    names = ("annotator", "label", "assignment__pair__review_case__decisions__outcome")
    return answers.order_by().values_list(*names).annotate(n=Count("pk"))


def _row(person: Reliability) -> dict:
    return {
        "username": person.username,
        "done": person.done,
        "control_accuracy": person.control_accuracy,
        "control_interval": person.control_interval,
        "repeat_consistency": person.repeat_consistency,
        "overturned": person.overturned,
        "seconds_median": person.seconds_median,
    }
