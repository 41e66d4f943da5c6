"""Ranges of long sheets: each entry is printed once, and no range is too long."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.paper.pages.sheets import print_range

numbers = st.sets(st.integers(1, 200), max_size=60).map(sorted)
sizes = st.integers(1, 20)


@given(numbers, sizes)
def test_the_ranges_together_hold_each_entry_once(tables, size):
    ranges = print_range(tables, tables, size, None).ranges
    printed = [print_range(tables, tables, size, first).entries for first, _last in ranges]
    assert [table for entries in printed for table in entries] == tables
    assert all(len(entries) <= size for entries in printed)
    assert [(entries[0], entries[-1]) for entries in printed] == list(ranges)


@given(numbers.filter(bool), sizes, st.data())
def test_the_range_from_a_table_contains_the_table(tables, size, data):
    table = data.draw(st.sampled_from(tables))
    assert table in print_range(tables, tables, size, table).entries


def test_the_default_is_the_first_range():
    printed = print_range("abcde", range(1, 6), 2, None)
    assert printed.entries == ("a", "b") and printed.start == 1
    assert printed == print_range("abcde", range(1, 6), 2, 0)
    assert print_range("", (), 2, 7).start is None
