"""Events that count for a series of a Commander league with achievements."""

from tournaments.models import Club, Event, Series, SeriesEntry
from tournaments.rules.series.series_rules import (
    ONCE_A_GAME,
    ONCE_AN_EVENT,
    SeriesAchievement,
    SeriesRules,
    SeriesScoring,
)
from tournaments.rules.series.stored_rules import write_rules
from tournaments.series.pages.achievements import offered_achievements

BLOOD = SeriesAchievement("blood", "First blood", 1, ONCE_A_GAME)
DAMAGE = SeriesAchievement("damage", "Win by commander damage", 2, ONCE_AN_EVENT)


def count_for_achievements(event: Event, *achievements: SeriesAchievement, **columns) -> Event:
    """Let an event, put into a club if it has none, count for a series with these or two achievements."""
    club = event.club or Club.objects.create(slug="lantern", name="The Lantern")
    Event.objects.filter(pk=event.pk).update(club=club)
    rules = write_rules(SeriesRules(SeriesScoring(), achievements=achievements or (BLOOD, DAMAGE)))
    columns = {"slug": "league", "name": "League", "rules": rules, **columns}
    series = Series.objects.create(club=club, **columns)
    SeriesEntry.objects.create(series=series, event=event)
    return Event.objects.get(pk=event.pk)


def offered_values(event: Event) -> list[str]:
    """Return what forms call the achievements of an event."""
    return [one.value for one in offered_achievements(event)]
