"""The transaction of a pairing computes nothing twice."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, play_round, reload_event
from tournaments.history.cache import load_history_with_log
from tournaments.models import PublishedStandings, RestorePoint
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules import event_file
from tournaments.rules.standings import standings


@pytest.fixture
@cached_state
def finished(db):
    """Eight players, every result of round 1 in."""
    event = make()
    play_round(event)
    return reload_event(event)


def test_the_standings_are_computed_once_when_a_round_is_paired_and_published(finished, monkeypatch):
    computed, calls = standings.compute_standings, []
    monkeypatch.setattr(
        standings, "compute_standings", lambda *args, **named: calls.append(args) or computed(*args, **named)
    )
    pair_next_round(finished, ME, publish=True)
    assert len(calls) == 1
    published = PublishedStandings.objects.get(event=finished)
    assert (published.round, len(published.rows)) == (1, 8)


def test_the_event_is_read_once_and_the_restore_point_is_the_event_before(finished):
    before = event_file.text(load_history_with_log(finished))
    with CaptureQueriesContext(connection) as captured:
        pair_next_round(finished, ME, publish=True)
    seats_read = [query["sql"] for query in captured if 'FROM "tournaments_seat"' in query["sql"]]
    assert len([sql for sql in seats_read if '"tournaments_round"."number" =' not in sql]) == 1
    assert RestorePoint.objects.get(event=finished, reason="before round 2").file == before
