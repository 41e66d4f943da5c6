"""The seats of a final: who gets them, what a tie at the last one leaves open, and who begins with a bye."""

import pytest

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.series.final_seats import Candidate, choose_seats, count_first_byes, draw_seats


def candidates(*ranks):
    """Return people numbered from 1 with these ranks."""
    return [Candidate(person, rank, person) for person, rank in enumerate(ranks, 1)]


@every(
    "ranks, seats, invited, tied, open_seats",
    [
        ((1, 2, 3, 4), 2, [1, 2], [], 0),
        ((1, 2, 2, 4), 3, [1, 2, 3], [], 0),
        ((1, 2, 2, 2, 5), 3, [1], [2, 3, 4], 2),
        ((1, 1, 1), 2, [], [1, 2, 3], 2),
        ((1, 2), 4, [1, 2], [], 2),
        ((), 4, [], [], 4),
    ],
)
def test_people_who_are_level_get_seats_together_or_not_at_all(ranks, seats, invited, tied, open_seats):
    choice = choose_seats(candidates(*ranks), seats)
    assert [one.person for one in choice.invited] == invited
    assert [one.person for one in choice.tied] == tied
    assert choice.open_seats == open_seats


def test_a_draw_depends_on_the_seed_and_the_people_but_not_on_their_order():
    drawn = draw_seats([3, 1, 4, 2], 2, "seed")
    assert drawn == draw_seats([1, 2, 3, 4], 2, "seed") and len(set(drawn)) == 2
    assert {tuple(draw_seats([1, 2, 3, 4], 2, f"seed {n}")) for n in range(50)} > {tuple(drawn)}


@every("finals, seats, byes", [("single", 8, 0), ("single", 6, 2), ("single", 5, 3), ("mcintyre4", 4, 0)])
def test_the_leaders_who_begin_with_a_bye_are_those_for_whom_round_1_has_no_match(finals, seats, byes):
    assert count_first_byes(finals, seats) == byes


def test_finals_of_an_impossible_size_are_refused():
    with pytest.raises(RuleViolation):
        count_first_byes("mcintyre4", 5)
