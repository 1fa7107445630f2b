from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q


class Project(models.Model):
    """One benchmark under construction; owns everything below it."""

    class Unit(models.TextChoices):
        EXACT = "exact"
        TOKEN = "token"
        SENTENCE = "sentence"

    class Stage2Scope(models.TextChoices):
        BILLING_DISAGREEMENT = "billing_disagreement"
        VOTE_SPLIT = "vote_split"
        BOTH = "both"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    annotators = models.PositiveSmallIntegerField(
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(9)],
        help_text="how many different people annotate each pair (N)",
    )
    unit = models.CharField(max_length=8, choices=Unit, default=Unit.EXACT)
    stage2_scope = models.CharField(
        max_length=20, choices=Stage2Scope, default=Stage2Scope.BILLING_DISAGREEMENT
    )
    seed = models.PositiveIntegerField(default=0)
    feedback_open = models.BooleanField(
        default=False, help_text="annotators may compare their closed answers with the final ones"
    )
    triage_shown = models.BooleanField(
        default=False, help_text="an SME sees what the models said, after deciding"
    )
    lease_hours = models.PositiveSmallIntegerField(
        default=72, help_text="a pulled pair without a draft goes back to the queue after so many hours"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(annotators__gte=1, annotators__lte=9),
                name="foundation_project_annotators_between_1_and_9",
            ),
            models.CheckConstraint(
                condition=Q(unit__in=["exact", "token", "sentence"]), name="foundation_project_unit_known"
            ),
            models.CheckConstraint(
                condition=Q(stage2_scope__in=["billing_disagreement", "vote_split", "both"]),
                name="foundation_project_stage2_scope_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name
