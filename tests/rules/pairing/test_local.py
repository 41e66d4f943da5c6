"""A big field's round found piece by piece against the search among all pairs."""

import pytest

from tests.repetitions import count
from tests.rules.pairing.invented_events import EVENTS, played
from tournaments.rules.pairing.field import FOLD, field_of
from tournaments.rules.pairing.search.best_round import found_round, rounds
from tournaments.rules.pairing.search.local import local_round


@pytest.mark.parametrize("method", ["fold", "by_standing"])
@pytest.mark.parametrize("size", [24, 61, 110][: count(1, 3)])
def test_a_round_found_piece_by_piece_is_the_best_of_all(method, size):
    found = 0
    for seed in range(max(2, EVENTS // 10)):
        for entrants, met, _drawn in played(size, 6, method, seed, drops=0.01, look_ahead=False):
            field = field_of(entrants, met, method, "another seed", 5)
            pieces = local_round(field)
            if pieces:
                assert found_round(field, *pieces) == next(rounds(field))
            found += bool(pieces)
    assert found


def test_it_says_nothing_of_a_round_above_the_bound():
    """The best score group have all met each other, so that each of them goes down."""
    entrants, met, _drawn = list(played(30, 2, FOLD, 3, look_ahead=False))[1]
    top = max(entrant.points for entrant in entrants)
    above = [entrant.player for entrant in entrants if entrant.points == top]
    met = [(one, two) for at, one in enumerate(above) for two in above[:at]]
    field = field_of(entrants, met, FOLD, "s", 2)
    assert local_round(field) is None
    assert next(rounds(field)).gap > len(above) % 2
