"""What the table says of each person while events are to come."""

from tests.support.case_tables import every
from tournaments.rules.series.outlook import SeriesOutlook
from tournaments.series.pages.needs import need_text


@every(
    "outlook, text",
    [
        (SeriesOutlook(-4, 8, 1), "4 ahead, at most +8"),
        (SeriesOutlook(7.5, 12, 1), "7.5 behind, at most +12"),
        (SeriesOutlook(0, 10, 1), "level with the first, at most +10"),
        (SeriesOutlook(30, 18, 2), "at best 2nd, with +18"),
        (SeriesOutlook(13.5, 0, 2), "at best 2nd"),
        (SeriesOutlook(-13.5, 0, 1, has_won=True), "has won, can’t be caught"),
        (SeriesOutlook(-4, 0, 1), "4 ahead"),
        # Without a limit, with too few events to be ranked, and with nobody else in the table.
        (SeriesOutlook(6), "6 behind"),
        (SeriesOutlook(6, 10), "6 behind, at most +10"),
        (SeriesOutlook(None, 10, 1), "at most +10"),
    ],
)
def test_the_need_of_a_person_is_the_distance_to_first_place_and_what_can_still_come(outlook, text):
    assert need_text(outlook) == text
