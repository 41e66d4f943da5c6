"""Neighbouring tables."""

from tests.support.desk_events import friday, paired
from tournaments.rounds.pages.pairings import find_neighbours, get_round_page


def test_a_table_has_the_next_lower_and_the_next_higher_at_its_sides(organiser):
    tables = get_round_page(paired(friday(organiser), organiser)).tables
    names = {table.number: " v ".join(side.name for side in table.sides) for table in tables}
    near = find_neighbours(tables, 2)
    assert (near.lower, near.table, near.higher) == tuple((number, names[number]) for number in (1, 2, 3))
    assert find_neighbours(tables, 1).lower is None
    assert find_neighbours(tables, 4).higher is None
    # Where a table is empty the next one counts; a bye is at none.
    assert find_neighbours((tables[0], *tables[2:]), 3).lower == (1, names[1])
    assert find_neighbours(tables, None) is None
