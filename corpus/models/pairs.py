import uuid

from django.db import models
from django.db.models import Q


class Pair(models.Model):
    """One note and one concept: the unit of all work. Its public key is (task_id, code)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="pairs")
    note = models.ForeignKey("corpus.Note", models.PROTECT, related_name="pairs")
    concept = models.ForeignKey("corpus.Concept", models.PROTECT, related_name="pairs")
    task_id = models.CharField(max_length=125)
    code = models.CharField(max_length=40)
    description = models.CharField(
        max_length=500, blank=True, help_text="dictionary, else terminology, else the file with the pair"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "task_id", "code"], name="corpus_pair_key_once")
        ]
        indexes = [models.Index(fields=["project", "code"])]

    def __str__(self) -> str:
        return f"{self.task_id} {self.code}"


class PairSource(models.Model):
    """Why a pair is there; a negative also says how near it is to the stay's billed codes."""

    class Source(models.TextChoices):
        BILLED = "billed"
        PREVALENCE_NEGATIVE = "prevalence_negative"
        SEMANTIC_NEGATIVE = "semantic_negative"
        IMPORTED = "imported"

    pair = models.ForeignKey("corpus.Pair", models.PROTECT, related_name="sources")
    source = models.CharField(max_length=20, choices=Source)
    nearest = models.ForeignKey(
        "corpus.Concept", models.PROTECT, null=True, blank=True, help_text="the nearest billed code"
    )
    hops = models.PositiveSmallIntegerField(null=True, blank=True)
    similarity = models.DecimalField(max_digits=7, decimal_places=6, null=True, blank=True)
    seed = models.BigIntegerField(null=True, blank=True)
    method = models.CharField(max_length=100, blank=True, help_text="model or rule that drew the negative")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "source"], name="corpus_pairsource_once"),
            models.CheckConstraint(
                condition=Q(source__in=["billed", "prevalence_negative", "semantic_negative", "imported"]),
                name="corpus_pairsource_known",
            ),
        ]
        indexes = [models.Index(fields=["source"])]

    def __str__(self) -> str:
        return self.source
