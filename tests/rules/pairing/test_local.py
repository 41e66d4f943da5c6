"""Rounds of big fields found piece by piece, compared with the search among all pairs."""

import pytest

from tests.rules.pairing.invented_events import EVENTS, played
from tests.support.repetitions import count
from tournaments.rules.pairing.field import FOLD, build_field
from tournaments.rules.pairing.search.best_round import evaluate_round, rounds_in_order
from tournaments.rules.pairing.search.local import local_round


@pytest.mark.parametrize("method", ["fold", "by_standing"])
@pytest.mark.parametrize("size", [24, 61, 110][: count(1, 3)])
def test_a_round_found_piece_by_piece_is_the_best_round(method, size):
    proven_count = 0
    for seed in range(max(2, EVENTS // 10)):
        for entrants, met, _drawn in played(size, 6, method, seed, drops=0.01, look_ahead=False):
            field = build_field(entrants, met, method, "another seed", 5)
            pieces = local_round(field)
            if pieces:
                assert evaluate_round(field, *pieces) == next(rounds_in_order(field))
            proven_count += bool(pieces)
    assert proven_count


def test_no_round_is_returned_if_it_is_above_the_bound():
    """All players of the best score group have met each other and are paired down."""
    entrants, met, _drawn = list(played(30, 2, FOLD, 3, look_ahead=False))[1]
    top = max(entrant.points for entrant in entrants)
    above = [entrant.player for entrant in entrants if entrant.points == top]
    met = [(one, two) for at, one in enumerate(above) for two in above[:at]]
    field = build_field(entrants, met, FOLD, "s", 2)
    assert local_round(field) is None
    assert next(rounds_in_order(field)).gap > len(above) % 2
