from django.db import models
from django.db.models import F, Q


class NoteSpan(models.Model):
    """A piece of a note: half-open code point offsets, with the words that stand there, in a given order."""

    position = models.PositiveSmallIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    quote = models.TextField()

    class Meta:
        abstract = True
        ordering = ["position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(end__gt=F("start")), name="%(app_label)s_%(class)s_not_reversed"
            ),
            models.CheckConstraint(condition=~Q(quote=""), name="%(app_label)s_%(class)s_quoted"),
        ]

    def __str__(self) -> str:
        return f"{self.start}..{self.end}"
