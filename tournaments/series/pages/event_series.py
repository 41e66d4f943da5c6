"""The series of an event: for its own pages, and for the event that repeats it."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q

from ...models import Event, Series, SeriesEntry
from ...rules.history import PUBLIC

# Series of an event with a link on its pages.
MAX_LINKS = 5


def list_event_series(event: Event, with_private=False) -> list[Series]:
    """Return the series for which an event counts, or whose final it is; the public ones, or all of them.

    Public ones are there only if the club has a public page.
    """
    if event.club_id is None or not (with_private or event.published_club):
        return []
    counts = SeriesEntry.objects.filter(event=event).values("series")
    found = Series.objects.filter(Q(pk__in=counts) | Q(final=event), club=event.club_id)
    return list((found if with_private else found.filter(is_public=True)).select_related("club")[:MAX_LINKS])


@dataclass(frozen=True)
class KeptSeries:
    """A series for which the event that repeats another one counts; `series` is the newest season.

    It does not count if that season has ended.
    """

    series: Series
    kind: str
    weight: Decimal


def list_kept_series(event: Event, visibility: str) -> list[KeptSeries]:
    """Return the newest season of each series of an event, for one of this visibility that repeats it."""
    entries = SeriesEntry.objects.filter(event=event).select_related("series__club")
    following = {
        one.previous_id: one
        for one in Series.objects.filter(club=event.club_id).exclude(previous=None).select_related("club")
    }
    kept = {}
    for entry in entries:
        series = newest_season(entry.series, following)
        if visibility == PUBLIC or not series.is_public:
            kept.setdefault(series.pk, KeptSeries(series, entry.kind, entry.weight))
    return list(kept.values())


def newest_season(series: Series, following: dict[int, Series]) -> Series:
    """Return the last season that continues a series; `following` are seasons by the one before."""
    while series.pk in following:
        series = following[series.pk]
    return series
