"""Corrections after a round is published, and the open round made again."""

from dataclasses import replace

import pytest

from tests.case_tables import every
from tests.rules.rounds.test_adjustments import EIGHT, NINE, second, sits, with_result
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, SeatRecord
from tournaments.rules.results import corrections
from tournaments.rules.rounds import adjustments, progress, seating


def first(event):
    return event.phase(1).rounds[0]


def swapped(event, tables=(1, 2)):
    """The correction by which the first seats of two tables of round 1 had changed places."""
    a, b = (sits(first(event))[table][0] for table in tables)
    return corrections.correct_seats(event, 1, 1, a, b)


def forgotten(event, player, late_entry="loss", **facts):
    """Take a player out of round 2; the opponent has the bye."""
    after = adjustments.apply_adjustment(event, 1, 2, "out", a=player)
    players = tuple(replace(p, **facts) if p.id == player else p for p in event.players)
    phase = replace(event.phase(1), settings=event.phase(1).settings | {"late_entry": late_entry})
    return progress.with_round(replace(event, players=players, phases=(phase,)), 1, after)


def test_who_sat_elsewhere_takes_the_place_and_its_result():
    before = first(EIGHT).matches
    after = first(swapped(EIGHT).event).matches
    assert after[0].players == (before[1].seats[0].player, before[0].seats[1].player)
    assert [seat.games for seat in after[0].seats] == [seat.games for seat in before[0].seats]
    assert after[2:] == before[2:]


@every("event", [EIGHT, NINE])
def test_the_round_that_follows_is_mended_of_a_rematch_that_comes_to_light(event):
    one, two = sits(second(event))[1]
    other = next(who for who in sits(first(event)).values() if one in who and len(who) == 2)
    sat = other[0] if other[1] == one else other[1]
    right = corrections.correct_seats(event, 1, 1, sat, two)
    assert adjustments.costs_of(right.event, 1, right.later).rematches == 1
    after = corrections.remake_round(right, 1, "fewest", "")
    assert adjustments.costs_of(right.event, 1, after).rematches == 0


def test_whose_seats_are_swapped_with_the_bye_had_the_bye():
    had, a = sits(first(NINE))[None][0], sits(first(NINE))[1][0]
    right = corrections.correct_seats(NINE, 1, 1, a, had)
    assert sits(first(right.event))[None] == (a,)
    assert sits(first(right.event))[1][0] == had


def test_opponents_have_sat_where_they_sat():
    a, b = sits(first(EIGHT))[1]
    with pytest.raises(RuleViolation, match="play each other"):
        corrections.correct_seats(EIGHT, 1, 1, a, b)


@every("choice", ["fewest", "draw"])
def test_a_missing_player_plays_and_tables_with_a_result_stay(choice):
    history = with_result(forgotten(NINE, sits(second(NINE))[3][0]), 1)
    player = sits(second(NINE))[3][0]
    after = corrections.remake_round(corrections.admit_player(history, 1, 2, player), 1, choice, "t")
    assert after.matches[0] == second(history).matches[0]
    assert player in seating.opponents(after)
    assert {*seating.opponents(after)} == {p.id for p in NINE.players}


@every("worth", ["loss", "draw", "bye", "absent"])
def test_left_out_the_round_is_to_them_what_the_settings_say_of_late_entries(worth):
    player = sits(second(EIGHT))[3][0]
    history = forgotten(EIGHT, player, late_entry=worth)
    right = corrections.admit_player(history, 1, 2, player)
    assert corrections.worth_left_out(right, 1, player) == worth
    if worth == "absent":
        assert right.left == history
        return
    bye = second(right.left).matches[-1]
    assert bye == MatchRecord((SeatRecord(player, result=worth),))
    assert seating.get_player(right.left, player).byes == {2: worth}


def test_who_has_a_bye_for_coming_late_keeps_it_or_plays():
    player = sits(second(EIGHT))[3][0]
    history = forgotten(EIGHT, player, joined_round=3, byes={2: "loss"})
    late = MatchRecord((SeatRecord(player, result="loss"),))
    history = progress.with_round(
        history, 1, replace(second(history), matches=(*second(history).matches, late))
    )
    right = corrections.admit_player(history, 1, 2, player)
    assert right.left == history
    assert corrections.worth_left_out(right, 1, player) == "loss"
    after = corrections.remake_round(right, 1, "fewest", "")
    assert seating.opponents(after)[player]
    assert (
        seating.get_player(right.event, player).joined_round,
        seating.get_player(right.event, player).byes,
    ) == (
        2,
        {},
    )


@every("choice", ["fewest", "draw"])
def test_who_is_not_there_has_a_loss_and_the_others_play(choice):
    player = sits(second(NINE))[3][0]
    right = corrections.excuse_player(NINE, 1, 2, player)
    after = corrections.remake_round(right, 1, choice, "t")
    out = {m.seats[0].player: m.seats[0].result for m in after.matches if m.is_bye}
    assert out == {player: "loss"}
    assert len(seating.opponents(after)) == 9
    assert right.left == NINE


def test_who_dropped_leaves_the_round_and_others_who_dropped_play_on():
    leaving, other = sits(second(EIGHT))[1][0], sits(second(EIGHT))[4][0]
    dropped = {leaving, other}
    players = tuple(replace(p, dropped_after=1) if p.id in dropped else p for p in EIGHT.players)
    history = replace(EIGHT, players=players)
    for choice in ("fewest", "draw"):
        after = corrections.remake_round(corrections.excuse_player(history, 1, 2, leaving), 1, choice, "t")
        assert leaving not in seating.opponents(after)
        assert sits(after)[4] == sits(second(EIGHT))[4]


@every("both", [False, True])
def test_whose_opponent_dropped_is_not_taken_out_the_table_is_reported(both):
    one, other = sits(second(EIGHT))[3]
    dropped = {one, other} if both else {other}
    players = tuple(replace(p, dropped_after=1) if p.id in dropped else p for p in EIGHT.players)
    with pytest.raises(RuleViolation, match="has dropped: report table 3 instead"):
        corrections.excuse_player(replace(EIGHT, players=players), 1, 2, one)


def test_what_cannot_be_is_said_in_a_sentence():
    history = with_result(EIGHT, 2)
    seated = sits(second(history))[2][0]
    with pytest.raises(RuleViolation, match="Table 2 has its result"):
        corrections.excuse_player(history, 1, 2, seated)
    with pytest.raises(RuleViolation, match="sits in this round already"):
        corrections.admit_player(history, 1, 2, seated)
    with pytest.raises(RuleViolation, match="Choose a player of this event"):
        corrections.admit_player(history, 1, 2, "stranger")
    all_dropped = replace(EIGHT, players=tuple(replace(p, dropped_after=1) for p in EIGHT.players))
    player = sits(second(EIGHT))[3][0]
    with pytest.raises(RuleViolation, match="has dropped: take that back first"):
        corrections.admit_player(forgotten(all_dropped, player, dropped_after=1), 1, 2, player)
