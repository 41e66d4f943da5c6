"""The results of a series on PostgreSQL, whose statistics may be from before its events."""

import pytest
from django.db import connection
from django.utils import timezone

from tournaments.models import Club, Event, Player, PlayerResult, Series, SeriesEntry
from tournaments.series.pages.loading import list_columns, stored_rows

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="runs with `make test-postgres`"),
]
OLD_PLAYERS, EVENTS, PLAYERS = 5, 3, 400


def play(club, number, players):
    """Store an event with results of so many players."""
    event = Event.objects.create(club=club, slug=f"night-{number}", name="Night")
    rows = Player.objects.bulk_create(
        Player(event=event, public_id=f"p{n}", name=f"P{n}") for n in range(players)
    )
    PlayerResult.objects.bulk_create(
        PlayerResult(player=row, event=event, place=1, placed_players=players) for row in rows
    )
    return event


def test_old_statistics_never_compare_each_result_with_each_player():
    club = Club.objects.create(slug="lantern", name="The Lantern")
    play(club, 0, OLD_PLAYERS)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_player, tournaments_playerresult")
    series = Series.objects.create(club=club, slug="league", name="League")
    for number in range(1, EVENTS + 1):
        SeriesEntry.objects.create(series=series, event=play(club, number, PLAYERS))
    rows = stored_rows(list_columns(series, timezone.now()))
    assert len(rows) == EVENTS * PLAYERS
    assert "Join Filter" not in rows.explain()
