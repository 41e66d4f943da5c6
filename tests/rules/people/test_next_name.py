"""Names of repeated events go on: numbers by one, dates by the days between the events."""

import pytest

from tournaments.rules.people.next_name import next_name


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Friday Night #14", "Friday Night #15"),
        ("Friday Night #9", "Friday Night #10"),
        ("FNM 2026-11-20", "FNM 2026-11-27"),
        ("FNM 2026-12-28 #3", "FNM 2027-01-04 #3"),
        ("Week 3", "Week 4"),
        ("Modern evening 3", "Modern evening 4"),
        ("Matchday 11", "Matchday 12"),
        ("Friday 13", "Friday 13"),
        ("Season 2, Week 09", "Season 2, Week 10"),
        ("League No. 7", "League No. 8"),
        ("FNM 2026-13-40", "FNM 2026-13-40"),
        ("FNM 9999-12-31", "FNM 9999-12-31"),
        ("Friday Night", "Friday Night"),
        ("Warhammer 40000", "Warhammer 40000"),
        ("Winter Championship 2026", "Winter Championship 2026"),
        ("Top 8", "Top 8"),
        ("", ""),
    ],
)
def test_a_date_or_a_number_goes_on(name, following):
    assert next_name(name, 7) == following
