"""Results of a series from finished events, guests, and evenings that were played elsewhere."""

from dataclasses import replace

import pytest

from tests.rules.round_notation import swiss
from tests.rules.series.evenings import evening, order, totals
from tests.support.case_tables import every
from tests.support.histories import event_of, play_out, with_finals
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BRACKET
from tournaments.rules.series.events import ElsewhereRow, SeriesEvent, event_from_elsewhere, event_results
from tournaments.rules.series.series_rules import (
    BY_PLACE,
    BY_POINTS,
    BY_RECORD,
    OF_SWISS,
    RecordPoints,
    SeriesRules,
    SeriesScoring,
)
from tournaments.rules.series.table import series_table
from tournaments.rules.standings.player_results import player_results

PLACES = SeriesScoring(places=(10, 8, 6))
RECORD = SeriesScoring(by=BY_RECORD, record=RecordPoints(win=3, draw=1, bye=2, round=1))


def results_of(history, **options):
    people = {player.id: (player.id, player.name) for player in history.players}
    found = event_results(player_results(history), people, **options)
    return {result.person: result for result in found}


def event_from(history):
    results = tuple(results_of(history).values())
    return SeriesEvent("1", results, len(results))


# Dan drops after round 1; Eve has a bye in round 1 and a half-point bye in round 2.
EVENING = swiss(
    "a b 2-0, c d 2-1, e bye", "a c 2-1, e half-bye, b late", dropped={"d": 1}, settings={"rounds": 2}
)


def test_who_drops_keeps_the_record_and_the_place_reached():
    dan = results_of(EVENING)["d"]
    assert (dan.won, dan.lost, dan.place) == (0, 1, 5)
    assert totals([event_from(EVENING)], SeriesRules(PLACES))["d"] == 0
    by_place = SeriesRules(SeriesScoring(places=(5, 4, 3, 2, 1), participation=1))
    assert totals([event_from(EVENING)], by_place)["d"] == 1 + 1


def test_byes_are_worth_a_bye_half_a_point_a_draw_and_a_missed_round_a_loss():
    """Ann 3 + 3 + 2 rounds. Eve: bye 2, half-point bye 1, 2 rounds. Bob lost a round and missed one."""
    assert totals([event_from(EVENING)], SeriesRules(RECORD)) == {"a": 8, "c": 5, "e": 5, "b": 2, "d": 1}


def test_a_disqualified_player_gets_nothing_and_those_behind_move_up():
    player = EVENING.player("a")
    out = EVENING.with_player(replace(player, disqualified=True))
    assert "a" not in results_of(out)
    assert totals([event_from(out)], SeriesRules(PLACES)) == {"e": 10, "c": 8, "b": 6, "d": 0}


def test_places_are_final_or_those_before_the_finals():
    history = play_out(with_finals(event_of(8, rounds=3), 4, "single"))
    final, before = SeriesRules(PLACES), SeriesRules(replace(PLACES, of=OF_SWISS))
    event, results = event_from(history), player_results(history)
    champion = next(result.player for result in results if result.place == 1)
    leader = next(result.player for result in results if result.swiss_place == 1)
    assert totals([event], final)[champion] == totals([event], before)[leader] == 10
    places = {ranked.row.person: ranked.row.cells[0].place for ranked in series_table([event], before).rows}
    assert places == {result.player: result.swiss_place for result in results}


def test_an_event_of_finals_alone_has_its_final_places_before_the_finals_too():
    history = play_out(event_of(4).phase(1).replace(kind=BRACKET, overrides={"finals": "single"}).history)
    assert all(result.swiss_place == result.place for result in results_of(history).values())


def test_an_event_with_too_few_players_is_left_out_and_says_why():
    rules = SeriesRules(replace(PLACES, least_players=3))
    table = series_table([evening("1", "ann bob"), evening("2", "bob ann cat")], rules)
    assert order(table) == "1 bob, 2 ann, 3 cat" and [event.key for event in table.events] == ["2"]
    reason = "Left out: 2 players, and events count with 3 or more"
    assert {key: str(value) for key, value in table.left_out.items()} == {"1": reason}


@every(
    "close_up, expected",
    [(True, {"bob": 10, "cat": 7, "dan": 7}), (False, {"bob": 8, "cat": 3, "dan": 3})],
)
def test_guests_score_nothing_and_the_places_behind_them_close_up_or_stay(close_up, expected):
    """The guest wins; Cat and Dan share the third place: (6 + 0) / 2, or closed up (8 + 6) / 2."""
    event = evening("1", "guest bob cat=dan", guest={"is_guest": True})
    assert totals([event], SeriesRules(PLACES, close_up=close_up)) == expected


def test_a_guest_who_shares_a_place_leaves_it_to_the_others():
    """Three share the first place; without the guest two share the first two: (10 + 8) / 2."""
    event = evening("1", "ann=bob=guest cat", guest={"is_guest": True})
    assert totals([event], SeriesRules(PLACES)) == {"ann": 9, "bob": 9, "cat": 6}


def test_guests_count_as_players():
    event = evening("1", "ann guest", guest={"is_guest": True})
    assert totals([event], SeriesRules(replace(PLACES, least_players=2))) == {"ann": 10}


def rows(column, **values):
    return [ElsewhereRow(name, name.title(), **{column: value}) for name, value in values.items()]


def test_a_running_season_is_entered_as_points_that_count_as_they_are():
    rules = SeriesRules(replace(PLACES, participation=1, least_players=6))
    so_far = event_from_elsewhere(
        "0", rows("points", ann=31.5, bob=12), rules.scoring, source="the old table"
    )
    table = series_table([so_far], rules)
    assert {ranked.row.person: ranked.row.total for ranked in table.rows} == {"ann": 31.5, "bob": 12}
    assert str(table.find("ann").row.cells[0].terms[0].reason) == "Points entered from the old table"


def test_places_and_wins_from_elsewhere_are_scored_as_those_of_an_event():
    by_place = event_from_elsewhere("1", rows("place", ann=1, bob=2, cat=2), PLACES)
    assert totals([by_place], SeriesRules(PLACES)) == {"ann": 10, "bob": 7, "cat": 7}
    wins = rows("wins", ann=1, bob=3, cat=0)
    assert totals([event_from_elsewhere("1", wins, PLACES)], SeriesRules(PLACES)) == {
        "bob": 10,
        "ann": 8,
        "cat": 6,
    }
    by_wins = SeriesRules(replace(RECORD, participation=1))
    # Each win is a round, too; the evening itself is worth 1 to everybody.
    assert totals([event_from_elsewhere("1", wins, RECORD)], by_wins) == {"bob": 13, "ann": 5, "cat": 1}


@every(
    "entered, by, message",
    [
        ([], BY_PLACE, "Enter 1 to 2000 results"),
        (rows("place", ann=1), BY_RECORD, "doesn’t score by place"),
        (rows("wins", ann=1), BY_POINTS, "the events’ own points"),
        (rows("place", ann=1) + rows("wins", bob=1), BY_PLACE, "the same for everyone"),
        ([ElsewhereRow("ann", "Ann")], BY_PLACE, "Enter points, a place or wins"),
        ([ElsewhereRow("ann", "Ann", points=1, place=1)], BY_PLACE, "Enter points, a place or wins"),
        (rows("place", ann=1) * 2, BY_PLACE, "Ann is listed twice"),
    ],
)
def test_results_from_elsewhere_that_cannot_be_scored_are_refused(entered, by, message):
    with pytest.raises(RuleViolation, match=message):
        event_from_elsewhere("1", entered, SeriesScoring(by=by))
