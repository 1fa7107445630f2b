from django.db import models
from django.db.models import Q


class SampleRule(models.Model):
    """A lead's explicit rule: of the agreed pairs an SME reviews a drawn share one by one; when that is done
    and few enough were overturned, an SME may accept the rest together. The newest rule counts; a release
    states it."""

    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="sample_rules")
    share = models.DecimalField(max_digits=4, decimal_places=3)
    most_overturned = models.PositiveSmallIntegerField(default=0)
    seed = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey("foundation.User", models.PROTECT, null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(share__gt=0, share__lte=1), name="adjudication_samplerule_share_above_0"
            )
        ]

    def __str__(self) -> str:
        return f"{self.share} one by one"
