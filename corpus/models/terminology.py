from django.db import models
from django.db.models import Q


class CodeSystem(models.Model):
    """A system of codes: ICD-10-CM, ICD-10-PCS, CheXpert, or a project's own."""

    key = models.SlugField(max_length=20, unique=True)
    name = models.CharField(max_length=60)
    release = models.CharField(max_length=40, blank=True, help_text="the newest release that was loaded")

    def __str__(self) -> str:
        return self.name


class Concept(models.Model):
    """A code of a code system with its description and its place in the hierarchy.

    `code` is written as shown and exported (ICD-10-CM with the dot). Block T79 and category T79 share a
    name, so a node is (system, kind, code). A code that only a project's files know is a concept of kind
    `unknown`.
    """

    class Kind(models.TextChoices):
        CHAPTER = "chapter"
        BLOCK = "block"
        CATEGORY = "category"
        CODE = "code"
        UNKNOWN = "unknown"

    system = models.ForeignKey("corpus.CodeSystem", models.PROTECT, related_name="concepts")
    kind = models.CharField(max_length=8, choices=Kind)
    code = models.CharField(max_length=40)
    description = models.CharField(max_length=500, blank=True)
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="children")
    chapter = models.CharField(max_length=40, blank=True)
    billable = models.BooleanField(default=False)
    releases = models.CharField(max_length=200, blank=True, help_text="releases with this code, by blanks")
    inclusion = models.TextField(blank=True, help_text="one term a line")
    exclusion = models.TextField(blank=True, help_text="one term a line")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["system", "kind", "code"], name="corpus_concept_node_once"),
            models.UniqueConstraint(
                fields=["system", "code"],
                condition=Q(kind__in=["category", "code", "unknown"]),
                name="corpus_concept_code_once",
            ),
        ]
        indexes = [models.Index(fields=["code"])]

    def __str__(self) -> str:
        return self.code


class Title(models.Model):
    """The description of a concept that a project's own dictionary file gives (`d_icd_*.csv`)."""

    project = models.ForeignKey("foundation.Project", models.PROTECT, related_name="titles")
    concept = models.ForeignKey("corpus.Concept", models.PROTECT, related_name="titles")
    text = models.CharField(max_length=500)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "concept"], name="corpus_title_once")]

    def __str__(self) -> str:
        return self.text
