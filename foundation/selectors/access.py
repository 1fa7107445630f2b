"""Who may see and do what. Everything else asks here first."""

import datetime
from dataclasses import dataclass

from django.db.models import BigAutoField, DateField, Exists, OuterRef, QuerySet, SlugField
from django.utils import timezone

from foundation.logic.errors import Forbidden, Missing
from foundation.logic.roles import LEAD
from foundation.models import Attestation, Membership, Project, User
from foundation.prepared import Given, Prepared


@dataclass(frozen=True)
class Access:
    """A person inside a project, with the role that counts now."""

    project: Project
    user: User
    role: str
    attested: bool

    @property
    def leads(self) -> bool:
        return self.role == LEAD


def _current_attestations(today: datetime.date | Given) -> QuerySet[Attestation]:
    return Attestation.objects.filter(trained_on__lte=today, expires_on__gte=today)


_MEMBERSHIP = Prepared(
    lambda: (
        Membership.objects.select_related("project")
        .annotate(
            attested=Exists(
                _current_attestations(Given("today", DateField())).filter(
                    project=OuterRef("project"), user=OuterRef("user")
                )
            )
        )
        .filter(project__slug=Given("slug", SlugField()), user=Given("user", BigAutoField()), active=True)
    )
)


def access_to(user: User, slug: str, *roles: str) -> Access:
    """The person's access to a project. Raises `Missing` to outsiders (they may not learn that the
    project exists) and `Forbidden` to members without one of the roles."""
    if not user.is_active:
        raise Missing()
    membership = _MEMBERSHIP.first(slug=slug, user=user.pk, today=timezone.localdate())
    if membership is None:
        raise Missing()
    if roles and membership.role not in roles:
        raise Forbidden("not_your_role", "This page belongs to another role.")
    return Access(membership.project, user, membership.role, membership.attested)


def require_role(actor: User | None, project: Project, *roles: str) -> None:
    """Return when the actor has one of the roles; `system` (None) has a lead's rights. Otherwise raise."""
    if actor is None:
        return
    access_to(actor, project.slug, *roles)


def attestation_of(user: User, project: Project, today: datetime.date | None = None) -> Attestation | None:
    """The attestation that lets the person read notes today, or None."""
    current = _current_attestations(today or timezone.localdate()).filter(project=project, user=user)
    return current.order_by("-expires_on", "-pk").first()


def require_reader(access: Access) -> None:
    """Return when the person may read the project's notes today; otherwise raise `Forbidden` with code
    `attestation_needed`."""
    if not access.attested:
        raise Forbidden(
            "attestation_needed",
            "Reading notes needs your own, current data-use attestation for this project.",
        )


def project_named(slug: str) -> Project:
    """The project with this slug, or `Missing`."""
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        raise Missing(f"There is no project {slug!r}.")
    return project


def person_named(username: str) -> User:
    """The active person with this user name (in any case), or `Missing`."""
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise Missing(f"There is no person {username!r}.")
    return user


def members(project: Project, role: str, *, active: bool = True) -> list[User]:
    """People of one role, sorted by user name as code points."""
    users = User.objects.filter(memberships__project=project, memberships__role=role)
    if active:
        users = users.filter(memberships__active=True, is_active=True)
    return sorted(users.distinct(), key=lambda user: user.username)
