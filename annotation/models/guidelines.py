from django.db import models


class Guideline(models.Model):
    """One version of a project's annotation guidelines, in Markdown; a change is a new version."""

    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="guidelines")
    version = models.PositiveIntegerField()
    text = models.TextField()
    created_by = models.ForeignKey("foundation.User", models.PROTECT, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="annotation_guideline_version_once")
        ]

    def __str__(self) -> str:
        return f"version {self.version}"
