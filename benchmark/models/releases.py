import uuid

from django.db import models
from django.db.models import Q


class Release(models.Model):
    """A frozen, numbered benchmark version. It can be withdrawn with a reason, never changed."""

    class Status(models.TextChoices):
        FROZEN = "frozen"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="releases")
    version = models.CharField(max_length=40)
    status = models.CharField(max_length=9, choices=Status, default=Status.FROZEN)
    withdrawn_reason = models.TextField(blank=True)
    manifest_sha256 = models.CharField(max_length=64)
    true_count = models.PositiveIntegerField()
    false_count = models.PositiveIntegerField()
    excluded_count = models.PositiveIntegerField()
    open_count = models.PositiveIntegerField(help_text="selected, not yet decided")
    not_selected_count = models.PositiveIntegerField()
    frozen_by = models.ForeignKey("foundation.User", models.PROTECT, null=True, blank=True)
    frozen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="benchmark_release_version_once"),
            models.CheckConstraint(
                condition=Q(status="frozen", withdrawn_reason="")
                | Q(status="withdrawn") & ~Q(withdrawn_reason=""),
                name="benchmark_release_withdrawn_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.version


class ReleaseItem(models.Model):
    """One decision made public."""

    release = models.ForeignKey("benchmark.Release", models.PROTECT, related_name="items")
    pair = models.ForeignKey("corpus.Pair", models.PROTECT, related_name="release_items")
    decision = models.ForeignKey("adjudication.Decision", models.PROTECT, related_name="release_items")
    task_id = models.CharField(max_length=125)
    code = models.CharField(max_length=40)
    gold = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "pair"], name="benchmark_releaseitem_pair_once")
        ]

    def __str__(self) -> str:
        return f"{self.task_id} {self.code}"


class ReleaseFile(models.Model):
    """The bytes of one file of a release, kept for ever."""

    release = models.ForeignKey("benchmark.Release", models.PROTECT, related_name="files")
    path = models.CharField(max_length=120)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "path"], name="benchmark_releasefile_path_once")
        ]

    def __str__(self) -> str:
        return self.path
