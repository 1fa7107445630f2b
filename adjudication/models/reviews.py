import uuid

from django.db import models
from django.db.models import Q

from adjudication.logic import states


class ReviewCase(models.Model):
    """An SME's work on a pair. A claim runs out by itself; a referral names who should look next; whoever put
    the case back last is not given it again at once."""

    class Status(models.TextChoices):
        WAITING = states.WAITING
        DECIDED = states.DECIDED
        RETURNED = states.RETURNED

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    pair = models.OneToOneField("corpus.Pair", models.PROTECT, related_name="review_case")
    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="review_cases")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    conflict = models.BooleanField(help_text="lane: conflict, or verification of an agreed pair")
    claimed_by = models.ForeignKey(
        "foundation.User", models.PROTECT, null=True, blank=True, related_name="claimed_cases"
    )
    claimed_until = models.DateTimeField(null=True, blank=True)
    put_back_by = models.ForeignKey(
        "foundation.User", models.PROTECT, null=True, blank=True, related_name="put_back_cases"
    )
    put_back_at = models.DateTimeField(null=True, blank=True)
    referred_to = models.ForeignKey(
        "foundation.User", models.PROTECT, null=True, blank=True, related_name="referred_cases"
    )
    revision = models.PositiveIntegerField(default=0, help_text="number of the current decision; 0: none")
    returns = models.PositiveSmallIntegerField(default=0, help_text="how often it was sent back")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status="decided", revision__gte=1) | Q(status__in=["waiting", "returned"]),
                name="adjudication_reviewcase_decided_means_a_decision",
            ),
            models.CheckConstraint(
                condition=Q(claimed_by__isnull=True, claimed_until__isnull=True)
                | Q(claimed_by__isnull=False, claimed_until__isnull=False),
                name="adjudication_reviewcase_claim_has_an_end",
            ),
        ]
        indexes = [models.Index(fields=["project", "status", "conflict", "created_at"])]

    def __str__(self) -> str:
        return self.status


class ReviewDraft(models.Model):
    """A decision being written by one SME; `version` guards against a second tab."""

    case = models.ForeignKey("adjudication.ReviewCase", models.PROTECT, related_name="drafts")
    sme = models.ForeignKey("foundation.User", models.PROTECT, related_name="review_drafts")
    version = models.PositiveIntegerField(default=1)
    outcome = models.CharField(max_length=8, blank=True)
    spans = models.JSONField(default=list)
    rationale = models.TextField(blank=True)
    support = models.CharField(max_length=8, blank=True)
    unrelated_reason = models.CharField(max_length=13, blank=True)
    excluded_reason = models.TextField(blank=True)
    without_evidence = models.BooleanField(default=False, help_text="True, but nothing can be marked")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "sme"], name="adjudication_reviewdraft_once")]

    def __str__(self) -> str:
        return f"version {self.version}"


class ReviewMessage(models.Model):
    """What an SME wrote when referring a case or sending it back."""

    class Kind(models.TextChoices):
        REFERRED = "referred"
        RETURNED = "returned"
        REOPENED = "reopened"

    case = models.ForeignKey("adjudication.ReviewCase", models.PROTECT, related_name="messages")
    author = models.ForeignKey("foundation.User", models.PROTECT, null=True, blank=True)
    kind = models.CharField(max_length=8, choices=Kind)
    text = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.kind
