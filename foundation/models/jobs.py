import uuid

from django.db import models
from django.db.models import Q


class Job(models.Model):
    """Work that takes longer than a request may: a worker carries it out, its page shows how far it is.

    A job is a check or the real thing; carrying out a checked one is a new start of the same job.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        CHECKED = "checked"
        DONE = "done"
        REFUSED = "refused"
        FAILED = "failed"
        DROPPED = "dropped"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="jobs")
    actor = models.ForeignKey("foundation.User", models.PROTECT, related_name="jobs")
    kind = models.CharField(max_length=30)
    file_name = models.CharField(max_length=200, blank=True, help_text="as the person's browser named it")
    options = models.JSONField(default=dict)
    check_only = models.BooleanField(default=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    result = models.JSONField(default=dict)
    message = models.TextField(blank=True, help_text="why it was refused")
    report = models.TextField(blank=True, help_text="CSV of row errors and notices")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    status__in=["waiting", "running", "checked", "done", "refused", "failed", "dropped"]
                ),
                name="foundation_job_status_known",
            )
        ]
        indexes = [models.Index(fields=["project", "-created_at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.status}"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self.status not in (self.Status.WAITING, self.Status.RUNNING)
