import uuid

from django.db import models
from django.db.models import Q


class Run(models.Model):
    """One system's predictions on one release, with its scores (the object that `score_run` prints)."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        SCORED = "scored"
        REFUSED = "refused"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    release = models.ForeignKey("benchmark.Release", models.PROTECT, related_name="runs")
    system = models.CharField(max_length=120)
    kind = models.CharField(
        max_length=8, default="model", choices=[("model", "model"), ("baseline", "baseline")]
    )
    file_name = models.CharField(max_length=200)
    predictions = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    missing_as_false = models.BooleanField(default=False)
    gate = models.TextField(blank=True, help_text="the gate's TOML, if one was given")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    score = models.JSONField(null=True, blank=True)
    problem = models.JSONField(null=True, blank=True, help_text="why the file was refused")
    created_by = models.ForeignKey("foundation.User", models.PROTECT, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    scored_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "system"], name="benchmark_run_system_once"),
            models.CheckConstraint(
                condition=Q(status="scored", score__isnull=False)
                | Q(status__in=["waiting", "refused"], score__isnull=True),
                name="benchmark_run_scored_means_a_score",
            ),
        ]

    def __str__(self) -> str:
        return self.system
