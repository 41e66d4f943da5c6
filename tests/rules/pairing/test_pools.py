"""Round robins in pools: dealt by seed, ranked in the pool, cut from each."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.histories import play_next_round, play_out, robin, tables_of
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BRACKET, PhaseRecord
from tournaments.rules.pairing.field import deal_snake
from tournaments.rules.pairing.round_robin import player_pools
from tournaments.rules.rounds.phases import entrants_of
from tournaments.rules.rounds.progress import next_round
from tournaments.rules.standings.standings import standings


def decided(count, **settings):
    """Return finished pools in which the player listed first always wins, so that there are no ties."""
    event = play_out(robin(count, **settings))
    order = {player.id: place for place, player in enumerate(event.players)}
    rounds = []
    for round_ in event.phase(1).rounds:
        matches = [
            match
            if match.is_bye
            else replace(
                match,
                seats=tuple(
                    replace(s, games=2 * (s.player == min(match.players, key=order.get))) for s in match.seats
                ),
            )
            for match in round_.matches
        ]
        rounds.append(replace(round_, matches=tuple(matches)))
    return event.phase(1).replace(rounds=tuple(rounds)).history


def pools_of(event):
    pools = {}
    for row in standings(event.phase(1)).rows:
        pools.setdefault(row.pool, []).append(row)
    return pools


def cut_from(event, **cut):
    bracket = PhaseRecord(BRACKET, overrides={"cut": cut})
    return entrants_of(replace(event, phases=(*event.phases, bracket)).phase(2))


def test_seeds_are_dealt_in_snake_order():
    assert deal_snake("abcdefgh", 3) == {"A": ("a", "f", "g"), "B": ("b", "e", "h"), "C": ("c", "d")}
    assert deal_snake("abc", 1) == {"A": ("a", "b", "c")}


@given(st.integers(2, 4), st.integers(4, 14), st.booleans(), st.text(max_size=5))
def test_everybody_meets_their_pool_and_nobody_else(pools, count, double, seed):
    count = max(count, 2 * pools)
    event = play_out(robin(count, pools=pools, double=double), seed)
    dealt = deal_snake([player.id for player in event.players], pools)
    wanted = {frozenset(pair) for pool in dealt.values() for pair in combinations(pool, 2)}
    assert Counter(map(frozenset, tables_of(event))) == dict.fromkeys(wanted, 2 if double else 1)
    for round_ in event.phase(1).rounds:
        tables = [match.table for match in round_.matches if not match.is_bye]
        assert tables == list(range(1, len(tables) + 1))


def test_a_finished_smaller_pool_has_no_byes():
    event = play_out(robin(9, pools=2))
    assert len(event.phase(1).rounds) == 5
    assert {len(match.players) for match in event.phase(1).rounds[3].matches} == {1, 2}
    last = [player for match in event.phase(1).rounds[4].matches for player in match.players]
    assert len(last) == 5


def test_one_pool_is_a_plain_round_robin():
    assert play_out(robin(7, pools=1)).phase(1).rounds == play_out(robin(7)).phase(1).rounds


def test_the_rank_in_the_pool_comes_before_points():
    event = decided(12, pools=3)
    rows = standings(event.phase(1)).rows
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert sorted(row.pool for row in rows if row.place == 1) == ["A", "B", "C"]
    for pool in pools_of(event).values():
        assert pool[0].place == 1
        assert [row.points for row in pool] == sorted((row.points for row in pool), reverse=True)


def test_a_tie_in_a_pool_is_broken_by_the_direct_match():
    event = robin(8, pools=2, tiebreakers=["head_to_head"])
    event = play_out(event)
    for pool in pools_of(event).values():
        for one, other in combinations(pool, 2):
            if one.points == other.points and one.place != other.place:
                assert one.values["head_to_head"] > other.values["head_to_head"]


def test_a_cut_takes_the_first_of_each_pool_with_winners_first():
    event = decided(12, pools=3)
    pools = pools_of(event)
    winners = {pool[0].player for pool in pools.values()}
    seeds = cut_from(event, top=2, per="pool")
    assert set(seeds[:3]) == winners
    assert set(seeds) == {row.player for pool in pools.values() for row in pool[:2]}
    assert set(cut_from(event, top=3)) == winners
    ranks = {row.player: row.rank for row in standings(event.phase(1)).rows}
    assert ranks[cut_from(event, top=4)[3]] == 4


def test_a_drop_after_the_pools_is_replaced_from_the_same_pool():
    event = decided(8, pools=2)
    pools = pools_of(event)
    dropped = pools["A"][0].player
    players = tuple(replace(p, dropped_after=3) if p.id == dropped else p for p in event.players)
    seeds = cut_from(replace(event, players=players), top=2, per="pool")
    assert set(seeds) == {row.player for row in (*pools["A"][1:3], *pools["B"][:2])}


def test_a_late_rating_does_not_change_the_pools():
    event = play_next_round(robin(8, pools=2))
    pools = player_pools(event.phase(1), event.phase(1).entrants)
    players = tuple(replace(p, rating=n) for n, p in enumerate(event.players))
    event = play_out(replace(event, players=players))
    assert player_pools(event.phase(1), event.phase(1).entrants) == pools


def test_too_many_pools_are_refused():
    with pytest.raises(RuleViolation, match="4 pools need at least 8 players; there are 7"):
        next_round(robin(7, pools=4), "seed")


@every("pools", [0, 27, 2.5, True])
def test_an_invalid_number_of_pools_is_refused(pools):
    data = event_file.write(robin(8))
    data["phases"][0]["settings"] = {"pools": pools}
    with pytest.raises(
        RuleViolation, match=r"phases\[0\].settings.pools: must be a whole number from 1 to 26"
    ):
        event_file.read(data)


def test_a_file_keeps_pools_and_divisions():
    event = play_next_round(robin(8, pools=2))
    event = replace(event, players=tuple(replace(p, division="Junior") for p in event.players))
    read = event_file.read(event_file.write(event))
    assert standings(read.phase(1)) == standings(event.phase(1))
    assert read.players[0].division == "Junior"
    assert event_file.write(read) == event_file.write(event)
