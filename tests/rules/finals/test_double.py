"""Double elimination: out at the second loss, late rematches, a deciding match if needed."""

import random
from fractions import Fraction

from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.finals import build_bracket, build_table
from tournaments.rules.finals.bracket import final_places
from tournaments.rules.finals.odds.exact import exact_odds
from tournaments.rules.finals.odds.places import possible_sides, seed_of

SIZES = [4, 5, 6, 7, 8, 11, 12, 16, 23, 24, 32, 48, 64, 100, 128]
PLAYED = count(30, 100)
# The round of the losers' bracket in which two who have met can first meet again.
FIRST_REMATCH = {8: 3, 16: 4, 32: 5, 64: 7, 128: 8}


def rows(size):
    return [(slot.round, slot.id, *slot.sides) for slot in build_table("double", size).matches]


def played(size, rng):
    """Return (slot, first seed, second seed, winner) of the matches of a bracket with random winners."""
    winners, losers, firsts = {}, {}, {}
    for slot in build_table("double", size).matches:
        a, b = (seed_of(side, winners, losers) for side in slot.sides)
        if slot.reset_of and winners[slot.reset_of] == firsts[slot.reset_of]:
            return
        firsts[slot.id] = a
        winner = rng.choice((a, b))
        winners[slot.id], losers[slot.id] = winner, a + b - winner
        yield slot, a, b, winner


def test_four_players_play_six_matches_and_perhaps_a_seventh():
    assert rows(4) == [
        (1, "W1-1", "S1", "S4"),
        (1, "W1-2", "S2", "S3"),
        (2, "L1-1", "L:W1-1", "L:W1-2"),
        (2, "W2-1", "W:W1-1", "W:W1-2"),
        (3, "L2-1", "L:W2-1", "W:L1-1"),
        (4, "GF", "W:W2-1", "W:L2-1"),
        (5, "GF2", "W:GF", "L:GF"),
    ]


def test_losers_of_eight_drop_in_reversed():
    assert [row[1:] for row in rows(8) if row[1].startswith("L2")] == [
        ("L2-1", "L:W2-2", "W:L1-1"),
        ("L2-2", "L:W2-1", "W:L1-2"),
    ]


def test_six_players_leave_two_byes_for_the_top_seeds_and_none_for_the_losers():
    assert rows(6)[:6] == [
        (1, "W1-2", "S4", "S5"),
        (1, "W1-4", "S3", "S6"),
        (2, "W2-1", "S1", "W:W1-2"),
        (2, "W2-2", "S2", "W:W1-4"),
        (3, "L2-1", "L:W2-2", "L:W1-2"),
        (3, "L2-2", "L:W2-1", "L:W1-4"),
    ]


@every("size", SIZES)
def test_each_player_has_two_lives_and_one_match_per_round(size):
    rng = random.Random(size)
    for _ in range(PLAYED):
        lost, busy = dict.fromkeys(range(1, size + 1), 0), set()
        for slot, a, b, winner in played(size, rng):
            assert max(lost[a], lost[b]) < 2
            assert not {(slot.round, a), (slot.round, b)} & busy
            busy |= {(slot.round, a), (slot.round, b)}
            lost[a + b - winner] += 1
        assert sorted(lost.values()) == [lost[winner], *[2] * (size - 1)]


@every("size", SIZES)
def test_deciding_match_is_played_only_if_the_unbeaten_side_loses(size):
    rng = random.Random(size)
    for _ in range(PLAYED):
        *_before, final = matches = list(played(size, rng))
        grand = next(match for match in matches if match[0].id == "GF")
        assert (final[0].id == "GF2") == (grand[3] == grand[2])
        assert len(matches) == 2 * size - (1 if final[0].id == "GF2" else 2)


@every(("size", "earliest"), FIRST_REMATCH.items())
def test_rematches_in_the_losers_bracket_come_late(size, earliest):
    assert min(rematches(size)) == earliest


def rematches(size):
    """Rounds of the losers' bracket in which two can meet who have met.

    The one lost first, in a winners' match on the way to the one that the other lost later.
    """
    finals, lost_in, round_numbers = build_table("double", size), {}, set()
    reach = {slot: set.union(*map(set, sides)) for slot, sides in possible_sides(finals, {}).items()}
    for slot in finals.matches[:-2]:
        if slot.id.startswith("W"):
            lost_in[f"L:{slot.id}"] = {slot.id}
            continue
        one, two = (lost_in[side] for side in slot.sides)
        lost_in[f"W:{slot.id}"] = one | two
        if any(reach[a] < reach[b] or reach[b] < reach[a] for a in one for b in two):
            round_numbers.add(int(slot.id[1:].split("-")[0]))
    return round_numbers


def test_exact_odds_of_eight_even_players_are_even():
    chances = exact_odds(build_table("double", 8))
    assert set(chances.win.values()) == {Fraction(1, 8)}
    assert chances.rounds[1][7] == Fraction(1, 8)


def test_no_deciding_match_if_the_unbeaten_side_wins():
    results = {"W1-1": "ad", "W1-2": "bc", "L1-1": "cd", "W2-1": "ab", "L2-1": "bc"}
    unbeaten = build_bracket(build_table("double", 4), "abcd", results | {"GF": "ab"})
    beaten = build_bracket(build_table("double", 4), "abcd", results | {"GF": "ba"})
    assert (unbeaten.is_over, unbeaten.champion, unbeaten.meeting("GF2").is_needed) == (True, "a", False)
    assert (beaten.is_over, [m.slot.id for m in beaten.ready_meetings]) == (False, ["GF2"])
    assert final_places(unbeaten) == ((1, "a"), (2, "b"), (3, "c"), (4, "d"))
