from django.db import models
from django.db.models import Q


class TriageResult(models.Model):
    """What the votes of a stage come to for one pair; made anew whenever votes arrive."""

    class Label(models.TextChoices):
        EXPLICIT = "explicit"
        IMPLICIT = "implicit"
        UNRELATED = "unrelated"
        NO_MAJORITY = "no_majority"

    pair = models.ForeignKey("corpus.Pair", models.PROTECT, related_name="triage_results")
    stage = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=11, choices=Label)
    unanimous = models.BooleanField()
    valid_votes = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "stage"], name="triage_triageresult_once_a_stage"),
            models.CheckConstraint(
                condition=Q(label__in=["explicit", "implicit", "unrelated", "no_majority"]),
                name="triage_triageresult_label_known",
            ),
        ]

    def __str__(self) -> str:
        return self.label


class Selection(models.Model):
    """A pair chosen for annotation, and as what."""

    class Kind(models.TextChoices):
        POSITIVE = "positive", "putative positive"
        NEGATIVE = "negative"
        IMPORTED = "imported"

    pair = models.OneToOneField("corpus.Pair", models.PROTECT, related_name="selection")
    kind = models.CharField(max_length=8, choices=Kind)
    selected_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["positive", "negative", "imported"]), name="triage_selection_kind_known"
            )
        ]

    def __str__(self) -> str:
        return self.kind
