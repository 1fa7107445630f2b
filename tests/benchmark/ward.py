"""A small decided project: alice and ben answered, sofia decided, lena leads."""

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.services.reviewing import decide
from foundation.models import User
from tests import make

EMOJI_TEXT = "💩 Hgb 7.2 on arrival.\r\nShe was transfused 2 units. No fever.\r\n"


def answered(project, task_id, code, label, text=make.TEXT):
    """A pair that alice and ben answered alike."""
    pair = make.pair(project, task_id, code, text=text)
    span = (2, 9) if text is EMOJI_TEXT else (26, 33)
    for name in ("alice", "ben"):
        given = make.related(span) if label == "True" else make.unrelated()
        make.answer(User.objects.get(username=name), pair, given)
    return pair


def decide_all(project, verdicts):
    """Answers are compared, then sofia decides by code."""
    make.compared(project)
    sofia = User.objects.get(username="sofia")
    for code, verdict in verdicts.items():
        case = ReviewCase.objects.get(pair__project=project, pair__code=code)
        decide(sme=sofia, project=project, case_id=case.pk, verdict=verdict)


def true(*spans, rationale="Low hemoglobin.", support="implicit"):
    return Verdict("True", spans or ((26, 33),), rationale, support=support)


def false(reason=""):
    return Verdict("False", unrelated_reason=reason)


def excluded(reason="ambiguous"):
    return Verdict("excluded", excluded_reason=reason)


def ward(slug="ward"):
    """Two True (one after an emoji), two False, one excluded, one open, one not selected."""
    project = make.project(slug, name="Winter ward")
    make.people(project, "alice", "ben", "sofia", "lena")
    answered(project, "1_1", "D62", "True", EMOJI_TEXT)
    answered(project, "1_1", "R50.9", "False")
    answered(project, "2_2", "D64.9", "True")
    answered(project, "2_2", "I10", "False")
    answered(project, "3_3", "J18.9", "False")
    decide_all(
        project,
        {
            "D62": true((33, 51), (2, 9), rationale='low, "see"\nlabs'),
            "R50.9": false("ruled_out"),
            "D64.9": true(),
            "I10": false(),
            "J18.9": excluded("note, cut off"),
        },
    )
    make.pair(project, "3_3", "E11.9")
    make.pair(project, "3_3", "E66.9", selected=None)
    return project


def lena() -> User:
    return User.objects.get(username="lena")
