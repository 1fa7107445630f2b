import uuid

from django.db import models
from django.db.models import F, Q

LABELS = ("explicit", "implicit", "unrelated")


class TriageRun(models.Model):
    """One asking of one model in one stage, or one file of votes made elsewhere."""

    class Status(models.TextChoices):
        RUNNING = "running"
        STOPPED = "stopped"
        DONE = "done"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="triage_runs")
    stage = models.PositiveSmallIntegerField()
    model = models.CharField(max_length=200)
    endpoint = models.CharField(max_length=500, blank=True, help_text="empty for an imported file")
    votes = models.PositiveSmallIntegerField(default=1)
    prompt_version = models.CharField(max_length=60, blank=True)
    prompt_sha256 = models.CharField(max_length=64, blank=True)
    parameters = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(stage__in=[1, 2]), name="triage_triagerun_stage_1_or_2")
        ]

    def __str__(self) -> str:
        return f"stage {self.stage} {self.model}"


class Vote(models.Model):
    """One answer of one model to one pair. An unreadable answer is kept with an empty label."""

    pair = models.ForeignKey("corpus.Pair", models.PROTECT, related_name="votes")
    run = models.ForeignKey("triage.TriageRun", models.PROTECT, related_name="vote_set")
    stage = models.PositiveSmallIntegerField()
    vote = models.PositiveSmallIntegerField(help_text="1, 2, 3, ... within the stage")
    model = models.CharField(max_length=200)
    label = models.CharField(max_length=10, blank=True)
    explanation = models.TextField(blank=True)
    prompt_version = models.CharField(max_length=60, blank=True)
    prompt_sha256 = models.CharField(max_length=64, blank=True)
    parameters = models.JSONField(default=dict)
    tokens_in = models.PositiveIntegerField(null=True, blank=True)
    tokens_out = models.PositiveIntegerField(null=True, blank=True)
    latency_ms = models.PositiveIntegerField(null=True, blank=True)
    raw = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "stage", "vote"], name="triage_vote_number_once"),
            models.CheckConstraint(condition=Q(stage__in=[1, 2]), name="triage_vote_stage_1_or_2"),
            models.CheckConstraint(condition=Q(vote__gte=1), name="triage_vote_numbered_from_1"),
            models.CheckConstraint(condition=Q(label__in=["", *LABELS]), name="triage_vote_label_known"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}.{self.vote} {self.label}"


class VoteEvidence(models.Model):
    """A quote a model gave, and where it stands in the note if it stands there exactly once."""

    class Found(models.TextChoices):
        ONCE = "once"
        NEVER = "never"
        SEVERAL = "several"

    vote = models.ForeignKey("triage.Vote", models.PROTECT, related_name="evidence")
    position = models.PositiveSmallIntegerField()
    quote = models.TextField()
    found = models.CharField(max_length=7, choices=Found)
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["vote", "position"], name="triage_voteevidence_place_once"),
            models.CheckConstraint(
                condition=Q(found="once", start__isnull=False, end__gt=F("start"))
                | Q(found__in=["never", "several"], start__isnull=True, end__isnull=True),
                name="triage_voteevidence_offsets_when_found_once",
            ),
        ]

    def __str__(self) -> str:
        return self.found
