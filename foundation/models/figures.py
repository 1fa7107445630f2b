from django.db import models


class Figures(models.Model):
    """Figures that take long to work out, kept for pages; `state` says of what they were worked out."""

    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="figures")
    name = models.CharField(max_length=200)
    state = models.CharField(max_length=64, blank=True)
    value = models.JSONField()
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="foundation_figures_name_once")
        ]

    def __str__(self) -> str:
        return self.name
