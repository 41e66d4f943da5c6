"""The ways of players through finals, in the words of their other pages."""

from dataclasses import replace

import pytest

from tests.support.finals import QUALIFIERS, finals_event, start_finals
from tournaments.brackets.pages.bracket import ways_of
from tournaments.events.pages.winners import last_matches
from tournaments.rules import finals
from tournaments.rules.history import SeatRecord


def ways(history):
    phase = history.current_phase
    return {way.player: way.text for way in ways_of(finals.bracket_of(phase), history.names)}


def with_seats(history, table, *seats):
    """Return the event with these seats at a table of the first round of finals."""
    phase = history.current_phase
    match = next(one for one in phase.rounds[0].matches if one.table == table)
    return phase.with_match(1, table, replace(match, seats=seats)).history


def last_scores(history):
    return {player: score for player, (_name, score) in last_matches(history.current_phase).items()}


def test_a_way_says_how_each_match_ended_and_the_own_games_first():
    history = finals_event(rounds=(QUALIFIERS,))
    assert ways(history)["d"] == "Won 2–1" and ways(history)["e"] == "Lost 1–2"


@pytest.mark.parametrize(
    ("loss", "words"), [("no_show", "No-show"), ("conceded", "Conceded"), ("disqualified", "Disqualified")]
)
def test_a_way_names_a_loss_without_a_score(loss, words):
    seats = SeatRecord("d", 2, result="win"), SeatRecord("e", 0, result=loss)
    history = with_seats(finals_event(rounds=(QUALIFIERS,)), 1, *seats)
    assert (ways(history)["d"], ways(history)["e"]) == ("Won", words)


def test_a_pod_s_places_are_ordinals_here_and_beside_the_places_of_the_event():
    history = start_finals("pods4", 4)
    match = history.current_phase.rounds[0].matches[0]
    seats = [SeatRecord(player, place=place) for place, player in enumerate(match.players, 1)]
    history = with_seats(history, match.table, *seats)
    texts = ["1st", "2nd", "3rd", "4th"]
    assert [ways(history)[player] for player in match.players] == texts
    assert [last_scores(history)[player] for player in match.players] == texts


def test_nobody_has_won_a_drawn_pod():
    history = start_finals("pods4", 4)
    match = history.current_phase.rounds[0].matches[0]
    history = with_seats(
        history, match.table, *(SeatRecord(player, result="draw") for player in match.players)
    )
    assert {ways(history)[player] for player in match.players} == {"Drew"}


def test_the_score_of_a_way_is_that_of_the_player_s_other_pages():
    history = finals_event(rounds=(QUALIFIERS,))
    for player, text in ways(history).items():
        assert text.endswith(f" {last_scores(history)[player]}")
