from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from benchmark.logic.splits import parse_split_rule


def readable_split_rule(value: str) -> None:
    """Raise ValidationError unless the text is a rule such as `train=0.7 dev=0.1 test=0.2`."""
    try:
        parse_split_rule(value.split(), 0)
    except ValueError as error:
        raise ValidationError(_("Names with shares that sum to 1, such as train=0.8 test=0.2")) from error


class Card(models.Model):
    """What a lead writes about a benchmark; goes into the data card and the citation of the next release.

    An empty field stands for the protocol's own words.
    """

    project = models.OneToOneField("foundation.Project", models.PROTECT, related_name="card")
    title = models.CharField(max_length=200, blank=True)
    authors = models.TextField(blank=True, help_text=_("one a line"))
    description = models.TextField(blank=True)
    task = models.TextField(blank=True)
    exclusion_rules = models.TextField(blank=True)
    gold_source = models.TextField(blank=True)
    difficulty = models.TextField(blank=True)
    licence = models.CharField(max_length=200, blank=True)
    licence_excerpt = models.TextField(blank=True)
    deidentification = models.TextField(blank=True)
    alignment_keys = models.TextField(blank=True)
    note_versions = models.TextField(blank=True)
    changes = models.TextField(blank=True, help_text=_("what is new in the next version"))
    contact = models.CharField(max_length=200, blank=True)
    url = models.CharField(max_length=200, blank=True)
    released_on = models.DateField(null=True, blank=True)
    split_rule = models.CharField(
        max_length=200,
        blank=True,
        validators=[readable_split_rule],
        help_text=_("such as train=0.8 test=0.2; empty: all test"),
    )
    split_seed = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.title


class Origin(models.Model):
    """The published release a project was made from, so that its conventions come along."""

    project = models.OneToOneField("foundation.Project", models.PROTECT, related_name="origin")
    release = models.CharField(max_length=120, help_text=_("name and version, or the file's name"))
    convention = models.CharField(max_length=60, blank=True, help_text=_("of its sentences"))
    manifest_sha256 = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return self.release


class OriginNote(models.Model):
    """Split and sentence spans ([start, end] in code points) that came with a released note."""

    note = models.OneToOneField("corpus.Note", models.PROTECT, related_name="origin")
    split = models.CharField(max_length=40, blank=True)
    sentences = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(split="") | Q(sentences__isnull=False),
                name="benchmark_originnote_says_something",
            )
        ]

    def __str__(self) -> str:
        return self.split
