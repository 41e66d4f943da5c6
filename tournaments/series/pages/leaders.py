"""The leaders of a club's series for its public page."""

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

from ...models import Club, Series
from ...rules.series.series_rules import number_text
from .loading import calculate, list_columns, version_of

# Running series with their leaders, and seasons that have ended, on the page of the club.
MAX_SERIES, MAX_PAST, MAX_LEADERS = 3, 6, 5
CACHE_SECONDS = 3600


@dataclass(frozen=True)
class SeriesLeaders:
    """A running series with its first rows: (rank, name, total)."""

    series: Series
    rows: tuple[tuple[int, str, str], ...]


def list_leaders(club: Club, now: datetime) -> list[SeriesLeaders]:
    """Return the newest public series that run; tables are calculated once for each change of results."""
    running = list(club.series.filter(is_public=True, ended_at=None).order_by("-id")[:MAX_SERIES])
    for series in running:
        series.club = club
    return [SeriesLeaders(series, leaders_of(series, now)) for series in running]


def leaders_of(series: Series, now: datetime) -> tuple[tuple[int, str, str], ...]:
    columns = list_columns(series, now)

    def calculate_leaders():
        ranked = [one for one in calculate(series, columns).table.rows if one.rank][:MAX_LEADERS]
        return tuple((one.rank, one.row.name, number_text(one.row.total)) for one in ranked)

    return cache.get_or_set(f"series:{version_of(series, columns)}:leaders", calculate_leaders, CACHE_SECONDS)


def list_past_seasons(club: Club) -> list[Series]:
    """Return the public series that have ended, the newest first."""
    ended = club.series.filter(is_public=True).exclude(ended_at=None)
    return list(ended.order_by("-ended_at", "-id")[:MAX_PAST])
