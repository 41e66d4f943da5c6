"""The leaders of a club's series for its public page."""

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

from ...models import Club, Person, Series
from ...rules.series.series_rules import number_text
from .loading import calculate, list_columns, version_of
from .needs import need_text, season_needs

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
    return [SeriesLeaders(series, leaders_of(series, now)) for series in list_running(club)]


def list_running(club: Club) -> list[Series]:
    """Return the newest public series of a club that run."""
    running = list(club.series.filter(is_public=True, ended_at=None).order_by("-id")[:MAX_SERIES])
    for series in running:
        series.club = club
    return running


def leaders_of(series: Series, now: datetime) -> tuple[tuple[int, str, str], ...]:
    columns = list_columns(series, now)

    def calculate_leaders():
        ranked = [one for one in calculate(series, columns).table.rows if one.rank][:MAX_LEADERS]
        return tuple((one.rank, one.row.name, number_text(one.row.total)) for one in ranked)

    return cache.get_or_set(f"series:{version_of(series, columns)}:leaders", calculate_leaders, CACHE_SECONDS)


@dataclass(frozen=True)
class OwnSeriesPlace:
    """The place of a person in a running series; `need` says what is still possible, or is empty."""

    series: Series
    rank: int | None
    total: str
    need: str


def list_own_places(club: Club, person: Person, now: datetime) -> list[OwnSeriesPlace]:
    """Return the person's place in each of the newest public series that run and have a result of theirs."""
    places = ((series, places_of(series, now).get(person.public_id)) for series in list_running(club))
    return [OwnSeriesPlace(series, *place) for series, place in places if place]


def places_of(series: Series, now: datetime) -> dict[str, tuple[int | None, str, str]]:
    """Return (rank, total, need) by person, calculated once for each change of results."""
    columns = list_columns(series, now)

    def calculate_places():
        facts = calculate(series, columns)
        needs = season_needs(facts, facts.table)
        return {
            one.row.person: (
                one.rank,
                number_text(one.row.total),
                need_text(needs[one.row.person]) if needs else "",
            )
            for one in facts.table.rows
        }

    return cache.get_or_set(f"series:{version_of(series, columns)}:places", calculate_places, CACHE_SECONDS)


def list_past_seasons(club: Club) -> list[Series]:
    """Return the public series that have ended, the newest first."""
    ended = club.series.filter(is_public=True).exclude(ended_at=None)
    return list(ended.order_by("-ended_at", "-id")[:MAX_PAST])
