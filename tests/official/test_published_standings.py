"""Published standings, row by row, compared with those calculated from the results."""

import json
from pathlib import Path

from tests.support.case_tables import every
from tournaments.rules.event_file import read
from tournaments.rules.standings.standings import standings

DATA = Path(__file__).parent / "data"
EVENTS = sorted(path.name.removesuffix(".event.json") for path in DATA.glob("*.event.json"))


@every("name", EVENTS)
def test_every_published_row_is_equal(name):
    event = read(json.loads((DATA / f"{name}.event.json").read_text()))
    published = json.loads((DATA / f"{name}.published.json").read_text())
    rows = {row.player: row for row in standings(event.phase(1)).rows}

    different = [
        (row["player"], column, row[column], ours)
        for row in published["rows"]
        for column, ours, near in columns_to_compare(rows[row["player"]], published["tolerance"])
        if row.get(column) is not None and abs(ours - row[column]) > near
    ]

    assert not different
    assert set(rows) == {row["player"] for row in published["rows"]}


def columns_to_compare(row, tolerance):
    """Yield (column, our number, tolerance) of one row: its rank and each value."""
    yield "rank", row.rank, 0
    for column, near in tolerance.items():
        yield column, row.points if column == "points" else row.values[column], near


def test_there_are_events_of_seven_publishers():
    assert {name.split("_")[0] for name in EVENTS} == {
        *("cardsrealm", "chess", "manatraders", "melee", "netrunner", "topdeck", "xwing")
    }
