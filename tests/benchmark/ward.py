"""A small decided project: alice and ben answered, sofia decided, lena leads."""

from adjudication.logic.validation import Verdict
from adjudication.models import ReviewCase
from adjudication.services.reviewing import decide
from foundation.models import User
from tests import make

EMOJI_TEXT = "💩 Hgb 7.2 on arrival.\r\nShe was transfused 2 units. No fever.\r\n"


def decided(project, task_id, code, verdict, *, text=make.TEXT, label=None):
    """A pair that alice and ben answered alike and sofia decided."""
    pair = make.pair(project, task_id, code, text=text)
    span = (2, 9) if text is EMOJI_TEXT else (26, 33)
    given = make.related(span) if (label or verdict.outcome) == "True" else make.unrelated()
    for name in ("alice", "ben"):
        make.answer(make.person(name, project), pair, given)
    make.compared(project)
    case = ReviewCase.objects.get(pair=pair)
    decide(sme=make.person("sofia", project), project=project, case_id=case.pk, verdict=verdict)
    return pair


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
    decided(project, "1_1", "D62", true((33, 51), (2, 9), rationale='low, "see"\nlabs'), text=EMOJI_TEXT)
    decided(project, "1_1", "R50.9", false("ruled_out"))
    decided(project, "2_2", "D64.9", true())
    decided(project, "2_2", "I10", false())
    decided(project, "3_3", "J18.9", excluded("note, cut off"), label="False")
    make.pair(project, "3_3", "E11.9")
    make.pair(project, "3_3", "E66.9", selected=None)
    return project


def lena() -> User:
    return User.objects.get(username="lena")
