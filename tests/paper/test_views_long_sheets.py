"""Paper of a convention: no page has more than a range of slips or cards."""

import re
from dataclasses import replace

import pytest

from tests.benchmarks.sample_event import played
from tests.support.desk_events import actor_of
from tests.support.pages import sheet_at, tables_on
from tournaments.events.actions.events import import_event
from tournaments.paper.pages.sheets import MAX_CODES
from tournaments.rules.history import MatchRecord, RoundRecord, SeatRecord

TABLES = MAX_CODES // 2
RANGE = re.compile(r'href="(\?[^"]*from=\d+)"[^>]*>(\d+–\d+)</a>')


@pytest.fixture
def convention(organiser):
    """Round 1 with two tables more than a page has slips; the first three have a result."""
    history = played("Convention", 2 * TABLES + 4, 0, 3)
    keys = [player.id for player in history.players]
    matches = tuple(
        MatchRecord((SeatRecord(one, games=2 if table <= 3 else None), SeatRecord(other)), table)
        for table, (one, other) in enumerate(zip(keys[::2], keys[1::2], strict=True), 1)
    )
    swiss = replace(history.phases[0], rounds=(RoundRecord(1, state="published", matches=matches),))
    return import_event(replace(history, phases=(swiss, *history.phases[1:])), actor_of(organiser))


def codes_on(response):
    return response.content.count(b'class="qr"')


def ranges_on(response):
    """{its words: its query} of each range that the page offers."""
    return {words: query.replace("&amp;", "&") for query, words in RANGE.findall(response.content.decode())}


def test_slips_are_printed_by_ranges_of_tables(desk, convention):
    first = desk.get(sheet_at(convention, "slips"))
    assert len(tables_on(first)) == TABLES and codes_on(first) == MAX_CODES
    ranges = ranges_on(first)
    assert list(ranges) == [f"1–{TABLES}", f"{TABLES + 1}–{TABLES + 2}"]
    second = desk.get(sheet_at(convention, "slips") + ranges[f"{TABLES + 1}–{TABLES + 2}"])
    assert tables_on(second) == [str(TABLES + 1), str(TABLES + 2)]


def test_slips_of_tables_without_a_result_fill_their_ranges(desk, convention):
    first = desk.get(sheet_at(convention, "slips", tables="waiting"))
    assert len(tables_on(first)) == TABLES + 2 - 3
    assert not ranges_on(first)


def test_seat_cards_are_printed_by_ranges_of_players(desk, convention):
    first = desk.get(sheet_at(convention, "cards"))
    assert codes_on(first) == MAX_CODES
    second = desk.get(sheet_at(convention, "cards") + ranges_on(first)[f"{MAX_CODES + 1}–{MAX_CODES + 4}"])
    assert codes_on(second) == 4


def test_the_pack_has_the_slips_of_one_range(desk, convention):
    first = desk.get(sheet_at(convention, "pack"))
    assert "In a power cut" in first.content.decode()
    slips = [int(table) for table in tables_on(first) if table]
    assert sorted(slips) == list(range(4, TABLES + 1))
    assert len(tables_on(first)) - len(slips) == TABLES
    second = desk.get(sheet_at(convention, "pack") + ranges_on(first)[f"{TABLES + 1}–{TABLES + 2}"])
    assert [table for table in tables_on(second) if table] == [str(TABLES + 1), str(TABLES + 2)]
    assert "In a power cut" not in second.content.decode()


def test_the_ranges_of_the_pack_share_its_lists(desk, convention):
    first = desk.get(sheet_at(convention, "pack"))
    (other,) = set(ranges_on(first).values()) - {"?from=1"}
    numbers = [
        int(number)
        for page in (first, desk.get(sheet_at(convention, "pack") + other))
        for number in re.findall(r'<th class="num" scope="row">(\d+)</th>', page.content.decode())
    ]
    assert numbers == list(range(1, 2 * TABLES + 5))
    assert "one of 2 ranges" in first.content.decode()


def test_a_small_event_has_no_ranges(desk, published):
    for key in ("slips", "cards", "pack"):
        assert b"from=" not in desk.get(sheet_at(published, key)).content
