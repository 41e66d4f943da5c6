"""The Swiss triangle and its spread compared with simulated events."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.pairing.invented_events import EVENTS, standing
from tests.support.case_tables import every
from tests.support.repetitions import count
from tournaments.rules.forecast.bounds import expected_records, max_players, score_lines
from tournaments.rules.forecast.chances import spread
from tournaments.rules.pairing import pair_swiss
from tournaments.rules.rulebooks.rulebook import APPENDIX_E


@cache
def simulated(size, rounds, seed, draws=0.0):
    """Records (wins, losses, draws) at the end of an event whose matches are even, drawn at a rate.

    And whether no round had more pair-downs than its odd groups ask for.
    """
    chance = Random(f"{size} {rounds} {seed}")
    records = {f"p{number:04}": [0, 0, 0] for number in range(size)}
    byes, met, is_least = dict.fromkeys(records, 0), [], True
    for number in range(1, rounds + 1):
        points = {player: 3 * record[0] + record[2] for player, record in records.items()}
        entrants = standing(sorted(records), points, byes)
        how = {"method": "random", "seed": str(seed), "round_number": number, "rounds_left": rounds - number}
        pairing_result = pair_swiss(entrants, met, **how)
        is_least = is_least and pairing_result.gap == odd_groups(points, pairing_result.bye)
        met += pairing_result.tables
        for table in pairing_result.tables:
            ends = (2, 2) if chance.random() < draws else chance.choice([(0, 1), (1, 0)])
            for player, end in zip(table, ends, strict=True):
                records[player][end] += 1
        if pairing_result.bye:
            records[pairing_result.bye][0] += 1
            byes[pairing_result.bye] += 1
    return Counter(map(tuple, records.values())), is_least


def odd_groups(points, bye):
    """Return the fewest pair-downs: the number of score groups with an odd number of players in or above."""
    sizes = Counter(value for player, value in points.items() if player != bye)
    above = [sum(size for value, size in sizes.items() if value >= step) for step in sizes]
    return sum(number % 2 for number in above)


def test_88_players_and_7_rounds_make_1_5_and_14_at_the_top():
    records_expected = expected_records(88, 7)
    assert [round(records_expected[record]) for record in [(7, 0, 0), (6, 1, 0), (5, 2, 0)]] == [1, 5, 14]
    assert sum(records_expected.values()) == pytest.approx(88)


@pytest.mark.parametrize("draws", [0.0, 0.15])
def test_simulated_events_match_the_expected_numbers(draws):
    events = max(EVENTS, 20)
    total = sum((simulated(88, 7, seed, draws)[0] for seed in range(events)), Counter())
    for record, many in expected_records(88, 7, draws).items():
        # A number of players at a record varies by less than its square root.
        assert total[record] / events == pytest.approx(many, abs=0.05 + 4 * (many / events) ** 0.5)


@pytest.mark.parametrize(("size", "rounds"), [(88, 7), (32, 5), (57, 6), (226, 8)][: count(2, 4)])
@pytest.mark.parametrize("losses", [0, 1, 2][:: count(2, 1)])
def test_simulated_events_are_within_the_spread(size, rounds, losses):
    least, most = spread(size, rounds, losses)
    tops = [
        sum(many for (_won, lost, _drawn), many in records.items() if lost <= losses)
        for records, is_least in (simulated(size, rounds, seed) for seed in range(8))
        if is_least
    ]
    assert tops
    assert least <= min(tops)
    assert max(tops) <= most


def test_no_spread_if_the_field_halves_evenly():
    assert [spread(128, 7, losses) for losses in (0, 1, 2)] == [(1, 1), (8, 8), (29, 29)]
    assert spread(88, 7, 0) == (0, 1)
    assert spread(88, 7, 1) == (4, 7)


@given(st.integers(2, 300), st.integers(1, 9), st.integers(0, 2))
def test_expected_number_is_within_the_spread(players, rounds, losses):
    least, most = spread(players, rounds, losses)
    middle = sum(
        many for (_won, lost, _drawn), many in expected_records(players, rounds).items() if lost <= losses
    )
    # A bye counts as half a win more than is expected of it.
    assert least <= middle + rounds / 2
    assert middle - 1e-9 <= most
    assert most - least <= (losses + 1) * rounds


@given(st.integers(2, 5000), st.integers(1, 12), st.sampled_from([0.0, 0.1, 0.5]))
def test_expected_records_add_up_to_all_players(players, rounds, draws):
    for number, records in enumerate(expected_records(players, n, draws) for n in range(rounds + 1)):
        assert sum(records.values()) == pytest.approx(players)
        assert all(sum(record) == number for record in records)


def test_cut_takes_whole_lines_and_part_of_the_next():
    made = score_lines(expected_records(88, 7), 8)
    assert [(line.points, round(line.expected), round(line.inside)) for line in made[:4]] == [
        (21, 1, 1),
        (18, 5, 5),
        (15, 14, 2),
        (12, 24, 0),
    ]
    assert sum(line.inside for line in made) == pytest.approx(8)


def test_records_of_equal_points_share_a_line():
    line = next(line for line in score_lines(expected_records(64, 6, 0.1), 8) if line.points == 12)
    assert line.records == ((4, 2, 0), (3, 0, 3))


@every(("rounds", "players"), [(7, 128), (8, 227), (9, 409), (10, 744)])
def test_largest_field_in_which_every_x_1_makes_the_top_eight(rounds, players):
    assert max_players(rounds, 1, 8) == players
    for size, fits in ((players, True), (players + 1, False)):
        assert (size * (rounds + 1) / 2**rounds <= 8) == fits


def test_appendix_e_rows_are_the_largest_fields_for_x_1():
    for most, rounds, top in APPENDIX_E:
        if rounds >= 5 and top == 8 and most < float("inf"):
            assert most <= max_players(rounds, 1, top)
