"""People: accounts, roles and attestations. Nobody is ever deleted; their work stays."""

import datetime

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from knox.models import AuthToken
from knox.settings import knox_settings

from foundation.logic import roles
from foundation.logic.errors import Conflict, Forbidden, Refusal
from foundation.models import Attestation, Membership, Project, User
from foundation.selectors.access import require_role
from foundation.selectors.administrators import require_administrator
from foundation.services.ledger import record


@transaction.atomic
def add_person(
    *, actor: User | None, project: Project, username: str, role: str, password: str | None = None
) -> Membership:
    """Afterwards the person has the role in the project; an unknown person got a (closed) account.

    A person has one role in a project: giving another role to somebody who already worked is refused, and
    to the last active lead.
    """
    _hold(project)
    require_role(actor, project, roles.LEAD)
    if role not in roles.ROLES:
        raise Refusal("bad_role", f"A role is one of {', '.join(roles.ROLES)}.")
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        user = _create(username)
        record(actor=actor, verb="person_created", project=project, target=user)
    elif password is not None and actor is not None:
        raise Forbidden("account_exists", "This person has an account; its password is theirs to change.")
    if password is not None:
        set_password(user, password)
    membership, created = Membership.objects.select_for_update().get_or_create(
        project=project, user=user, defaults={"role": role}
    )
    if not created and (membership.role != role or not membership.active):
        _refuse_if_worked(membership, role)
        if role != roles.LEAD:
            _refuse_without_a_lead(membership)
        membership.role, membership.active = role, True
        membership.save()
    record(actor=actor, verb="role_given", project=project, target=membership, role=role)
    return membership


def _create(username: str) -> User:
    user = User(username=username)
    user.set_unusable_password()
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise Refusal("bad_username", " ".join(error.messages)) from error
    user.save()
    return user


def _refuse_if_worked(membership: Membership, role: str) -> None:
    if membership.role == role:
        return
    entries = membership.project.ledger_entries
    worked = entries.filter(actor=membership.user, verb__in=["annotation_submitted", "case_decided"])
    if role == roles.ANNOTATOR and entries.filter(actor=membership.user, verb="note_viewed").exists():
        raise Refusal(
            "not_blind", "This person has seen what others say about notes; they can no longer annotate here."
        )
    if worked.exists():
        raise Refusal(
            "role_has_work", "This person has worked in the project; their role can no longer change."
        )


def _hold(project: Project) -> None:
    """People of a project change one at a time: two leads must not take the role from each other at once."""
    Project.objects.select_for_update().get(pk=project.pk)


def _refuse_without_a_lead(membership: Membership) -> None:
    leads = Membership.objects.filter(
        project=membership.project, role=roles.LEAD, active=True, user__is_active=True
    )
    if leads.filter(pk=membership.pk).exists() and not leads.exclude(pk=membership.pk).exists():
        raise Conflict("last_lead", "This is the project's only lead; make somebody else a lead first.")


def set_password(user: User, password: str) -> None:
    """Afterwards the person can sign in with the password, and tokens made with an older one are void; weak
    ones are refused."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refusal("weak_password", " ".join(error.messages)) from error
    user.set_password(password)
    user.save(update_fields=["password"])
    AuthToken.objects.filter(user=user).delete()


@transaction.atomic
def make_administrator(*, actor: User | None, user: User) -> None:
    """Afterwards the person may do what concerns all projects; in each they still have their role alone."""
    require_administrator(actor, "makes administrators")
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    record(actor=actor, verb="administrator_made", target=user)


@transaction.atomic
def make_token(user: User) -> tuple[AuthToken, str]:
    """A new token of the person, with its value, which is kept nowhere. Beyond the limit the oldest ends."""
    User.objects.select_for_update().get(pk=user.pk)
    kept = AuthToken.objects.filter(user=user).order_by("-created")[: knox_settings.TOKEN_LIMIT_PER_USER - 1]
    AuthToken.objects.filter(user=user).exclude(pk__in=[token.pk for token in kept]).delete()
    made = AuthToken.objects.create(user)
    record(actor=user, verb="token_made")
    return made


@transaction.atomic
def attest(
    *,
    actor: User | None,
    project: Project,
    user: User,
    agreement: str,
    trained_on: datetime.date,
    expires_on: datetime.date,
) -> Attestation:
    """Afterwards the person may read the project's notes until the day given.

    Only the person themself attests (or the shell, for them). An earlier attestation stays on record.
    """
    if actor is not None and actor.pk != user.pk:
        raise Forbidden("personal", "An attestation is personal.")
    if not agreement.strip():
        raise Refusal("no_agreement", "Name the agreement and its version.")
    if expires_on < trained_on:
        raise Refusal("bad_dates", "The attestation ends before the training.")
    if not Membership.objects.filter(project=project, user=user, active=True).exists():
        raise Forbidden("not_a_member", "Only members of the project attest.")
    attestation = Attestation.objects.create(
        project=project, user=user, agreement=agreement.strip(), trained_on=trained_on, expires_on=expires_on
    )
    record(
        actor=actor,
        verb="attested",
        project=project,
        target=attestation,
        agreement=attestation.agreement,
        expires_on=expires_on.isoformat(),
    )
    return attestation


@transaction.atomic
def set_active(*, actor: User | None, membership: Membership, active: bool) -> Membership:
    """Afterwards the person is paused (or back). What they did stays theirs. The last active lead stays."""
    _hold(membership.project)
    require_role(actor, membership.project, roles.LEAD)
    membership = Membership.objects.select_for_update().select_related("project").get(pk=membership.pk)
    if not active:
        _refuse_without_a_lead(membership)
    membership.active = active
    membership.save(update_fields=["active"])
    record(
        actor=actor,
        verb="member_resumed" if active else "member_paused",
        project=membership.project,
        target=membership,
    )
    return membership
