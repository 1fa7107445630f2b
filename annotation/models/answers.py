import uuid

from django.db import models
from django.db.models import Q

from annotation.logic import states
from corpus.models.spans import NoteSpan


class Draft(models.Model):
    """An answer being written. Never compared, never counted; `version` guards against a second tab.

    `spans` is a list of [start, end] in the order made, checked against the note at each save.
    """

    assignment = models.ForeignKey("annotation.Assignment", models.PROTECT, related_name="drafts")
    annotator = models.ForeignKey("foundation.User", models.PROTECT, related_name="drafts")
    version = models.PositiveIntegerField(default=1)
    label = models.CharField(max_length=12, blank=True)
    spans = models.JSONField(default=list)
    rationale = models.TextField(blank=True)
    support = models.CharField(max_length=8, blank=True)
    unrelated_reason = models.CharField(max_length=13, blank=True)
    seconds = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "annotator"], name="annotation_draft_once")
        ]

    def __str__(self) -> str:
        return f"version {self.version}"


class Annotation(models.Model):
    """A submitted answer. Rows are only added: a revision is the next number."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    assignment = models.ForeignKey("annotation.Assignment", models.PROTECT, related_name="annotations")
    annotator = models.ForeignKey("foundation.User", models.PROTECT, related_name="annotations")
    revision = models.PositiveIntegerField()
    label = models.CharField(max_length=12)
    rationale = models.TextField(blank=True, help_text="for Unanswerable: the reason")
    support = models.CharField(max_length=8, blank=True)
    unrelated_reason = models.CharField(max_length=13, blank=True)
    seconds = models.PositiveIntegerField(default=0, help_text="time the page was visible and used")
    guideline = models.ForeignKey("annotation.Guideline", models.PROTECT, null=True, blank=True)
    submitted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "revision"], name="annotation_annotation_revision_once"
            ),
            models.CheckConstraint(
                condition=Q(label__in=states.LABELS), name="annotation_annotation_label_known"
            ),
            models.CheckConstraint(
                condition=Q(support__in=["", *states.SUPPORTS]) & (Q(support="") | Q(label=states.RELATED)),
                name="annotation_annotation_support_of_related",
            ),
            models.CheckConstraint(
                condition=Q(unrelated_reason__in=["", *states.UNRELATED_REASONS])
                & (Q(unrelated_reason="") | Q(label=states.UNRELATED)),
                name="annotation_annotation_reason_of_unrelated",
            ),
            models.CheckConstraint(
                condition=~Q(rationale="") | Q(label=states.UNRELATED),
                name="annotation_annotation_rationale_given",
            ),
        ]

    def __str__(self) -> str:
        return self.label


class EvidenceSpan(NoteSpan):
    """One highlight of an annotation: half-open code point offsets into the note, with its quote."""

    annotation = models.ForeignKey("annotation.Annotation", models.PROTECT, related_name="spans")

    class Meta(NoteSpan.Meta):
        constraints = [
            *NoteSpan.Meta.constraints,
            models.UniqueConstraint(
                fields=["annotation", "position"], name="annotation_evidencespan_place_once"
            ),
        ]
