"""Requested byes, own tables and alternating first seats."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.support.case_tables import every
from tests.support.histories import (
    byes_in,
    draw_next_round,
    event_of,
    play,
    seats_by_table,
    with_finals,
    with_log,
    with_requests,
)
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, PhaseRecord, PlayerRecord, RoundRecord, SeatRecord
from tournaments.rules.rounds import progress
from tournaments.rules.rounds.draw_verification import verify_draw
from tournaments.rules.rounds.swiss import assign_first_seats, first_seats


@every("worth", ["bye", "draw", "loss"])
def test_a_requested_bye_has_its_worth(worth):
    next_round = draw_next_round(with_requests(event_of(9), p4={"byes": {1: worth}}))
    assert byes_in(next_round.round) == {"p4": worth}
    assert len(seats_by_table(next_round.round)) == 4
    assert "requested" in str(next_round.why["p4"])
    assert set(next_round.why) == {f"p{n}" for n in range(1, 10)}


def test_a_drawn_and_a_requested_bye_are_in_list_order():
    next_round = draw_next_round(with_requests(event_of(8), p2={"byes": {1: "draw"}}))
    assert len(byes_in(next_round.round)) == 2 and byes_in(next_round.round)["p2"] == "draw"
    order = [int(player[1:]) for player in byes_in(next_round.round)]
    assert order == sorted(order)


def test_byes_count_over_the_event_and_end_with_a_drop():
    event = play(event_of(10, rounds=1), 1)
    event = replace(event, phases=(*event.phases, PhaseRecord(overrides={"cut": {"percent": 100}})))
    next_round = draw_next_round(
        with_requests(event, p4={"byes": {2: "draw"}}, p5={"byes": {2: "bye"}, "dropped_after": 2})
    )
    assert (next_round.phase.number, next_round.round.number, byes_in(next_round.round)) == (
        2,
        1,
        {"p4": "draw", "p5": "bye"},
    )
    without_p5 = draw_next_round(
        with_requests(event, p4={"byes": {2: "draw"}}, p5={"byes": {2: "bye"}, "dropped_after": 1})
    )
    assert "p5" not in byes_in(without_p5.round)


def test_a_late_entrys_bye_stays_in_a_redraw():
    event = with_requests(event_of(9), p4={"byes": {1: "loss"}, "joined_round": 2})
    assert byes_in(draw_next_round(event).round) == {"p4": "loss"}


def test_a_requested_bye_counts_for_the_turn_of_the_bye():
    event = with_requests(event_of(9, rounds=4), p9={"byes": {1: "draw"}}, p1={"byes": {1: "loss"}})
    event = play(event, 3)
    byes_by_round = [byes_in(round_) for round_ in event.phase(1).rounds]
    assert (byes_by_round[0]["p1"], byes_by_round[0]["p9"]) == ("loss", "draw")
    assert all("p9" not in later for later in byes_by_round[1:])


def test_a_round_with_one_player_without_a_bye_is_refused():
    event = with_requests(event_of(3), p1={"byes": {1: "bye"}}, p2={"byes": {1: "bye"}})
    with pytest.raises(RuleViolation, match="at least two players"):
        draw_next_round(event)


def test_an_own_table_is_always_assigned():
    for seed in "abcdef":
        next_round = draw_next_round(with_requests(event_of(8), p5={"table": 3}), seed)
        assert "p5" in seats_by_table(next_round.round)[3]
        assert sorted(seats_by_table(next_round.round)) == [1, 2, 3, 4]
        assert str(next_round.why["p5"]).endswith("; table 3 is reserved for Player 05")


def test_an_own_table_beyond_the_last_leaves_no_gap():
    next_round = draw_next_round(with_requests(event_of(8), p5={"table": 40}))
    assert sorted(seats_by_table(next_round.round)) == [1, 2, 3, 40]
    assert [match.table for match in next_round.round.matches] == [1, 2, 3, 40]


def test_the_earlier_player_of_a_pair_gets_the_own_table():
    event = with_requests(event_of(2), p1={"table": 7}, p2={"table": 9})
    next_round = draw_next_round(event)
    assert sorted(seats_by_table(next_round.round)) == [7]
    note = "Player 02 should be at table 9, but Player 01, who registered earlier, has table 7"
    assert note in str(next_round.why["p1"]) and note in str(next_round.why["p2"])
    turned = replace(event, players=event.players[::-1])
    assert sorted(seats_by_table(draw_next_round(turned).round)) == [9]


def test_the_earlier_of_two_players_gets_the_shared_own_table():
    event = play(with_requests(event_of(4, rounds=3), p1={"table": 2}, p3={"table": 2}), 3)
    for round_ in event.phase(1).rounds:
        assert "p1" in seats_by_table(round_)[2]
    apart = next(r for r in event.phase(1).rounds if "p3" not in seats_by_table(r)[2])
    before = event.phase(1).replace(rounds=event.phase(1).rounds[: apart.number - 1]).history
    why = progress.draw(before.phase(1), apart.seed, True)[1]
    assert "Player 03 should be at table 2, but Player 01, who registered earlier, has it" in str(why["p3"])


def test_own_tables_are_assigned_in_finals():
    event = with_finals(play(with_requests(event_of(12, rounds=2), p1={"table": 20}), 2), 12, "single")
    next_round = draw_next_round(event)
    assert all(table == 20 for table, players in seats_by_table(next_round.round).items() if "p1" in players)
    assert len(seats_by_table(next_round.round)) == len([m for m in next_round.round.matches if not m.is_bye])


def test_a_draw_is_repeated_with_the_requests_of_its_time():
    before = play(with_requests(event_of(9), p3={"table": 2}, p5={"byes": {3: "draw"}}), 2)
    after = draw_next_round(before).event
    forgotten = with_requests(after, p3={"table": None}, p5={"byes": {}})
    assert verify_draw(after.phase(1), 3).same
    assert verify_draw(with_log(before, after, forgotten).phase(1), 3).same
    assert not verify_draw(forgotten.phase(1), 3).same


def of_rounds(*rounds):
    """Return a phase of these pairs, first seat in front."""
    records = [
        RoundRecord(
            number,
            matches=tuple(
                MatchRecord((SeatRecord(a), SeatRecord(b)), at) for at, (a, b) in enumerate(pairs, 1)
            ),
        )
        for number, pairs in enumerate(rounds, 1)
    ]
    return PhaseRecord(rounds=tuple(records))


def test_first_seats_are_balanced_by_count_then_by_the_last_round():
    phase = of_rounds(["ab", "cd"], ["ac", "db"])
    assert assign_first_seats([("a", "d")], phase, "balanced", "s") == [("d", "a")]
    # b has never sat first.
    assert assign_first_seats([("d", "b")], phase, "balanced", "s") == [("b", "d")]
    # c and d once each, d in the last round.
    assert assign_first_seats([("d", "c")], phase, "balanced", "s") == [("c", "d")]
    assert assign_first_seats([("a", "d")], phase, "standing", "s") == [("a", "d")]


def test_the_first_seat_of_round_1_is_by_lot():
    first = Counter(
        assign_first_seats([("a", "b")], PhaseRecord(), "balanced", f"{n}")[0][0] for n in range(400)
    )
    assert 150 < first["a"] < 250
    assert assign_first_seats([("a", "b")], PhaseRecord(), "balanced", "s") == assign_first_seats(
        [("b", "a")], PhaseRecord(), "balanced", "s"
    )


def test_first_seats_are_balanced_in_chess():
    event = play(replace(event_of(8, rounds=6), rulebook="chess"), 6)
    sat = first_seats(event.phase(1))
    assert all(abs(2 * sum(firsts) - len(firsts)) <= 2 for firsts in sat.values())


def test_a_late_entry_does_not_change_a_verified_draw():
    before = event_of(8)
    after = draw_next_round(before).event
    zoe = PlayerRecord("zoe", "Zoe", joined_round=2, byes={1: "loss"})
    late = replace(after, players=(*after.players, zoe))
    bye = MatchRecord((SeatRecord("zoe", result="loss"),))
    round_ = after.phase(1).rounds[0]
    late = late.phase(1).with_round(replace(round_, matches=(*round_.matches, bye))).history
    assert verify_draw(with_log(before, after, late).phase(1), 1).same
    assert verify_draw(late.phase(1), 1).same
