"""What a project's corpus holds."""

from dataclasses import dataclass

from django.db.models import Count

from corpus.models import BilledCode, CodeSystem, Note, Pair, PairSource
from foundation.models import Project


@dataclass(frozen=True)
class CorpusContents:
    """Counts for the page of imports; `other_notes` are those that another note of the stay stands for."""

    notes: int
    other_notes: int
    billed_codes: int
    pairs: int
    sources: dict[str, int]
    systems: list[CodeSystem]


def corpus_contents(project: Project) -> CorpusContents:
    """The counts now."""
    notes = Note.objects.filter(project=project)
    by_source = PairSource.objects.filter(pair__project=project).values("source").annotate(n=Count("pk"))
    counts = {row["source"]: row["n"] for row in by_source}
    return CorpusContents(
        notes=notes.filter(stands=True).count(),
        other_notes=notes.filter(stands=False).count(),
        billed_codes=BilledCode.objects.filter(project=project).count(),
        pairs=Pair.objects.filter(project=project).count(),
        sources={source: counts[source] for source in PairSource.Source.values if source in counts},
        systems=list(CodeSystem.objects.exclude(release="").order_by("name")),
    )
