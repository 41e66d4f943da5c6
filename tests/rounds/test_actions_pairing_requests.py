"""Requested pairings: stored, refused, and kept when players are merged."""

import pytest

from tests.support.played_events import ME, play_round, reload_event, reload_history
from tournaments.players.actions.players import change_player, merge_players, remove_player
from tournaments.rounds.actions.requests import forbid_pair, release_pair, wish_pair
from tournaments.rules.errors import RuleViolation


def lists(event):
    now = reload_history(event)
    return now.forbidden, now.wished


def test_requested_pairs_keep_their_order(fresh):
    forbid_pair(fresh, ME, "p3", "p1")
    wish_pair(reload_event(fresh), ME, "p5", "Player 02")
    wish_pair(reload_event(fresh), ME, "p2", "p4")
    assert lists(fresh) == ((("p3", "p1"),), (("p5", "p2"), ("p2", "p4")))
    release_pair(reload_event(fresh), ME, "p2", "p5")
    assert lists(fresh) == ((("p3", "p1"),), (("p2", "p4"),))


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("p1", "p1", "two different players"),
        ("p1", "nobody", "no player"),
        ("p2", "p1", "Player 02 and Player 01 are already kept apart"),
        ("p4", "p3", "has already been requested"),
    ],
)
def test_invalid_pairs_are_refused(fresh, a, b, message):
    forbid_pair(fresh, ME, "p1", "p2")
    wish_pair(reload_event(fresh), ME, "p3", "p4")
    before = reload_history(fresh)
    for action in (forbid_pair, wish_pair):
        with pytest.raises(RuleViolation, match=message):
            action(reload_event(fresh), ME, a, b)
    assert reload_history(fresh) == before


def test_a_wish_is_refused_after_the_two_have_met(fresh):
    play_round(fresh)
    a, b = (seat.player for seat in reload_history(fresh).phase(1).rounds[0].matches[0].seats)
    with pytest.raises(RuleViolation, match="have already played each other"):
        wish_pair(reload_event(fresh), ME, a, b)
    forbid_pair(reload_event(fresh), ME, a, b)


def test_an_unlisted_pair_cannot_be_released(fresh):
    with pytest.raises(RuleViolation, match="no longer on the list"):
        release_pair(fresh, ME, "p1", "p2")


def test_pairs_follow_merged_and_removed_players(fresh):
    for a, b in (("p1", "p2"), ("p3", "p2"), ("p4", "p1")):
        forbid_pair(reload_event(fresh), ME, a, b)
    wish_pair(reload_event(fresh), ME, "p3", "p1")
    merge_players(reload_event(fresh), ME, "p1", "p3")
    # p3 and p1 were wished against each other; now they are one.
    assert lists(fresh) == ((("p1", "p2"), ("p4", "p1")), ())
    remove_player(reload_event(fresh), ME, "p1")
    assert lists(fresh) == ((), ())


def test_a_bye_cannot_be_requested_for_a_paired_round(running):
    change_player(running, ME, "p1", byes={3: "draw"})
    with pytest.raises(RuleViolation, match="Round 2 is already paired"):
        change_player(reload_event(running), ME, "p1", byes={2: "draw", 3: "draw"})
