"""Corrections after a round is published, and the remade open round."""

from dataclasses import replace

import pytest

from tests.support.case_tables import every
from tests.support.histories import EIGHT, NINE, second, sits, with_result
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, SeatRecord
from tournaments.rules.results.corrections import (
    admit_player,
    correct_seats,
    excuse_player,
    remake_round,
    worth_left_out,
)
from tournaments.rules.rounds import seating
from tournaments.rules.rounds.adjustments import apply_adjustment, costs_of


def round_1(event):
    return event.phase(1).rounds[0]


def swap_first_seats(event, tables=(1, 2)):
    """Swap the first seats of two tables of round 1."""
    a, b = (sits(round_1(event))[table][0] for table in tables)
    return correct_seats(event.phase(1), 1, a, b)


def without_player(event, player, late_entry="loss", **facts):
    """Remove a player of round 2; the opponent has the bye."""
    after = apply_adjustment(event.phase(1), 2, "out", a=player)
    players = tuple(replace(p, **facts) if p.id == player else p for p in event.players)
    phase = replace(event, players=players).phase(1)
    settings = phase.overrides | {"late_entry": late_entry}
    return phase.replace(overrides=settings).with_round(after).history


def test_swapped_players_take_over_the_result_of_their_new_seat():
    before = round_1(EIGHT).matches
    after = round_1(swap_first_seats(EIGHT).phase.history).matches
    assert after[0].players == (before[1].seats[0].player, before[0].seats[1].player)
    assert [seat.games for seat in after[0].seats] == [seat.games for seat in before[0].seats]
    assert after[2:] == before[2:]


@every("event", [EIGHT, NINE])
def test_the_open_round_is_repaired_if_the_correction_reveals_a_rematch(event):
    one, two = sits(second(event))[1]
    pair = next(pair for pair in sits(round_1(event)).values() if one in pair and len(pair) == 2)
    opponent = pair[0] if pair[1] == one else pair[1]
    corrected = correct_seats(event.phase(1), 1, opponent, two)
    assert costs_of(corrected.phase, corrected.open_round).rematches == 1
    after = remake_round(corrected, "fewest", "")
    assert costs_of(corrected.phase, after).rematches == 0


def test_swapping_a_seat_with_the_bye_moves_the_bye():
    bye_player, a = sits(round_1(NINE))[None][0], sits(round_1(NINE))[1][0]
    corrected = correct_seats(NINE.phase(1), 1, a, bye_player)
    assert sits(round_1(corrected.phase.history))[None] == (a,)
    assert sits(round_1(corrected.phase.history))[1][0] == bye_player


def test_opponents_cannot_be_swapped():
    a, b = sits(round_1(EIGHT))[1]
    with pytest.raises(RuleViolation, match="are at the same table"):
        correct_seats(EIGHT.phase(1), 1, a, b)


@every("choice", ["fewest", "draw"])
def test_an_admitted_player_is_paired_and_reported_tables_stay(choice):
    history = with_result(without_player(NINE, sits(second(NINE))[3][0]), 1)
    player = sits(second(NINE))[3][0]
    after = remake_round(admit_player(history.phase(1), 2, player), choice, "t")
    assert after.matches[0] == second(history).matches[0]
    assert player in seating.opponents(after)
    assert {*seating.opponents(after)} == {p.id for p in NINE.players}


@every("worth", ["loss", "draw", "bye", "absent"])
def test_a_player_left_out_gets_the_worth_of_late_entries(worth):
    player = sits(second(EIGHT))[3][0]
    history = without_player(EIGHT, player, late_entry=worth)
    corrected = admit_player(history.phase(1), 2, player)
    assert worth_left_out(corrected, player) == worth
    if worth == "absent":
        assert corrected.if_kept.history == history
        return
    bye = second(corrected.if_kept.history).matches[-1]
    assert bye == MatchRecord((SeatRecord(player, result=worth),))
    assert corrected.if_kept.history.player(player).byes == {2: worth}


def test_a_late_player_keeps_the_bye_or_is_paired():
    player = sits(second(EIGHT))[3][0]
    history = without_player(EIGHT, player, joined_round=3, byes={2: "loss"})
    late = MatchRecord((SeatRecord(player, result="loss"),))
    history = (
        history.phase(1)
        .with_round(replace(second(history), matches=(*second(history).matches, late)))
        .history
    )
    corrected = admit_player(history.phase(1), 2, player)
    assert corrected.if_kept.history == history
    assert worth_left_out(corrected, player) == "loss"
    after = remake_round(corrected, "fewest", "")
    assert seating.opponents(after)[player]
    admitted = corrected.phase.history.player(player)
    assert (admitted.joined_round, admitted.byes) == (2, {})


@every("choice", ["fewest", "draw"])
def test_an_absent_player_gets_a_loss_and_the_others_play(choice):
    player = sits(second(NINE))[3][0]
    corrected = excuse_player(NINE.phase(1), 2, player)
    after = remake_round(corrected, choice, "t")
    out = {m.seats[0].player: m.seats[0].result for m in after.matches if m.is_bye}
    assert out == {player: "loss"}
    assert len(seating.opponents(after)) == 9
    assert corrected.if_kept.history == NINE


def test_an_excused_dropped_player_leaves_and_other_dropped_players_play_on():
    leaving, other = sits(second(EIGHT))[1][0], sits(second(EIGHT))[4][0]
    dropped = {leaving, other}
    players = tuple(replace(p, dropped_after=1) if p.id in dropped else p for p in EIGHT.players)
    history = replace(EIGHT, players=players)
    for choice in ("fewest", "draw"):
        corrected = excuse_player(history.phase(1), 2, leaving)
        after = remake_round(corrected, choice, "t")
        assert leaving not in seating.opponents(after)
        assert sits(after)[4] == sits(second(EIGHT))[4]


@every("both", [False, True])
def test_a_player_whose_opponent_dropped_cannot_be_excused(both):
    one, other = sits(second(EIGHT))[3]
    dropped = {one, other} if both else {other}
    players = tuple(replace(p, dropped_after=1) if p.id in dropped else p for p in EIGHT.players)
    with pytest.raises(RuleViolation, match=r"has dropped\. Report the result of table 3 instead"):
        excuse_player(replace(EIGHT, players=players).phase(1), 2, one)


def test_impossible_corrections_are_refused():
    history = with_result(EIGHT, 2)
    seated = sits(second(history))[2][0]
    with pytest.raises(RuleViolation, match="Table 2 has a result"):
        excuse_player(history.phase(1), 2, seated)
    with pytest.raises(RuleViolation, match="is already in this round"):
        admit_player(history.phase(1), 2, seated)
    with pytest.raises(RuleViolation, match="Choose a player of this event"):
        admit_player(history.phase(1), 2, "stranger")
    all_dropped = replace(EIGHT, players=tuple(replace(p, dropped_after=1) for p in EIGHT.players))
    player = sits(second(EIGHT))[3][0]
    with pytest.raises(RuleViolation, match=r"has dropped\. Bring them back first"):
        admit_player(without_player(all_dropped, player, dropped_after=1).phase(1), 2, player)
