"""Payouts by place, by record and by points, shared among true ties, exact to the cent."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.round_notation import swiss
from tests.support.finals import QUALIFIERS, finals_event, won_match
from tests.support.histories import sums_of, with_prizes
from tournaments.rules.event_file import read, write
from tournaments.rules.history import MatchRecord, PlayerRecord, RoundRecord, SeatRecord
from tournaments.rules.prizes.payout import awards, sum_awards
from tournaments.rules.standings.standings import standings

FOUR = swiss("ann bob 2-0, cid dan 2-1", "ann cid 2-0, bob dan 2-0")
LEVEL = swiss("ann bob 2-0, cid dan 2-0", "ann dan 2-0, cid bob 2-0")


def test_prizes_by_place_go_to_that_rank():
    assert sums_of(with_prizes(FOUR, "1: 50\n2-3: 12.50")) == {"ann": 50, "bob": 12.5, "cid": 12.5}


def test_tied_players_share_the_prizes_of_their_places():
    award_list = awards(with_prizes(LEVEL, "1: 50 + cup\n2: 25\n3: 5"))
    assert [(one.target, one.players, one.each) for one in award_list] == [
        ((1, 2), ("ann", "cid"), Fraction("37.5")),
        ((3, 4), ("bob", "dan"), Fraction("2.5")),
    ]
    assert award_list[0].things == (("cup", 1),)


def test_indivisible_remainder_is_kept_and_reported():
    event = with_prizes(swiss("ann bob 2-0, cid dan 2-0, eve fay 2-0"), "1-3: share 100")
    (one,) = awards(event)
    assert (one.each, one.rest) == (Fraction("33.33"), Fraction("0.01"))
    (one,) = awards(replace(event, pot={"smallest": 5}))
    assert (one.each, one.rest) == (30, 10)
    assert sum_awards([one]) == (90, 10)


def test_player_gets_only_the_best_record_prize():
    event = with_prizes(FOUR, "x-0: 20 each\nx-1: 10 each\nx-2: share 3 + pack")
    assert sums_of(event) == {"ann": 20, "bob": 10, "cid": 10, "dan": 3}


def test_records_are_compared_by_points():
    """5-1-1 is better than 5-2, 4-1-2 is not: 16, 15 and 14 points."""
    rounds = ["ann bob 2-0, cid dan 1-1"] * 2 + ["ann dan 2-0, bob cid 0-2"] * 2
    event = swiss(*rounds)
    assert {row.player: row.record for row in standings(event.phase(1)).rows}["cid"] == "2-0-2"
    assert sums_of(with_prizes(event, "3-1: 5 each")) == {"ann": 5}
    assert sums_of(with_prizes(event, "2-2: 5 each")) == {"ann": 5, "cid": 5}
    assert sums_of(with_prizes(event, "x-1-1: 5 each")) == {"ann": 5, "cid": 5}


def test_places_records_and_points_add_up():
    assert sums_of(with_prizes(FOUR, "1: 50\nx-0: 20 each\n3+ points: share 3"))["ann"] == 71


def test_a_share_of_the_pot_grows_with_the_entries():
    event = with_prizes(FOUR, "1: 50%\n2: 12.5%", pot={"fee": 7, "sum": "2.05"})
    assert sums_of(event) == {"ann": Fraction("15.02"), "bob": Fraction("3.75")}


def test_player_who_dropped_before_the_first_round_adds_no_entry_fee():
    event = with_prizes(FOUR, "1: 100%", pot={"fee": 10})
    dropped = PlayerRecord("eve", "Eve", dropped_after=0)
    assert sums_of(replace(event, players=(*event.players, dropped))) == {"ann": 40}


def test_disqualified_player_gets_no_prize_and_others_move_up():
    players = tuple(replace(p, disqualified=p.id == "ann") for p in FOUR.players)
    assert sums_of(with_prizes(replace(FOUR, players=players), "1: 50\n2: 20")) == {"bob": 50, "cid": 20}


def test_dropped_player_keeps_the_prize():
    assert sums_of(with_prizes(swiss("ann bob 2-0", dropped={"ann": 1}), "1: 50")) == {"ann": 50}


def test_no_awards_before_a_round_is_finished():
    running = FOUR.phase(1).replace(rounds=(replace(FOUR.phase(1).rounds[0], state="published"),)).history
    assert awards(with_prizes(running, "1: 50\nx-2: 5")) == ()


SEMIS = RoundRecord(2, matches=(won_match("b", "h", "SF1"), won_match("g", "a", "SF2", 2)))


def finals(*rounds, **more):
    lines = "1: 100\n2: 50\n3-4: 20\n5: 8\n6: 2\n7-8: 1 + badge"
    return with_prizes(finals_event(rounds=(QUALIFIERS, *rounds)), lines, 2, **more)


def test_finals_pay_only_certain_places():
    assert sums_of(finals()) == {"e": 1, "f": 1}
    assert sums_of(finals(SEMIS)) == {"e": 1, "f": 1, "a": 8, "h": 2}


def test_losers_of_a_round_can_share_prizes():
    award_list = awards(finals(SEMIS, losers_share=True))
    assert [(one.target, one.players, one.each) for one in award_list] == [
        ((5, 6), ("a", "h"), 5),
        ((7, 8), ("e", "f"), 1),
    ]
    assert award_list[1].things == (("badge", 2),)


def test_losers_of_a_pod_can_share_prizes():
    pod = MatchRecord(
        (
            SeatRecord("a", place=3),
            SeatRecord("b", place=1),
            SeatRecord("c", place=2),
            SeatRecord("d", place=4),
        ),
        1,
        slot="FP",
    )
    event = finals_event("pods4", tuple("abcd"), [RoundRecord(1, matches=(pod,))])
    lines = "1: 100\n2: 60\n3: 30"
    assert sums_of(with_prizes(event, lines, phase=2)) == {"b": 100, "c": 60, "a": 30}
    shared = sums_of(with_prizes(event, lines, phase=2, losers_share=True))
    assert shared == {"b": 100, "a": 30, "c": 30, "d": 30}


LINES = st.lists(
    st.sampled_from(
        ("1: 10", "2-3: 7.77", "4-9: share 5", "x-0: 20 each", "x-1: share 3.33", "3+ points: 1")
    ),
    unique=True,
)


@given(LINES, st.sampled_from(("0.01", "0.5", 3)), st.randoms(use_true_random=False))
def test_every_award_is_a_multiple_of_the_smallest_sum(lines, smallest, chance):
    names = "abcdefgh"
    results = ["2-0", "1-2", "1-1"]
    rounds = [
        ", ".join(f"{a} {b} {chance.choice(results)}" for a, b in zip(order[::2], order[1::2], strict=True))
        for order in (chance.sample(names, 8) for _ in range(3))
    ]
    event = with_prizes(swiss(*rounds), "\n".join(lines), pot={"smallest": smallest})
    for one in awards(event):
        assert one.each % Fraction(smallest) == 0
        assert 0 <= one.rest < Fraction(smallest) * len(one.players)
    assert awards(read(write(event))) == awards(event)
