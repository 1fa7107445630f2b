"""Giving knowledge back: after closing, annotators may see the final answers beside their own."""

from django.db import transaction

from annotation.logic.states import CLOSED, WORK
from annotation.models import Assignment
from foundation.logic.errors import Conflict
from foundation.logic.roles import LEAD
from foundation.models import Project, User
from foundation.selectors.access import require_role
from foundation.services.ledger import record


@transaction.atomic
def set_feedback(*, actor: User | None, project: Project, open_to_annotators: bool) -> Project:
    """Afterwards annotators see final answers (or no longer do).

    Refused while any place is not closed: nobody may learn an answer that somebody still has to give.
    """
    require_role(actor, project, LEAD)
    project = Project.objects.select_for_update().get(pk=project.pk)
    unfinished = Assignment.objects.filter(project=project, purpose=WORK).exclude(status=CLOSED).count()
    if open_to_annotators and unfinished:
        raise Conflict(
            "answers_open", f"{unfinished} places are not answered and closed; feedback would not be blind."
        )
    project.feedback_open = open_to_annotators
    project.save(update_fields=["feedback_open"])
    record(
        actor=actor,
        verb="feedback_opened" if open_to_annotators else "feedback_closed",
        project=project,
        target=project,
    )
    return project
