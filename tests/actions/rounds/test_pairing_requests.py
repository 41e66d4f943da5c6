"""Requested pairings: stored, refused, and kept when players are merged."""

import pytest

from tests.actions.conftest import ME, play_round, reload_event, reload_history
from tournaments.actions.players import players, roster
from tournaments.actions.rounds import pairing_requests
from tournaments.rules.errors import RuleViolation


def lists(event):
    now = reload_history(event)
    return now.forbidden, now.wished


def test_pairs_are_kept_in_the_order_in_which_they_were_asked_for(fresh):
    pairing_requests.forbid_pair(fresh, ME, "p3", "p1")
    pairing_requests.wish_pair(reload_event(fresh), ME, "p5", "Player 02")
    pairing_requests.wish_pair(reload_event(fresh), ME, "p2", "p4")
    assert lists(fresh) == ((("p3", "p1"),), (("p5", "p2"), ("p2", "p4")))
    pairing_requests.release_pair(reload_event(fresh), ME, "p2", "p5")
    assert lists(fresh) == ((("p3", "p1"),), (("p2", "p4"),))


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ("p1", "p1", "two different players"),
        ("p1", "nobody", "no player"),
        ("p2", "p1", "Player 02 and Player 01 are kept apart already"),
        ("p4", "p3", "wished against each other already"),
    ],
)
def test_what_makes_no_pair_is_refused(fresh, a, b, words):
    pairing_requests.forbid_pair(fresh, ME, "p1", "p2")
    pairing_requests.wish_pair(reload_event(fresh), ME, "p3", "p4")
    before = reload_history(fresh)
    for action in (pairing_requests.forbid_pair, pairing_requests.wish_pair):
        with pytest.raises(RuleViolation, match=words):
            action(reload_event(fresh), ME, a, b)
    assert reload_history(fresh) == before


def test_two_who_have_met_have_nothing_left_to_wish(fresh):
    play_round(fresh)
    a, b = (seat.player for seat in reload_history(fresh).phase(1).rounds[0].matches[0].seats)
    with pytest.raises(RuleViolation, match="have met already"):
        pairing_requests.wish_pair(reload_event(fresh), ME, a, b)
    pairing_requests.forbid_pair(reload_event(fresh), ME, a, b)


def test_a_pair_that_is_on_no_list_cannot_be_taken_off(fresh):
    with pytest.raises(RuleViolation, match="not on the list"):
        pairing_requests.release_pair(fresh, ME, "p1", "p2")


def test_a_pair_goes_with_its_player_and_follows_two_who_are_one(fresh):
    for a, b in (("p1", "p2"), ("p3", "p2"), ("p4", "p1")):
        pairing_requests.forbid_pair(reload_event(fresh), ME, a, b)
    pairing_requests.wish_pair(reload_event(fresh), ME, "p3", "p1")
    roster.merge_players(reload_event(fresh), ME, "p1", "p3")
    # p3 and p1 were wished against each other; now they are one.
    assert lists(fresh) == ((("p1", "p2"), ("p4", "p1")), ())
    roster.remove_player(reload_event(fresh), ME, "p1")
    assert lists(fresh) == ((), ())


def test_a_bye_cannot_be_asked_for_in_a_round_that_is_drawn(running):
    players.change_player(running, ME, "p1", byes={3: "draw"})
    with pytest.raises(RuleViolation, match="Round 2 is drawn"):
        players.change_player(reload_event(running), ME, "p1", byes={2: "draw", 3: "draw"})
