"""Dropped players, and the match that they are playing."""

import pytest

from tests.support.played_events import ME, make, pair, reload_event, reload_history, report
from tournaments.players.actions.players import bring_back_player, disqualify_player, drop_player
from tournaments.rules.errors import RuleViolation
from tournaments.rules.standings.standings import standings


@pytest.fixture
def two_at_table_2(running):
    """The pairing of table 2 of round 2, which is being played."""
    match = reload_history(running).phase(1).rounds[1].matches[1]
    return [seat.player for seat in match.seats]


def results_at_2(event):
    return [seat.result for seat in reload_history(event).phase(1).rounds[1].matches[1].seats]


def test_a_disqualified_player_loses_the_current_match_and_leaves_the_standings(running, two_at_table_2):
    first, _ = two_at_table_2
    before = [row.player for row in standings(reload_history(running).phase(1)).rows]
    disqualify_player(running, ME, first)
    assert results_at_2(running) == ["disqualified", "win"]
    after = standings(reload_history(running).phase(1)).rows
    assert [row.player for row in after] == [player for player in before if player != first]
    assert after[0].rank == 1


def test_a_finished_match_stays(running):
    winner = reload_history(running).phase(1).rounds[1].matches[0].seats[0].player
    disqualify_player(running, ME, winner)
    assert [seat.games for seat in reload_history(running).phase(1).rounds[1].matches[0].seats] == [2, 0]


def test_a_disqualification_stores_a_revision_of_the_table(running, two_at_table_2):
    disqualify_player(running, ME, two_at_table_2[1])
    row = reload_event(running).phases.get(number=1).rounds.get(number=2).matches.get(table=2)
    assert row.revisions.get().who == "organiser"


def test_a_disqualified_player_is_not_paired_again(running, two_at_table_2):
    disqualify_player(running, ME, two_at_table_2[0])
    for table in (3, 4):
        report(running, table, "2-1")
    pair(running)
    seated = {s.player for match in reload_history(running).phase(1).rounds[2].matches for s in match.seats}
    assert two_at_table_2[0] not in seated


def test_a_disqualified_player_cannot_be_disqualified_again_or_drop(running):
    disqualify_player(running, ME, "p4")
    for act in (disqualify_player, drop_player):
        with pytest.raises(RuleViolation, match="already disqualified"):
            act(reload_event(running), ME, "p4")


def test_after_a_reinstatement_the_match_stays_lost(running, two_at_table_2):
    first, _ = two_at_table_2
    disqualify_player(running, ME, first)
    bring_back_player(reload_event(running), ME, first)
    assert first in {row.player for row in standings(reload_history(running).phase(1)).rows}
    assert results_at_2(running) == ["disqualified", "win"]


def test_a_player_disqualified_in_the_finals_loses_that_match(in_finals):
    match = reload_history(in_finals).phase(2).rounds[0].matches[1]
    disqualify_player(in_finals, ME, match.seats[1].player)
    after = reload_history(in_finals).phase(2).rounds[0].matches[1]
    assert [seat.result for seat in after.seats] == ["win", "disqualified"]


def test_a_player_disqualified_before_round_1_is_never_paired(db):
    event = make(5)
    disqualify_player(event, ME, "p1")
    pair(event)
    assert {s.player for m in reload_history(event).phase(1).rounds[0].matches for s in m.seats} == {
        "p2",
        "p3",
        "p4",
        "p5",
    }
