"""Participants: a drop during round 1 is stored as one after round 0, like a withdrawal before it."""

from dataclasses import replace

from tests.rules.round_notation import swiss
from tests.support.histories import with_prizes
from tournaments.rules.history import DRAFT, PlayerRecord
from tournaments.rules.players.participation import list_participants
from tournaments.rules.prizes.payout import plan_prizes, total_pot
from tournaments.rules.rounds.phases import round_count

NINE = "ann bob 2-0, cid dan 2-1, eve fay 2-0, gus hal 2-0, ida bye"


def ids_of(event):
    return {player.id for player in list_participants(event)}


def test_a_drop_during_round_1_leaves_the_number_of_rounds():
    assert round_count(swiss(NINE).phase(1)) == 5
    assert round_count(swiss(NINE, dropped={"bob": 0}).phase(1)) == 5
    assert round_count(swiss(NINE, dropped={"ida": 0}).phase(1)) == 5


def test_a_player_who_withdraws_before_round_1_does_not_count_for_the_rounds():
    eight = swiss(NINE.removesuffix(", ida bye"), dropped={"ida": 0})
    assert "ida" in eight.names and round_count(eight.phase(1)) == 3


def test_a_drop_during_round_1_pays_the_fee():
    event = replace(swiss(NINE, dropped={"bob": 0}), pot={"fee": 10})
    assert total_pot(event) == 90
    withdrawn = PlayerRecord("joe", "Joe", dropped_after=0)
    assert total_pot(replace(event, players=(*event.players, withdrawn))) == 90


def test_planned_prizes_expect_the_player_who_drops_during_round_1():
    plans = [
        plan_prizes(with_prizes(swiss(NINE, dropped=drops, settings={"rounds": 3}), "x-1: 10"))
        for drops in ({}, {"bob": 0})
    ]
    assert plans[0][0].players == plans[1][0].players == 5


def test_a_bye_and_a_loss_for_a_missed_round_are_participation():
    event = swiss("ann bob 2-0, cid bye, dan late", dropped={"cid": 0, "dan": 0, "eve": 0})
    assert ids_of(event) == {"ann", "bob", "cid", "dan"}


def test_a_late_entry_who_drops_before_their_first_round_did_not_take_part():
    event = swiss("ann bob 2-0", dropped={"cid": 1, "dan": 1}, joined_round={"cid": 2})
    assert ids_of(event) == {"ann", "bob", "dan"}


def test_disqualified_players_took_part():
    assert ids_of(swiss("ann bob 2-0", disqualified={"bob": True})) == {"ann", "bob"}


def test_a_draft_of_round_1_is_no_participation():
    event = swiss("ann bob 2-0", dropped={"bob": 0})
    assert ids_of(event.phase(1).with_round(replace(event.phase(1).round(1), state=DRAFT)).history) == {"ann"}
