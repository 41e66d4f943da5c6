"""The planned total of prizes before they are won, and the Hearthstone Swiss article's proposal."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.rules.round_notation import swiss
from tests.support.histories import sums_of, with_prizes
from tournaments.rules.history import FINISHED, EventHistory, PhaseRecord, PlayerRecord
from tournaments.rules.prizes.payout import plan_prizes
from tournaments.rules.prizes.table import split
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import next_round
from tournaments.rules.standings.standings import standings


def played(size, rounds):
    """A Swiss event of so many players and rounds, paired and decided from a seed."""
    chance = Random(7)
    players = tuple(PlayerRecord(f"p{n:02}", f"Player {n:02}") for n in range(size))
    event = EventHistory("Winter", "fair-hearthstone", players, (PhaseRecord(overrides={"rounds": rounds}),))
    for number in range(1, rounds + 1):
        event = next_round(event, f"seed {number}").event
        round_ = event.phase(1).rounds[-1]
        matches = tuple(
            one if one.is_bye else apply_result(one, chance.choice(("3-1", "2-3"))) for one in round_.matches
        )
        event = event.phase(1).with_round(replace(round_, matches=matches, state=FINISHED)).history
    return event


@pytest.fixture(scope="module")
def winter():
    return played(88, 7)


def test_record_prize_reaches_every_player_with_at_most_two_losses(winter):
    """The Hearthstone Swiss article's proposal: prizes by record beyond the top eight."""
    two_or_fewer = {row.player for row in standings(winter.phase(1)).rows if row.losses <= 2}
    assert len(two_or_fewer) > 8
    each = with_prizes(winter, "1: 5000\n2-8: 1000\nx-2: 100 each")
    assert set(sums_of(each)) == two_or_fewer
    assert min(sums_of(each).values()) == 100
    pool = with_prizes(winter, "5-2 or better: share 2000")
    assert set(sums_of(pool)) == two_or_fewer
    assert set(sums_of(pool).values()) == {split(Fraction(2000), len(two_or_fewer), Fraction(1, 100))[0]}


def test_expected_number_is_within_one_of_the_actual_number(winter):
    (row,) = plan_prizes(with_prizes(winter.phase(1).replace(rounds=()).history, "x-2: 100 each"))
    assert (row.players, row.sum, row.expected) == (20, 2000, True)
    actual = sum(row.losses <= 2 for row in standings(winter.phase(1)).rows)
    assert abs(actual - row.players) <= 1


def test_the_plan_counts_each_player_once():
    """88 players, 7 rounds: 1, 5 and 14 at 7-0, 6-1 and 5-2."""
    event = EventHistory(
        "Winter", "magic", tuple(PlayerRecord(f"p{n}", "P") for n in range(88)), (PhaseRecord(),)
    )
    event = with_prizes(event, "7-0: 9\n6-1: 8\n5-2: share 70\n1-2: 30%\n4+ points: 1", pot={"sum": 100})
    plan = [(row.players, row.sum) for row in plan_prizes(event)]
    assert plan == [(1, 9), (5, 40), (None, 70), (2, 60), (83, 83)]


def test_after_the_phase_the_plan_counts_actual_recipients():
    two = swiss("ann bob 2-0, cid dan 2-1", "ann cid 2-0, bob dan 2-0", settings={"rounds": 2})
    event = with_prizes(two, "x-0: 5 each\nx-1: 3 each\n3+ points: 1")
    plan = [(row.players, row.expected) for row in plan_prizes(event)]
    assert plan == [(1, False), (2, False), (3, False)]
