"""Ranks of a series: ties, what decided them, people without a rank, adjustments, names and divisions."""

from dataclasses import replace

import pytest

from tests.rules.series.evenings import evening, order, totals
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.series.achievements import check_achievements
from tournaments.rules.series.divisions import (
    AgeDivision,
    OwnDivision,
    PersonFacts,
    RatingDivision,
    age_on_1_january,
    check_divisions,
    division_tables,
)
from tournaments.rules.series.rows import SeriesAdjustment, explain_total
from tournaments.rules.series.series_rules import (
    ALL_EVENTS,
    EVERY,
    IN_A_ROW,
    AttendanceBonus,
    PlaceBonus,
    PlaceStep,
    SeriesAchievement,
    SeriesCounting,
    SeriesRules,
    SeriesScoring,
)
from tournaments.rules.series.table import series_table
from tournaments.rules.series.ties import TIES

PLACES = SeriesScoring(places=(10, 8, 6, 5))
RULES = SeriesRules(PLACES)
# Ann and Bob: a first and a second place each. Ann beat Bob once; Bob won the later event.
LEVEL = (
    evening(
        "1",
        "ann bob",
        ann={"won": 2, "opponents": (("bob", "win"), ("bob", "win"))},
        bob={"opponents": (("ann", "loss"),) * 2},
    ),
    evening(
        "2",
        "bob ann",
        bob={"won": 1, "opponents": (("ann", "win"),)},
        ann={"opponents": (("bob", "loss"),)},
    ),
)


def decided(events, *ties, person="bob"):
    table = series_table(events, SeriesRules(PLACES, ties=ties))
    return order(table), str(table.find(person).decided_by)


def test_without_a_rule_for_ties_the_rank_is_shared_and_names_are_in_alphabetical_order():
    assert decided(LEVEL) == ("1 ann, 1 bob", "Shared by 2: level on 18 points")


@every(
    "ties, ranks, why",
    [
        (("wins",), "1 ann, 2 bob", "Behind Ann. Matches won: 1 against 2"),
        (("head_to_head",), "1 ann, 2 bob", "Behind Ann. Head-to-head: -1 against 1"),
        (("latest",), "1 bob, 2 ann", "Ahead of Ann. Latest result: 10 against 8"),
        (("best_result", "countback", "latest"), "1 bob, 2 ann", "Ahead of Ann. Latest result: 10 against 8"),
        (
            ("best_result", "countback", "events"),
            "1 ann, 1 bob",
            "Shared by 2: level on 18 points and on every tiebreaker",
        ),
    ],
)
def test_the_first_rule_in_which_they_differ_breaks_a_tie_and_is_named(ties, ranks, why):
    assert decided(LEVEL, *ties) == (ranks, why)


def test_absence_from_the_latest_event_comes_after_any_result_in_it():
    events = (evening("1", "ann", ann={}), evening("2", "bob"))
    assert decided(events, "latest") == (
        "1 bob, 2 ann",
        "Ahead of Ann. Latest result: only one of them played in it",
    )


def test_head_to_head_looks_only_at_matches_among_those_who_are_tied():
    """Bob beat Cat, who is not level with him; Ann beat Bob."""
    events = [
        evening(
            "1", "cat ann=bob", ann={"opponents": (("bob", "win"),)}, bob={"opponents": (("ann", "loss"),)}
        )
    ]
    against_cat = {"opponents": (("cat", "win"), ("cat", "win"), ("ann", "loss"))}
    other = [evening("1", "cat ann=bob", ann={"opponents": (("bob", "win"),)}, bob=against_cat)]
    for one in (events, other):
        assert decided(one, "head_to_head")[0] == "1 cat, 2 ann, 3 bob"


def test_every_tie_has_words():
    for key, tie in TIES.items():
        assert tie.key == key and tie.label and tie.explanation


def test_the_leader_is_compared_with_the_next_and_everybody_else_with_the_one_above():
    table = series_table([evening("1", "ann bob cat")], RULES)
    assert [str(ranked.decided_by) for ranked in table.rows] == [
        "Ahead of Bob. Points: 10 against 8",
        "Behind Ann. Points: 8 against 10",
        "Behind Bob. Points: 6 against 8",
    ]
    assert str(series_table([evening("1", "ann")], RULES).rows[0].decided_by) == "The only one in the table"
    assert series_table([], RULES).rows == ()


def test_people_with_too_few_events_are_listed_last_without_a_rank():
    rules = SeriesRules(PLACES, counting=SeriesCounting(at_least=2))
    table = series_table([evening("1", "zoe ann bob"), evening("2", "ann bob")], rules)
    assert order(table) == "1 ann, 2 bob, – zoe"
    assert str(table.find("zoe").decided_by) == "Not ranked yet: 1 of at least 2 events"


def test_adjustments_are_part_of_the_total_with_their_reason():
    adjustments = [
        SeriesAdjustment("ann", "Ann", -3, "Late three times"),
        SeriesAdjustment("judy", "Judy", 5, "Judged the cup"),
    ]
    assert totals([evening("1", "ann bob")], RULES, adjustments) == {"bob": 8, "ann": 7, "judy": 5}
    ann = series_table([evening("1", "ann bob")], RULES, adjustments).find("ann").row
    assert [(str(reason), points) for reason, points in explain_total(ann, None)] == [
        ("1 of 1 results count", 10),
        ("Late three times", -3),
    ]


@every(
    "rule, number, points, why",
    [
        (EVERY, 2, 4, "4 events attended: 2 × 2 points, for each 2 events"),
        (IN_A_ROW, 2, 2, "4 events attended: 1 × 2 points, for each 2 events in a row"),
        (ALL_EVENTS, 1, 0, "4 of 6 events attended: 0 × 2 points for all of them"),
    ],
)
def test_attendance_is_added_once_to_the_total_and_says_how(rule, number, points, why):
    """Ann was there, there, not, there, not, there."""
    events = [
        evening(str(n), "ann bob" if was_there else "bob") for n, was_there in enumerate((1, 1, 0, 1, 0, 1))
    ]
    bonus = AttendanceBonus(rule, 2, number)
    rules = SeriesRules(SeriesScoring(), bonus)
    ann = series_table(events, rules).find("ann").row
    assert ann.total == ann.attendance == points
    assert str(explain_total(ann, bonus)[1][0]) == why
    assert (
        series_table(events, rules).find("bob").row.attendance == {EVERY: 6, IN_A_ROW: 6, ALL_EVENTS: 2}[rule]
    )


def test_a_name_is_that_of_the_latest_event():
    first, second = evening("1", "ann"), evening("2", "ann")
    first = replace(first, starts_at="2026-02-01T18:00:00Z")
    second = replace(second, results=(replace(second.results[0], name="Anna"),))
    assert series_table([first, second], RULES).rows[0].row.name == "Anna"
    earlier = replace(second, starts_at="2026-01-01T18:00:00Z")
    assert series_table([first, earlier], RULES).rows[0].row.name == "Ann"


def test_each_cell_says_how_it_was_calculated():
    scoring = SeriesScoring(
        places=(10, 8, 6),
        steps=(PlaceStep(2, 3, 4),),
        bonuses=(PlaceBonus(1, 1, 3, 2), PlaceBonus(1, 4, 99, 5)),
        participation=1,
        kind_weights={"cup": 3},
    )
    table = series_table([evening("1", "ann bob=cat", kind="cup", weight=2)], SeriesRules(scoring))

    def said(person):
        (cell,) = table.find(person).row.cells
        return (
            cell.points,
            cell.weight,
            [(str(one.reason), one.points, one.is_weighted) for one in cell.terms],
        )

    assert said("ann") == (
        73,
        6,
        [
            ("Place 1 of 3", 10, True),
            ("Bonus for place 1 with 3 or more players", 2, True),
            ("Participation", 1, False),
        ],
    )
    shared = (
        "Places 2–3 of 3 are shared: the average of their points; "
        "places 2–3 score only with 4 or more players"
    )
    assert said("bob") == (1, 6, [(shared, 0, True), ("Participation", 1, False)])


def test_results_of_a_kind_are_limited_before_the_best_are_taken():
    events = [evening(str(n), "ann", kind="cup" if n < 3 else "") for n in range(5)]
    rules = SeriesRules(PLACES, counting=SeriesCounting(best=3, best_of_kind={"cup": 1}))
    cells = series_table(events, rules).rows[0].row.cells
    reason = "Only the best result of the kind “cup” counts"
    assert [str(cell.struck_out or "") for cell in cells] == ["", reason, reason, "", ""]


def test_divisions_have_tables_of_their_own_with_the_points_of_the_whole_series():
    rules = SeriesRules(
        PLACES,
        divisions=(
            AgeDivision("Under 16", 2026, oldest=15),
            RatingDivision("Below 1400", below=1400),
            OwnDivision("Seniors"),
        ),
    )
    facts = {
        "ann": PersonFacts(2010, 1600),
        "bob": PersonFacts(2009, 1399.5, "seniors "),
        "cat": PersonFacts(2015, 1400),
        "dan": PersonFacts(),
    }
    tables = division_tables(series_table([evening("1", "ann bob cat dan")], rules), rules, facts)
    assert {name: order(table) for name, table in tables.items()} == {
        "Under 16": "1 ann, 2 cat",
        "Below 1400": "1 bob, 2 dan",
        "Seniors": "1 bob",
    }
    assert tables["Under 16"].find("cat").row.total == 6
    assert str(tables["Under 16"].find("cat").decided_by) == "Behind Ann. Points: 6 against 10"


def test_the_age_on_1_january_is_the_one_before_the_birthday_of_the_year():
    assert (age_on_1_january(2010, 2026), age_on_1_january(2009, 2026)) == (15, 16)


@every(
    "divisions, message",
    [
        ((OwnDivision("A"), OwnDivision("a ")), "another division has this name"),
        ((OwnDivision(" "),), "Give each division a name"),
        ((AgeDivision("A", 2026, 12, 10),), "upper limit is below"),
        ((RatingDivision("A", 1400, 1400),), "upper limit is below"),
        (tuple(OwnDivision(str(n)) for n in range(21)), "at most 20"),
    ],
)
def test_wrong_divisions_are_refused(divisions, message):
    check_divisions([OwnDivision("A"), AgeDivision("B", 2026), RatingDivision("C", 1400)])
    with pytest.raises(RuleViolation, match=message):
        check_divisions(divisions)


@every(
    "achievements, message",
    [
        (tuple(SeriesAchievement(str(n), str(n), 1) for n in range(31)), "at most 30"),
        ((SeriesAchievement("a", " ", 1),), "1 to 60 characters"),
        ((SeriesAchievement("a", "A", 1), SeriesAchievement("b", "A", 1)), "another achievement"),
        ((SeriesAchievement("a", "A", 1, "often"),), "how often"),
    ],
)
def test_wrong_achievements_are_refused(achievements, message):
    with pytest.raises(RuleViolation, match=message):
        check_achievements(achievements)
