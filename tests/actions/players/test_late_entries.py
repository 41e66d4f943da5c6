"""Late entries: the running round, and how they are added, merged or removed."""

import pytest

from tests.actions.conftest import ME, make, reload_event, reload_history
from tournaments.actions.events import events
from tournaments.actions.log import undo
from tournaments.actions.players import players, roster
from tournaments.actions.rounds import adjustments, rounds
from tournaments.rules.errors import RuleViolation


def byes(event, number=2):
    """Return {player: value of their bye} of a round."""
    matches = reload_history(event).phase(1).rounds[number - 1].matches
    return {match.seats[0].player: match.seats[0].result for match in matches if match.is_bye}


def add(event, names="Ada"):
    players.add_players(reload_event(event), ME, names)
    return reload_history(event).players[-1]


def test_the_running_round_counts_as_the_rulebook_says(running):
    ada = add(running)
    assert (ada.joined_round, ada.byes) == (3, {2: "loss"})
    assert byes(running)[ada.id] == "loss"


@pytest.mark.parametrize("worth", ["bye", "draw", "loss", "absent"])
def test_the_running_round_counts_as_the_organiser_set(running, worth):
    events.change_settings(running, ME, 1, late_entry=worth)
    ada = add(running)
    assert (ada.byes, byes(running).get(ada.id)) == (({}, None) if worth == "absent" else ({2: worth}, worth))


def test_no_round_is_missed_in_chess_or_before_the_round_is_published(fresh):
    assert add(fresh).byes == {}
    rounds.pair_next_round(reload_event(fresh), ME, seed="s")
    assert add(fresh, "Grace").byes == {}
    event = make(4)
    events.change_event(event, ME, rulebook="chess")
    rounds.pair_next_round(reload_event(event), ME, seed="s", publish=True)
    assert add(event).byes == {}


def test_a_redrawn_round_keeps_the_late_bye_and_can_be_published(fresh):
    rounds.pair_next_round(fresh, ME, seed="s", publish=True)
    ada = add(fresh)
    rounds.unpublish_round(reload_event(fresh), ME, 1, 1)
    rounds.redraw_round(reload_event(fresh), ME, 1, 1, seed="t")
    rounds.publish_round(reload_event(fresh), ME, 1, 1)
    assert byes(fresh, 1)[ada.id] == "loss"


def test_a_late_player_seated_by_hand_plays_instead(running):
    ada = add(running)
    adjustments.adjust_round(reload_event(running), ME, 1, 2, "seat", a=ada.id, reason="was in time")
    player = reload_history(running).players[-1]
    assert (player.joined_round, player.byes) == (2, {})
    assert ada.id not in byes(running)


def test_another_adjustment_does_not_change_a_late_player(running):
    ada = add(running)
    free = reload_history(running).phase(1).rounds[1].matches[1].seats[0].player
    adjustments.adjust_round(
        reload_event(running), ME, 1, 2, "table", a=free, table=30, reason="a broken lamp"
    )
    assert reload_history(running).players[-1] == ada


def test_a_late_player_without_a_match_can_be_removed(running):
    before = reload_history(running)
    add(running)
    roster.remove_player(reload_event(running), ME, "Ada")
    assert reload_history(running) == before


@pytest.mark.parametrize(("keep", "remove"), [("p10", "p2"), ("p2", "p10")])
def test_merging_a_double_late_entry_removes_its_bye(running, keep, remove):
    before = reload_history(running)
    add(running)
    roster.merge_players(reload_event(running), ME, keep, remove)
    after = reload_history(running)
    merged = next(player for player in after.players if player.id == keep)
    assert (merged.byes, merged.joined_round) == ({}, 1)
    renamed = [
        tuple(keep if seat.player == remove else seat.player for seat in match.seats)
        for match in before.phase(1).rounds[1].matches
    ]
    now = [tuple(seat.player for seat in match.seats) for match in after.phase(1).rounds[1].matches]
    assert sorted(now) == sorted(renamed)
    undo.undo(reload_event(running), ME)
    undo.undo(reload_event(running), ME)
    assert reload_history(running) == before


def test_a_player_with_matches_cannot_be_removed(running):
    with pytest.raises(RuleViolation, match="Drop them instead"):
        roster.remove_player(running, ME, "p2")
