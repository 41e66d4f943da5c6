"""Draft pods: sizes, seats, the first round and their brackets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, PhaseRecord, RoundRecord, SeatRecord
from tournaments.rules.pairing import booster
from tournaments.rules.pairing.booster import (
    bracket_round_count,
    elimination_rounds,
    next_round,
    remaining_line,
)

# Magic Online's help page of 2012, for 8 to 24 players, as printed.
PRINTED = """
8=8 9=9 10=10 11=11 12=6+6 13=7+6 14=8+6 15=8+7 16=8+8 17=8+9 18=8+10 19=10+9 20=10+10 21=10+11 22=8+8+6
23=8+8+7 24=8+8+8
"""
counts = st.integers(4, 200)
seeds = st.text(max_size=5)


def players(count):
    return [f"p{number}" for number in range(1, count + 1)]


@every("row", PRINTED.split())
def test_pod_sizes_up_to_24_follow_the_published_table(row):
    count, sizes = row.split("=")
    assert "+".join(map(str, booster.pod_sizes(int(count)))) == sizes


@every(
    ("count", "sizes"),
    [(4, "4"), (7, "7"), (25, "8+8+9"), (27, "8+10+9"), (29, "8+8+7+6"), (36, "8+8+10+10")],
)
def test_pod_sizes_outside_the_published_table(count, sizes):
    assert "+".join(map(str, booster.pod_sizes(count))) == sizes


@given(counts)
def test_pods_are_close_to_eight_and_at_most_one_is_odd(count):
    sizes = booster.pod_sizes(count)
    assert sum(sizes) == count
    assert sum(size % 2 for size in sizes) == count % 2
    if count >= 12:
        assert 6 <= min(sizes) <= max(sizes) <= 11
    if count > 24:
        assert max(sizes) - min(sizes) <= 2 and max(sizes) <= 10


@every("count", [0, 1, 3])
def test_a_draft_needs_four_players(count):
    with pytest.raises(RuleViolation, match=f"A draft needs at least 4 players; there are {count}"):
        booster.pod_sizes(count)


@pytest.mark.slow
@given(counts, seeds)
def test_pods_follow_the_order_with_seats_by_lot(count, seed):
    order = players(count)
    pods, at = booster.deal_pods(order, seed), 0
    for pod, size in zip(pods, booster.pod_sizes(count), strict=True):
        assert sorted(pod) == sorted(order[at : at + size])
        at += size
    assert pods == booster.deal_pods(order, seed)


def test_another_seed_draws_other_seats():
    assert len({booster.deal_pods(players(8), str(seed)) for seed in range(50)}) > 45


@given(
    seeds, st.lists(st.lists(st.sampled_from(players(8)), min_size=2, max_size=2, unique=True), max_size=4)
)
def test_forbidden_pairs_do_not_sit_opposite(seed, pairs):
    apart = set(map(frozenset, pairs))
    (pod,) = booster.deal_pods(players(8), seed, apart)
    assert apart.isdisjoint(map(frozenset, booster.opposite_pairs(pod)))


def first_round(pod, present=None, apart=(), byes=()):
    return booster.first_round(pod, 1, set(pod if present is None else present), "seed", apart, dict(byes))


def test_round_1_of_eight_pairs_seats_1_and_5_2_and_6_3_and_7_4_and_8():
    pod_round = first_round("abcdefgh")
    assert pod_round.pairs == (("a", "e"), ("b", "f"), ("c", "g"), ("d", "h"))
    assert str(pod_round.why["f"]) == "Pod 1: seats 2 and 6 are the farthest apart"


@given(st.integers(2, 11), st.data())
def test_present_players_of_a_pod_are_paired_or_have_the_bye(size, data):
    pod = players(size)
    present = data.draw(st.sets(st.sampled_from(pod)))
    pod_round = first_round(pod, present)
    assert sorted([*pod_round.byes, *(player for pair in pod_round.pairs for player in pair)]) == sorted(
        present
    )
    assert len(pod_round.byes) == len(present) % 2
    assert pod_round.why.keys() == present


def test_the_bye_of_an_odd_pod_is_by_lot_among_players_with_the_fewest():
    byes = {first_round("abcdefg", byes=dict.fromkeys("abcdef", 1)).byes for _ in range(3)}
    assert byes == {("g",)}
    fair = {booster.first_round("abcdefg", 1, set("abcdefg"), str(seed)).byes for seed in range(60)}
    assert len(fair) == 7


def test_the_bye_of_an_odd_pod_avoids_a_forbidden_pair():
    usual = first_round("abcde")
    barred = {frozenset(usual.pairs[0])}
    other = first_round("abcde", apart=barred)
    assert other.byes != usual.byes and barred.isdisjoint(map(frozenset, other.pairs))


def test_the_last_player_of_a_pod_has_the_bye():
    assert str(first_round("abcd", present="c").why["c"]) == "Bye: no one else is left in pod 1"


def bracket(pod, upsets=lambda pair: False, drops=()):
    """Return the rounds of a pod's bracket, in which the first of a pair wins except for upsets."""
    phase, rounds, present = PhaseRecord("draft", pods=(tuple(pod),)), [], set(pod)
    for number in range(1, 6):
        present -= {player for at, player in drops if at == number}
        line = remaining_line(phase, pod)
        if number > 1:
            pod_round = next_round(line, 1, present, "seed", {bye for _p, byes in rounds for bye in byes})
        else:
            pod_round = booster.first_round(pod, 1, present, "seed")
        if not pod_round.pairs and not pod_round.byes:
            break
        rounds.append((pod_round.pairs, pod_round.byes))
        games = [((0, 2) if upsets(pair) else (2, 0)) for pair in pod_round.pairs]
        matches = [
            MatchRecord(
                tuple(SeatRecord(player, games=won) for player, won in zip(pair, scored, strict=True)), table
            )
            for table, (pair, scored) in enumerate(zip(pod_round.pairs, games, strict=True), 1)
        ]
        byes = [MatchRecord((SeatRecord(bye, result="bye"),)) for bye in pod_round.byes]
        phase = PhaseRecord(
            "draft", rounds=(*phase.rounds, RoundRecord(number, matches=(*matches, *byes))), pods=phase.pods
        )
    return rounds, remaining_line(phase, pod), phase


def test_the_bracket_of_eight_keeps_1_5_and_3_7_in_one_half():
    rounds, line, _phase = bracket("abcdefgh", upsets=lambda pair: pair in (("a", "e"), ("c", "g")))
    assert [pairs for pairs, _byes in rounds] == [
        (("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")),
        (("e", "g"), ("b", "d")),
        (("e", "b"),),
    ]
    assert line == ("e",)


@given(st.integers(2, 11), st.integers(0, 2**20), st.data())
def test_a_pod_bracket_has_one_winner_after_its_rounds(size, upset_bits, data):
    pod = players(size)
    rounds, line, phase = bracket(pod, upsets=lambda pair: (upset_bits >> int(pair[0][1:])) & 1)
    assert len(line) == 1 and len(rounds) == elimination_rounds(size)
    assert bracket_round_count(phase, size) == len(rounds)
    byes = [bye for _pairs, byes in rounds for bye in byes]
    assert len(byes) == len(set(byes))


def test_the_opponent_of_a_dropped_player_advances():
    rounds, line, _phase = bracket("abcdefgh", drops=[(2, "c")])
    assert rounds[1] == ((("b", "d"),), ("a",))
    assert line == ("a",)


@given(st.integers(2, 11), st.lists(st.tuples(st.integers(1, 4), st.integers(1, 11)), max_size=8))
def test_a_pod_bracket_ends_with_any_drops(size, leaving):
    drops = [(number, f"p{player}") for number, player in leaving]
    rounds, line, _phase = bracket(players(size), drops=drops)
    left = set(line) - {player for _number, player in drops}
    assert len(left) <= 1 and len(rounds) <= elimination_rounds(size)
