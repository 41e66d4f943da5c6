"""The tables of a round that have not changed are not built again, and those that have are as built anew."""

import pytest
from django.utils.translation import override

from tests.support.desk_events import actor_of, fresh, friday, paired, reported
from tournaments.desk.pages.dashboard import get_dashboard
from tournaments.history.cache import load_history
from tournaments.players.actions.players import change_player
from tournaments.results.pages.built_tables import get_tables
from tournaments.results.pages.entry import get_result_entry
from tournaments.rounds.actions.rounds import extend_table, start_clock

# Inside a transaction all tables are built.
pytestmark = pytest.mark.django_db(transaction=True)


def tables_of(event):
    """Return the tables by number, after a comparison with all of them built anew."""
    entry = get_result_entry(fresh(event))
    tables = get_tables(event, entry)
    assert tables == entry.tables
    return {table.number: table for table in tables}


def test_a_result_builds_its_own_table_again(organiser):
    event = paired(friday(organiser), organiser)
    before = tables_of(event)
    reported(fresh(event), organiser, count=1)
    after = tables_of(event)
    changed = [number for number, table in after.items() if table is not before[number]]
    assert len(changed) == 1 and after[changed[0]].reported
    assert get_dashboard(fresh(event)).reported == 1


def test_whatever_else_a_table_shows_is_built_again(organiser):
    event = paired(friday(organiser), organiser)
    actor = actor_of(organiser)
    tables_of(event)
    extend_table(fresh(event), actor, 1, 1, 2, 5)
    assert "5-minute" in tables_of(event)[2].extension
    start_clock(fresh(event), actor, 1, 1)
    assert "until" in tables_of(event)[2].extension
    player = load_history(fresh(event)).players[0]
    change_player(fresh(event), actor, player.id, name="Zoe")
    assert any(seat.name == "Zoe" for table in tables_of(event).values() for seat in table.seats)
    with override("de"):
        assert tables_of(event)
