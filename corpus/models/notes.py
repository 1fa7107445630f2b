import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Length


class Note(models.Model):
    """One document, never changed after import. Several notes of one stay: one `stands` for the task."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="notes")
    note_id = models.CharField(max_length=100)
    subject_id = models.CharField(max_length=60)
    hadm_id = models.CharField(max_length=60, blank=True, help_text="the stay, or the study of a report")
    task_id = models.CharField(max_length=125)
    note_type = models.CharField(max_length=20, blank=True)
    note_seq = models.PositiveIntegerField(default=0)
    charttime = models.CharField(max_length=40, blank=True)
    storetime = models.CharField(max_length=40, blank=True)
    stands = models.BooleanField(default=True, help_text="this note is the task's text")
    n_chars = models.PositiveIntegerField(help_text="length in code points")
    sha256 = models.CharField(max_length=64, help_text="of the UTF-8 text")
    created_at = models.DateTimeField(auto_now_add=True)
    text = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "note_id"], name="corpus_note_id_once"),
            models.UniqueConstraint(
                fields=["project", "task_id"], condition=Q(stands=True), name="corpus_note_one_stands"
            ),
            models.CheckConstraint(condition=Q(n_chars__gt=0), name="corpus_note_not_empty"),
            models.CheckConstraint(
                condition=Q(n_chars=Length("text")), name="corpus_note_length_is_of_the_text"
            ),
        ]
        indexes = [models.Index(fields=["project", "hadm_id"])]

    def __str__(self) -> str:
        return self.note_id


class BilledCode(models.Model):
    """A code that professional coders assigned to the stay."""

    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="billed_codes")
    subject_id = models.CharField(max_length=60)
    hadm_id = models.CharField(max_length=60)
    seq_num = models.PositiveIntegerField(default=0)
    concept = models.ForeignKey("corpus.Concept", models.PROTECT, related_name="billed_codes")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "hadm_id", "concept"], name="corpus_billedcode_once_a_stay"
            )
        ]

    def __str__(self) -> str:
        return f"{self.hadm_id} {self.concept_id}"


class SentenceTable(models.Model):
    """The sentences of a note under a named convention, kept so that no page waits for the splitter.

    `spans` is a JSON list of [start, end] in code points.
    """

    note = models.OneToOneField("corpus.Note", models.PROTECT, related_name="sentence_table")
    convention = models.CharField(max_length=40)
    spans = models.JSONField()

    def __str__(self) -> str:
        return self.convention
