from benchmark.models.releases import Release, ReleaseFile, ReleaseItem
from benchmark.models.runs import Run

__all__ = ["Release", "ReleaseFile", "ReleaseItem", "Run"]
