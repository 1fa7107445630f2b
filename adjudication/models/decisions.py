import uuid

from django.db import models
from django.db.models import Q

from annotation.logic.states import SUPPORTS, UNRELATED_REASONS
from corpus.models.spans import NoteSpan


class Decision(models.Model):
    """The project's answer to a pair. Rows are only added: deciding again is the next number."""

    class Outcome(models.TextChoices):
        TRUE = "True"
        FALSE = "False"
        EXCLUDED = "excluded"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    case = models.ForeignKey("adjudication.ReviewCase", models.PROTECT, related_name="decisions")
    revision = models.PositiveIntegerField()
    outcome = models.CharField(max_length=8, choices=Outcome)
    rationale = models.TextField(blank=True)
    support = models.CharField(max_length=8, blank=True)
    unrelated_reason = models.CharField(max_length=13, blank=True)
    excluded_reason = models.TextField(blank=True)
    sme = models.ForeignKey(
        "foundation.User", models.PROTECT, null=True, blank=True, related_name="decisions"
    )
    answers = models.CharField(max_length=64, blank=True, help_text="digest of the answers decided upon")
    sampled = models.BooleanField(default=False, help_text="accepted by a recorded sample rule")
    decided_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["case", "revision"], name="adjudication_decision_revision_once"),
            models.CheckConstraint(
                condition=Q(outcome__in=["True", "False", "excluded"]),
                name="adjudication_decision_outcome_known",
            ),
            models.CheckConstraint(
                condition=Q(outcome="excluded") & ~Q(excluded_reason="")
                | Q(outcome__in=["True", "False"], excluded_reason=""),
                name="adjudication_decision_exclusion_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(support__in=["", *SUPPORTS]) & (Q(support="") | Q(outcome="True")),
                name="adjudication_decision_support_of_true",
            ),
            models.CheckConstraint(
                condition=Q(unrelated_reason__in=["", *UNRELATED_REASONS])
                & (Q(unrelated_reason="") | Q(outcome="False")),
                name="adjudication_decision_reason_of_false",
            ),
        ]

    def __str__(self) -> str:
        return self.outcome


class DecisionSpan(NoteSpan):
    """One piece of final evidence: half-open code point offsets into the note, with its quote."""

    decision = models.ForeignKey("adjudication.Decision", models.PROTECT, related_name="spans")

    class Meta(NoteSpan.Meta):
        constraints = [
            *NoteSpan.Meta.constraints,
            models.UniqueConstraint(
                fields=["decision", "position"], name="adjudication_decisionspan_place_once"
            ),
        ]
