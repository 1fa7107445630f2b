from benchmark.models.cards import Card, Origin, OriginNote
from benchmark.models.releases import Release, ReleaseFile, ReleaseItem
from benchmark.models.runs import Run

__all__ = ["Card", "Origin", "OriginNote", "Release", "ReleaseFile", "ReleaseItem", "Run"]
