"""Late entries: the rounds missed, and how they are added, merged or removed."""

import pytest

from tests.support.played_events import (
    ME,
    add_late_entry,
    byes_of,
    make,
    play_round,
    reload_event,
    reload_history,
)
from tests.support.repetitions import count
from tournaments.events.actions.events import change_settings
from tournaments.log.actions.undo import undo
from tournaments.players.actions.players import merge_players, remove_player
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rounds.actions.rounds import (
    finish_round,
    pair_next_round,
    publish_round,
    redraw_round,
    unpublish_round,
)
from tournaments.rules import rulebooks
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PODS
from tournaments.rules.standings.standings import standings

# What a missed round counts as by each rulebook. Play! Pokémon (TOM): a loss, as in Melee's events, where
# the assigned loss is a round played without an opponent. FIDE C.07: an unplayed round, no loss. Hareruya:
# the bet is lost. The others say nothing of late entries and follow the assigned loss.
MISSED_ROUNDS = dict.fromkeys(rulebooks.RULEBOOKS, "loss") | {"chess": None}


# A loss, no loss, a lost bet of pods, a negative loss and victory points; the others only have other points.
EVERY_DAY = ("magic", "chess", "hareruya", "two-one-zero", "old-world")


@pytest.mark.parametrize("rulebook", count(EVERY_DAY, tuple(rulebooks.RULEBOOKS)))
def test_missed_rounds_count_as_the_rulebook_says(db, rulebook):
    event = late_entry_in_round_3(rulebook)
    row = standings_row(event, "Ada")
    worth = MISSED_ROUNDS[rulebook]
    assert [byes_of(event, number).get(row.player) for number in (1, 2)] == [worth, worth]
    assert row.losses == (2 if worth else 0)
    # At Hareruya each loss costs 7 % of the 1000 points that everybody starts with.
    loss = rulebooks.rulebook(rulebook).points["loss"] if worth else 0
    assert row.points == pytest.approx(1000 * 0.93**2 if rulebook == "hareruya" else 2 * loss)


def late_entry_in_round_3(key):
    """An event of eight in the break after round 2, which Ada enters."""
    rulebook = rulebooks.rulebook(key)
    event = make(8, rulebook=key, kind=rulebook.kind)
    win = {"vp": "75-40", "points": "6-0", "games": f"{rulebook.best_of // 2 + 1}-0"}[rulebook.report]
    for number in range(2):
        play_round(event, f"seed {number}", "1" if rulebook.kind == PODS else win)
    finish_round(reload_event(event), ME)
    add_late_entry(event)
    return event


def standings_row(event, name):
    return next(row for row in standings(reload_history(event).phase(1)).rows if row.name == name)


@pytest.mark.parametrize("worth", ["bye", "draw", "loss", "absent"])
def test_missed_rounds_count_as_the_organiser_set(running, worth):
    change_settings(running, ME, 1, late_entry=worth)
    ada = add_late_entry(running)
    expected = {} if worth == "absent" else {1: worth, 2: worth}
    assert (ada.joined_round, ada.byes) == (3, expected)
    assert [byes_of(running, number).get(ada.id) for number in (1, 2)] == [expected.get(1), expected.get(2)]


def test_no_round_is_missed_before_it_is_published(fresh):
    assert add_late_entry(fresh).byes == {}
    pair_next_round(reload_event(fresh), ME, seed="s")
    assert add_late_entry(fresh, "Grace").byes == {}


def test_a_redrawn_round_keeps_the_late_bye_and_can_be_published(fresh):
    pair_next_round(fresh, ME, seed="s", publish=True)
    ada = add_late_entry(fresh)
    unpublish_round(reload_event(fresh), ME, 1, 1)
    redraw_round(reload_event(fresh), ME, 1, 1, seed="t")
    publish_round(reload_event(fresh), ME, 1, 1)
    assert byes_of(fresh, 1)[ada.id] == "loss"


def test_a_late_player_seated_by_hand_plays_instead(running):
    ada = add_late_entry(running)
    adjust_round(reload_event(running), ME, 1, 2, "seat", a=ada.id, reason="was in time")
    player = reload_history(running).players[-1]
    assert (player.joined_round, player.byes) == (2, {1: "loss"})
    assert ada.id not in byes_of(running)


def test_another_adjustment_does_not_change_a_late_player(running):
    ada = add_late_entry(running)
    free = reload_history(running).phase(1).rounds[1].matches[1].seats[0].player
    adjust_round(reload_event(running), ME, 1, 2, "table", a=free, table=30, reason="a broken lamp")
    assert reload_history(running).players[-1] == ada


def test_a_late_player_without_a_match_can_be_removed(running):
    before = reload_history(running)
    add_late_entry(running)
    remove_player(reload_event(running), ME, "Ada")
    assert reload_history(running) == before


@pytest.mark.parametrize(("keep", "remove"), [("p10", "p2"), ("p2", "p10")])
def test_merging_a_double_late_entry_removes_its_bye(running, keep, remove):
    before = reload_history(running)
    add_late_entry(running)
    merge_players(reload_event(running), ME, keep, remove)
    after = reload_history(running)
    merged = next(player for player in after.players if player.id == keep)
    assert (merged.byes, merged.joined_round) == ({}, 1)
    renamed = [
        tuple(keep if seat.player == remove else seat.player for seat in match.seats)
        for match in before.phase(1).rounds[1].matches
    ]
    now = [tuple(seat.player for seat in match.seats) for match in after.phase(1).rounds[1].matches]
    assert sorted(now) == sorted(renamed)
    undo(reload_event(running), ME)
    undo(reload_event(running), ME)
    assert reload_history(running) == before


def test_a_player_with_matches_cannot_be_removed(running):
    with pytest.raises(RuleViolation, match="Drop them instead"):
        remove_player(running, ME, "p2")
