from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from foundation.logic import roles


class User(AbstractUser):
    """A person. Deactivated when they leave, never deleted; `is_staff` marks an administrator."""

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="foundation_user_username_once_in_any_case")
        ]

    @property
    def initials(self) -> str:
        return (self.get_full_name() or self.username)[:2].upper()


class Membership(models.Model):
    """The role of a person in a project."""

    class Role(models.TextChoices):
        ANNOTATOR = roles.ANNOTATOR
        SME = roles.SME
        LEAD = roles.LEAD

    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="memberships")
    user = models.ForeignKey("foundation.User", models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    active = models.BooleanField(default=True, help_text="off: paused or removed; their work stays")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="foundation_membership_one_role"),
            models.CheckConstraint(
                condition=Q(role__in=roles.ROLES), name="foundation_membership_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Attestation(models.Model):
    """A person's own statement, for one project, that a data-use agreement binds them until a date."""

    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="attestations")
    user = models.ForeignKey("foundation.User", models.PROTECT, related_name="attestations")
    agreement = models.CharField(max_length=200, help_text="name and version of the agreement")
    trained_on = models.DateField(help_text="day of the human-subjects training")
    expires_on = models.DateField(help_text="last day on which notes may be read")
    attested_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_on__gte=F("trained_on")),
                name="foundation_attestation_expires_after_training",
            )
        ]
        indexes = [models.Index(fields=["project", "user", "-expires_on"])]

    def __str__(self) -> str:
        return f"{self.agreement} until {self.expires_on}"
