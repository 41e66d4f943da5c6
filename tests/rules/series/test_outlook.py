"""What a person needs, compared with all ways in which the events to come can end."""

from itertools import chain, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.series.evenings import evening
from tests.rules.series.random_seasons import KINDS, TIES
from tests.support.case_tables import every
from tournaments.rules.series.outlook import ComingEvent, SeriesOutlook, best_season, season_outlook
from tournaments.rules.series.series_rules import (
    ALL_EVENTS,
    BY_POINTS,
    BY_RECORD,
    IN_A_ROW,
    ONCE_A_GAME,
    AttendanceBonus,
    PlaceBonus,
    RecordPoints,
    SeriesAchievement,
    SeriesCounting,
    SeriesRules,
    SeriesScoring,
)
from tournaments.rules.series.table import series_table

PEOPLE = ("ann", "bob", "cat")
# Nobody comes, or some in any order.
ENDINGS = [*chain.from_iterable(permutations(PEOPLE, count) for count in range(4))]
RULES = SeriesRules(SeriesScoring(places=(10, 8, 6, 5)))


@st.composite
def rules(draw):
    worth = st.sampled_from([0, 1, 3, 5])
    scoring = SeriesScoring(
        places=tuple(sorted(draw(st.lists(worth, max_size=3)), reverse=True)),
        bonuses=draw(st.sampled_from([(), (PlaceBonus(1, 1, 1, 2),)])),
        participation=draw(worth),
    )
    attendance = draw(
        st.sampled_from([None, AttendanceBonus(ALL_EVENTS, 4), AttendanceBonus(IN_A_ROW, 3, 2)])
    )
    best_of_kind = draw(st.dictionaries(st.sampled_from(KINDS), st.integers(1, 2), max_size=1))
    counting = SeriesCounting(draw(st.sampled_from([None, 1, 2])), best_of_kind, draw(st.integers(0, 3)))
    # Matches are not limited when scoring by place, so neither are ties by them.
    ties = draw(st.lists(st.sampled_from([tie for tie in TIES if tie not in ("wins", "head_to_head")])))
    return SeriesRules(scoring, attendance, counting=counting, ties=tuple(dict.fromkeys(ties)))


@settings(max_examples=settings.default.max_examples * 4)
@given(
    rules(),
    st.lists(st.tuples(st.sampled_from(ENDINGS), st.sampled_from(KINDS)), min_size=1, max_size=3),
    st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from([1, 2])), min_size=1, max_size=2),
)
def test_no_ending_gives_more_than_the_outlook_says_and_one_gives_just_that(rules, past, coming):
    events = [evening(str(n), " ".join(people), kind=kind) for n, (people, kind) in enumerate(past)]
    table = series_table(events, rules)
    outlook = season_outlook(
        table, rules, [ComingEvent(f"c{n}", kind, weight) for n, (kind, weight) in enumerate(coming)]
    )
    gained, reached, ever_first = {}, {}, set()
    for orders in product(ENDINGS, repeat=len(coming)):
        to_come = [
            evening(f"c{n}", " ".join(people), kind=kind, weight=weight)
            for n, (people, (kind, weight)) in enumerate(zip(orders, coming, strict=True))
        ]
        for ranked in series_table([*events, *to_come], rules).rows:
            person, before = ranked.row.person, table.find(ranked.row.person)
            ever_first |= {person} if ranked.rank == 1 else set()
            if before:
                gained.setdefault(person, []).append(ranked.row.total - before.row.total)
                reached.setdefault(person, []).append(ranked.rank or 99)
    for person, said in outlook.items():
        assert said.most == max(0, *gained[person])
        assert (said.best_rank or 99) == min(reached[person])
    first = table.rows[:1] if table.rows and table.rows[0].rank else ()
    has_won = {person for person, said in outlook.items() if said.has_won}
    assert has_won == {one.row.person for one in first if ever_first == {one.row.person}}


@every(
    "person, outlook",
    [
        ("ann", SeriesOutlook(-4, 10, 1)),
        ("bob", SeriesOutlook(4, 10, 1)),
        ("cat", SeriesOutlook(14, 10, 2)),
    ],
)
def test_the_outlook_is_the_distance_to_first_place_and_what_a_win_of_the_next_event_brings(person, outlook):
    events = [evening("1", "ann bob cat"), evening("2", "ann bob")]
    assert season_outlook(series_table(events, RULES), RULES, [ComingEvent("3")])[person] == outlook


def test_a_lead_that_nobody_can_catch_up_is_a_win_unless_somebody_new_can():
    events = [evening(str(n), "ann bob") for n in range(4)]
    table = series_table(events, RULES)
    assert season_outlook(table, RULES, [ComingEvent("5")])["ann"] == SeriesOutlook(-8, 10, 1)
    worth = SeriesRules(SeriesScoring(places=(10,)))
    table = series_table(events, worth)
    outlook = season_outlook(table, worth, [ComingEvent("5")])
    assert outlook["ann"] == SeriesOutlook(-40, 10, 1, has_won=True) and not outlook["bob"].has_won
    # The one person of the table can be caught by others who have not played yet.
    alone = series_table([evening("1", "ann")], worth)
    assert not season_outlook(alone, worth, [ComingEvent("2")])["ann"].has_won


def test_the_best_season_of_a_person_has_the_best_result_of_each_event_to_come():
    rules = SeriesRules(RULES.scoring, counting=SeriesCounting(best=2))
    table = series_table([evening("1", "ann bob"), evening("2", "ann bob cat")], rules)
    best = best_season(table.find("bob").row, table, rules, [ComingEvent("3", weight=2)])
    assert best.total == 20 + 8 and [cell.event for cell in best.counted] == ["1", "3"]
    unknown = SeriesRules(SeriesScoring(by=BY_POINTS))
    assert best_season(table.find("bob").row, table, unknown, [ComingEvent("3")]) is None


def test_without_events_to_come_or_without_a_limit_only_the_distance_is_known():
    events = [evening("1", "ann bob", ann={"points": 9}, bob={"points": 3})]
    over = season_outlook(series_table(events, RULES), RULES, [])["bob"]
    assert (over.to_first, over.most) == (2, 0)
    points = SeriesRules(SeriesScoring(by=BY_POINTS))
    table = series_table(events, points)
    assert season_outlook(table, points, [ComingEvent("2")])["bob"] == SeriesOutlook(6, None, None)
    games = SeriesRules(RULES.scoring, achievements=(SeriesAchievement("a", "A", 1, ONCE_A_GAME),))
    assert season_outlook(series_table(events, games), games, [ComingEvent("2")])["bob"].most is None


def test_a_record_can_be_worth_all_rounds_and_achievements_their_limit():
    record = RecordPoints(win=3, draw=1, loss=0, round=1)
    rules = SeriesRules(
        SeriesScoring(by=BY_RECORD, record=record, participation=2),
        achievements=(SeriesAchievement("a", "A", 5, ONCE_A_GAME),),
        achievement_limit=7,
    )
    table = series_table([evening("1", "ann bob", ann={"won": 1})], rules)
    outlook = season_outlook(table, rules, [ComingEvent("2", weight=2, rounds=4)])
    assert outlook["bob"].most == 2 * 4 * (3 + 1) + 2 + 7


def test_with_too_few_events_to_come_there_is_no_best_rank():
    rules = SeriesRules(RULES.scoring, counting=SeriesCounting(at_least=3))
    outlook = season_outlook(series_table([evening("1", "ann")], rules), rules, [ComingEvent("2")])["ann"]
    assert outlook == SeriesOutlook(None, 10, None)
