import re

from django.db import transaction

from foundation.logic.errors import Refusal
from foundation.logic.roles import LEAD
from foundation.models import Membership, Project, User
from foundation.selectors.access import require_role
from foundation.selectors.administrators import require_administrator
from foundation.services.ledger import record

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


@transaction.atomic
def create_project(
    *,
    actor: User | None,
    slug: str,
    name: str,
    annotators: int = 2,
    unit: str = Project.Unit.EXACT,
    stage2_scope: str = Project.Stage2Scope.BILLING_DISAGREEMENT,
) -> Project:
    """Afterwards the project exists; a person who made it leads it. Refuses a taken or unusable slug."""
    require_administrator(actor, "opens a project")
    if not _SLUG.fullmatch(slug):
        raise Refusal("bad_slug", "A slug holds a-z, 0-9 and hyphens, at most 60 characters.")
    if not name.strip():
        raise Refusal("no_name", "A project needs a name.")
    if not 1 <= annotators <= 9:
        raise Refusal("bad_annotators", "Between 1 and 9 people annotate each pair.")
    if unit not in Project.Unit.values or stage2_scope not in Project.Stage2Scope.values:
        raise Refusal("bad_setting", "The unit or the stage 2 scope is not one of the known ones.")
    if Project.objects.filter(slug=slug).exists():
        raise Refusal("slug_taken", f"There is already a project {slug!r}.")
    project = Project.objects.create(
        slug=slug, name=name.strip(), annotators=annotators, unit=unit, stage2_scope=stage2_scope
    )
    if actor is not None:
        Membership.objects.create(project=project, user=actor, role=LEAD)
    record(actor=actor, verb="project_created", project=project, target=project, annotators=annotators)
    return project


@transaction.atomic
def change_settings(
    *, actor: User | None, project: Project, name: str, unit: str, triage_shown: bool, lease_hours: int
) -> Project:
    """Afterwards the project has these settings; the ledger says which changed. Answers stay as they are:
    the unit only shapes proposals that are made from now on."""
    require_role(actor, project, LEAD)
    project = Project.objects.select_for_update().get(pk=project.pk)
    wanted = {"name": name.strip(), "unit": unit, "triage_shown": triage_shown, "lease_hours": lease_hours}
    if not wanted["name"]:
        raise Refusal("no_name", "A project needs a name.")
    if unit not in Project.Unit.values or not 1 <= lease_hours <= 24 * 90:
        raise Refusal("bad_setting", "The unit is not known, or the lease is not between 1 hour and 90 days.")
    changed = {key: value for key, value in wanted.items() if getattr(project, key) != value}
    for key, value in changed.items():
        setattr(project, key, value)
    if changed:
        project.save(update_fields=list(changed))
        record(actor=actor, verb="settings_changed", project=project, target=project, **changed)
    return project
