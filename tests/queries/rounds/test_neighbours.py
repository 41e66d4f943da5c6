"""Who plays next to whom."""

from tests.views.desk_events import friday, paired
from tournaments.queries.rounds.neighbours import beside
from tournaments.queries.rounds.round_page import round_shown


def test_a_table_has_the_next_lower_and_the_next_higher_at_its_sides(organiser):
    tables = round_shown(paired(friday(organiser), organiser)).tables
    names = {table.number: " v ".join(side.name for side in table.sides) for table in tables}
    near = beside(tables, 2)
    assert (near.lower, near.here, near.higher) == tuple((number, names[number]) for number in (1, 2, 3))
    assert beside(tables, 1).lower is None
    assert beside(tables, 4).higher is None
    # Where a table is empty the next one counts; a bye is at none.
    assert beside((tables[0], *tables[2:]), 3).lower == (1, names[1])
    assert beside(tables, None) is None
