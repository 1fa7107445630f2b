from django.db import models
from django.db.models import Q

from adjudication.logic import states


class Comparison(models.Model):
    """How the answers to one pair differ. Made anew when answers change; decisions stay untouched.

    `answers` is the digest of the compared annotations, so that a later revision shows. Differences and
    refined highlights are worked out from the answers when a page asks for them.
    """

    pair = models.OneToOneField("corpus.Pair", models.PROTECT, related_name="comparison")
    kind = models.CharField(max_length=23, choices=[(kind, kind) for kind in states.KINDS])
    answers = models.CharField(max_length=64)
    compared_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=states.KINDS), name="adjudication_comparison_kind_known"
            )
        ]
        indexes = [models.Index(fields=["kind"])]

    def __str__(self) -> str:
        return self.kind
