"""The series and rating lists of a club in the backup of a site."""

import re
from collections import defaultdict
from collections.abc import Iterator

from ...changes.club_change import as_json
from ...models import (
    AchievementTick,
    Club,
    ElsewhereResult,
    Event,
    Person,
    Player,
    RatingList,
    Series,
    SeriesEntry,
    SeriesMember,
)
from ...rules.errors import RuleViolation
from ...rules.ratings.settings import read_settings
from ...rules.series.stored_rules import read_rules
from .people_backups import NewKeys, row_of, values_of
from .values import IS_INCONSISTENT, column_value

ENTRY_SHAPE = {
    "row": int,
    "event": str | None,
    "results": [{"row": int, "person": str | None}],
    "ticks": [{"row": int, "player": str}],
}
# Columns of an achievement.
TICK = ("key", "phase", "round", "reported_by", "confirmed_at")
MEMBER_SHAPE = {"row": int, "person": str, "adjustments": [{"points": str, "reason": str, "at": str}]}
# Points of an adjustment: up to 1,000,000 with four decimals, as a fraction.
ADJUSTED_POINTS = re.compile(r"-?[0-9]{1,11}(/[1-9][0-9]{0,4})?")
# Columns of a series that name events of the club.
EVENTS_OF_SERIES = ("final", "play_off")
SERIES_SHAPE = [
    {
        "row": int,
        "slug": str,
        "rules": dict,
        "prizes": [{"first": int, "last": int, "text": str}],
        "previous": str | None,
        **dict.fromkeys(EVENTS_OF_SERIES, str | None),
        "entries": [ENTRY_SHAPE],
        "members": [MEMBER_SHAPE],
    }
]
RATINGS_SHAPE = [{"row": int, "game": str, "settings": dict}]


def write_series(club: Club) -> Iterator[dict]:
    """Yield each series of a club as JSON values: events by their addresses, people by their ids."""
    all_series = club.series.select_related("previous", "final", "play_off").order_by("pk")
    for series in all_series.prefetch_related(
        "entries__event", "entries__results__person", "members__person"
    ):
        ticks = defaultdict(list)
        for row in series.ticks.select_related("player").order_by("pk"):
            columns = {name: as_json(getattr(row, name)) for name in TICK}
            ticks[row.player.event_id].append({"row": row.pk, "player": row.player.public_id} | columns)
        yield values_of(series) | {
            "previous": series.previous and series.previous.slug,
            "final": series.final and series.final.slug,
            "play_off": series.play_off and series.play_off.slug,
            "entries": [
                values_of(entry)
                | {
                    "event": entry.event and entry.event.slug,
                    "ticks": ticks[entry.event_id],
                    "results": [
                        values_of(result) | {"person": result.person and result.person.public_id}
                        for result in entry.results.all()
                    ],
                }
                for entry in series.entries.all()
            ],
            "members": [
                values_of(member) | {"person": member.person.public_id} for member in series.members.all()
            ],
        }


def restore_series(club: Club, values: list[dict], events: dict[str, Event], new_keys: NewKeys):
    """Store the series of a new club. `events` are the restored ones by their addresses in the backup.

    Events and people that are not restored are left out. Raises RuleViolation for invalid values.
    """
    people = {person.public_id: person for person in Person.with_merged.filter(club=club)}
    by_slug = {}
    for one in values:
        read_rules(one["rules"])
        named = {name: events.get(one[name]) for name in EVENTS_OF_SERIES}
        series = row_of(Series, one, club=club, **named)
        series.save()
        by_slug[series.slug] = series
        new_keys[Series][one["row"]] = series.pk
        restore_entries(series, one["entries"], events, people, new_keys)
        for row in one["members"]:
            if person := people.get(row["person"]):
                if not all(ADJUSTED_POINTS.fullmatch(one["points"]) for one in row["adjustments"]):
                    raise RuleViolation(IS_INCONSISTENT, wrong="adjustments")
                member = row_of(SeriesMember, row, series=series, person=person)
                member.save()
                new_keys[SeriesMember][row["row"]] = member.pk
    for one in values:
        if one["previous"] in by_slug:
            Series.objects.filter(pk=new_keys[Series][one["row"]]).update(previous=by_slug[one["previous"]])


def restore_entries(series: Series, rows: list[dict], events: dict, people: dict, new_keys: NewKeys):
    for row in rows:
        event = events.get(row["event"])
        if row["event"] and event is None:
            continue
        entry = row_of(SeriesEntry, row, series=series, event=event)
        if (entry.date is None) == (event is None):
            raise RuleViolation(IS_INCONSISTENT, wrong="series")
        entry.save()
        new_keys[SeriesEntry][row["row"]] = entry.pk
        restore_ticks(entry, row["ticks"], new_keys)
        for one in row["results"]:
            result = row_of(ElsewhereResult, one, entry=entry, person=people.get(one["person"]))
            if sum(number is not None for number in (result.points, result.place, result.wins)) != 1:
                raise RuleViolation(IS_INCONSISTENT, wrong="results")
            result.save()
            new_keys[ElsewhereResult][one["row"]] = result.pk


def restore_ticks(entry: SeriesEntry, rows: list[dict], new_keys: NewKeys):
    """Store the achievements of the players of a restored event."""
    players = {}
    if rows and entry.event:
        players = {player.public_id: player for player in Player.with_removed.filter(event=entry.event)}
    for row in rows:
        if player := players.get(row["player"]):
            fields = {name: AchievementTick._meta.get_field(name) for name in TICK}
            columns = {name: column_value(field, row[name]) for name, field in fields.items()}
            tick = AchievementTick.objects.create(series=entry.series, player=player, **columns)
            new_keys[AchievementTick][row["row"]] = tick.pk


def rejoin_series(club: Club, values: list[dict], events: dict[str, Event]):
    """Put restored events into the series of a club that exists here, as they were in the backup."""
    own = {series.slug: series for series in club.series.all()}
    for one in values:
        for name in EVENTS_OF_SERIES:
            if one["slug"] in own and one[name] in events:
                club.series.filter(**{"slug": one["slug"], name: None}).update(**{name: events[one[name]]})
        for row in one["entries"] if one["slug"] in own else ():
            if event := events.get(row["event"]):
                entry = row_of(SeriesEntry, row, series=own[one["slug"]], event=event)
                SeriesEntry.objects.bulk_create([entry], ignore_conflicts=True)
                restore_ticks(entry, row["ticks"], defaultdict(dict))


def write_rating_lists(club: Club) -> Iterator[dict]:
    """Yield the rating lists of a club; the ratings themselves are calculated again."""
    yield from map(values_of, club.rating_lists.order_by("pk"))


def restore_rating_lists(club: Club, values: list[dict], new_keys: NewKeys):
    """Store the rating lists of a new club. Raises RuleViolation for invalid values."""
    for one in values:
        read_settings(one["settings"])
        row = row_of(RatingList, one, club=club)
        row.save()
        new_keys[RatingList][one["row"]] = row.pk
