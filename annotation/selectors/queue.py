"""What an annotator has to do and has done. Nothing here depends on anybody else's work."""

import datetime
from dataclasses import dataclass

from django.db.models import BigAutoField, Count, Exists, F, Min, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from annotation.logic import states
from annotation.models import Annotation, Assignment
from foundation.models import Project, User
from foundation.prepared import Given, Prepared


def held(annotator: User | Given, project: Project | Given) -> QuerySet[Assignment]:
    """The annotator's assignments to do now, in the order to be served: returned ones first, skipped ones
    last. A repeat waits until the first answer is in."""
    first_answer = Assignment.objects.filter(
        pair=OuterRef("pair"),
        annotator=annotator,
        purpose=states.WORK,
        status__in=states.ANSWERED,
    )
    return (
        Assignment.objects.filter(annotator=annotator, project=project, status__in=states.TO_DO)
        .filter(~Q(purpose=states.REPEAT) | Exists(first_answer))
        .order_by("-status", F("skipped_at").asc(nulls_first=True), "position", "pk")
    )


_ANNOTATOR, _PROJECT = Given("annotator", BigAutoField()), Given("project", BigAutoField())
_NEXT_HELD = Prepared(lambda: held(_ANNOTATOR, _PROJECT)[:1])
_PROGRESS = Prepared(
    lambda: (
        Assignment.objects.filter(annotator=_ANNOTATOR, project=_PROJECT)
        .values("annotator")
        .annotate(done=Count("pk", filter=Q(status__in=states.ANSWERED)), total=Count("pk"))
        .values_list("done", "total")
    )
)


def next_held(annotator: User, project: Project) -> Assignment | None:
    """The first of `held`, or None."""
    return _NEXT_HELD.first(annotator=annotator.pk, project=project.pk)


@dataclass(frozen=True)
class Progress:
    """How far the annotator is: answered and all that they hold."""

    done: int
    total: int

    @property
    def percent(self) -> int:
        return self.done * 100 // self.total if self.total else 0


def progress(annotator: User, project: Project) -> Progress:
    done, total = _PROGRESS.first(annotator=annotator.pk, project=project.pk) or (0, 0)
    return Progress(done, total)


def own_answers(annotator: User, project: Project) -> QuerySet[Annotation]:
    """The annotator's answers, newest first: of each pair the newest, so that a pair answered again is one
    row like any other. Each has `.assignment.pair`."""
    current = Annotation.objects.filter(
        annotator=annotator,
        assignment__annotator=annotator,
        assignment__project=project,
        revision=F("assignment__revision"),
    )
    later = current.filter(
        Q(submitted_at__gt=OuterRef("submitted_at"))
        | Q(submitted_at=OuterRef("submitted_at"), pk__gt=OuterRef("pk")),
        assignment__pair=OuterRef("assignment__pair"),
    )
    return (
        current.filter(~Exists(later))
        .select_related("assignment__pair")
        .defer("rationale")
        .order_by("-submitted_at", "pk")
    )


def seconds_today(annotator: User, project: Project) -> int:
    """Seconds of answers submitted since local midnight."""
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return (
        Annotation.objects.filter(
            annotator=annotator, assignment__project=project, submitted_at__gte=midnight
        ).aggregate(total=Sum("seconds"))["total"]
        or 0
    )


@dataclass(frozen=True)
class QueuePage:
    """The annotator's start: what waits, since when, what is done, and the pace."""

    progress: Progress
    waiting: int
    returned: int
    more_to_take: bool
    since: datetime.datetime | None
    minutes_today: int

    @property
    def anything(self) -> bool:
        return bool(self.waiting or self.more_to_take)


def queue_page(annotator: User, project: Project) -> QueuePage:
    # every repeat counts, one that waits for the first answer too: a count that stands still tells of it
    to_do = Assignment.objects.filter(annotator=annotator, project=project, status__in=states.TO_DO)
    counts = to_do.aggregate(
        waiting=Count("pk"), returned=Count("pk", filter=Q(status=states.RETURNED)), since=Min("taken_at")
    )
    on_it = Assignment.objects.filter(pair=OuterRef("pair"), annotator=annotator)
    free = Assignment.objects.filter(~Exists(on_it), project=project, status=states.FREE)
    return QueuePage(
        progress(annotator, project),
        counts["waiting"],
        counts["returned"],
        free.exists(),
        counts["since"],
        seconds_today(annotator, project) // 60,
    )
