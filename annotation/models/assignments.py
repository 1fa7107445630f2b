import uuid

from django.db import models
from django.db.models import Q

from annotation.logic import states


class Assignment(models.Model):
    """One place on a pair, and the annotator who holds it.

    Work places are numbered 1..N a pair and the numbers are unique: a pair cannot get more than N. A free
    place has no annotator. Controls and repeats stand outside N: they have no number.
    """

    class Status(models.TextChoices):
        FREE = states.FREE
        OPEN = states.OPEN
        SUBMITTED = states.SUBMITTED
        CLOSED = states.CLOSED
        RETURNED = states.RETURNED

    class Purpose(models.TextChoices):
        WORK = states.WORK
        CONTROL = states.CONTROL
        REPEAT = states.REPEAT

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="assignments")
    pair = models.ForeignKey("corpus.Pair", models.PROTECT, related_name="assignments")
    annotator = models.ForeignKey(
        "foundation.User", models.PROTECT, null=True, blank=True, related_name="assignments"
    )
    purpose = models.CharField(max_length=7, choices=Purpose, default=Purpose.WORK)
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text="1..N for work")
    status = models.CharField(max_length=9, choices=Status, default=Status.FREE)
    position = models.PositiveIntegerField(default=0, help_text="order in which places are served")
    expected = models.CharField(max_length=9, blank=True, help_text="the right label of a control")
    revision = models.PositiveIntegerField(default=0, help_text="number of the current annotation")
    first_closed_revision = models.PositiveIntegerField(
        null=True, blank=True, help_text="the annotation that agreement is measured on"
    )
    return_message = models.TextField(blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True, help_text="only for pulled places")
    skipped_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pair", "place"],
                condition=Q(purpose="work"),
                name="annotation_assignment_place_once_a_pair",
            ),
            models.UniqueConstraint(
                fields=["pair", "annotator"],
                condition=Q(purpose="work"),
                name="annotation_assignment_annotator_once_a_pair",
            ),
            models.CheckConstraint(
                condition=Q(purpose="work", place__gte=1, place__lte=9)
                | Q(purpose__in=["control", "repeat"], place__isnull=True),
                name="annotation_assignment_place_for_work_only",
            ),
            models.CheckConstraint(
                condition=Q(status="free", annotator__isnull=True)
                | Q(status__in=["open", "submitted", "closed", "returned"], annotator__isnull=False),
                name="annotation_assignment_free_means_nobody",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["free", "open"], revision=0)
                | Q(status__in=["submitted", "closed", "returned"], revision__gte=1),
                name="annotation_assignment_answered_means_a_revision",
            ),
            models.CheckConstraint(
                condition=Q(purpose="control", expected__in=["Related", "Unrelated"])
                | Q(purpose__in=["work", "repeat"], expected=""),
                name="annotation_assignment_expected_for_controls",
            ),
        ]
        indexes = [
            models.Index(
                fields=["project", "position"],
                condition=Q(status="free"),
                name="annotation_free_places",
            ),
            models.Index(fields=["annotator", "project", "purpose", "position"]),
            models.Index(fields=["annotator", "project", "status", "position"]),
            models.Index(fields=["project", "status", "purpose"]),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.status}"
