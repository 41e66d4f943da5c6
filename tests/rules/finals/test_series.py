"""Finals of an event: bracket, next matches and places from its history."""

from dataclasses import replace

import pytest

from tests.support.case_tables import every
from tests.support.finals import EIGHT, QUALIFIERS, finals_event, won_match
from tournaments.rules.errors import RuleViolation
from tournaments.rules.finals import bracket_of, next_matches, placings
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)


def drawn_match(a, b, slot):
    return MatchRecord((SeatRecord(a, 1), SeatRecord(b, 1)), 1, slot=slot)


def pairings(matches):
    return [(match.slot, match.table, *(seat.player for seat in match.seats)) for match in matches]


def test_the_first_round_of_finals_comes_from_the_seeds():
    assert pairings(next_matches(finals_event().phase(2))) == [
        ("QF1", 4, "d", "e"),
        ("QF2", 3, "c", "f"),
        ("QF3", 2, "b", "g"),
        ("QF4", 1, "a", "h"),
    ]


def test_the_next_round_comes_from_the_results():
    semis = next_matches(finals_event(rounds=[QUALIFIERS]).phase(2))
    assert pairings(semis) == [("SF1", 2, "b", "h"), ("SF2", 1, "a", "g")]


def test_a_round_waits_for_its_results_and_names_the_match():
    matches = (
        *QUALIFIERS.matches[:2],
        won_match("b", "g", "QF3"),
        MatchRecord((SeatRecord("a"), SeatRecord("h")), 4, slot="QF4"),
    )
    with pytest.raises(RuleViolation, match="Report the winner of the qualifying final 4 first"):
        next_matches(finals_event(rounds=[replace(QUALIFIERS, matches=matches)]).phase(2))


def test_a_draw_decides_nothing_in_a_bracket():
    matches = (*QUALIFIERS.matches[:3], drawn_match("a", "h", "QF4"))
    now = bracket_of(finals_event(rounds=[replace(QUALIFIERS, matches=matches)]).phase(2))
    assert not now.meeting("QF4").is_decided


def test_a_no_show_is_a_win_for_the_other():
    match = MatchRecord((SeatRecord("a", result="no_show"), SeatRecord("h")), 4, slot="QF4")
    now = bracket_of(
        finals_event(rounds=[replace(QUALIFIERS, matches=(*QUALIFIERS.matches[:3], match))]).phase(2)
    )
    assert now.meeting("QF4").winner == 8


def test_next_matches_complete_a_round_that_opened_early():
    early = RoundRecord(
        2, "published", matches=(MatchRecord((SeatRecord("h"), SeatRecord("b")), 5, slot="SF1"),)
    )
    assert pairings(next_matches(finals_event(rounds=[QUALIFIERS, early]).phase(2))) == [("SF2", 1, "a", "g")]


def test_no_next_matches_when_all_are_made():
    rounds = [RoundRecord(1, matches=(won_match("a", "b", "R1-1"),))]
    assert next_matches(finals_event("single", EIGHT[:2], rounds).phase(2)) == ()


def test_places_after_an_earlier_round():
    rounds = [QUALIFIERS, RoundRecord(2, matches=(won_match("h", "b", "SF1"), won_match("g", "a", "SF2")))]
    event = finals_event(rounds=rounds)
    assert placings(event.phase(2), after_round=1) == ((7, "e"), (8, "f"))
    assert placings(event.phase(2)) == ((5, "a"), (6, "b"), (7, "e"), (8, "f"))


def test_slot_of_a_match_is_found_by_its_players():
    matches = (
        MatchRecord((SeatRecord("h", 2), SeatRecord("a", 0)), 1),
        MatchRecord((SeatRecord("d", 2), SeatRecord("e", 0)), 2),
    )
    now = bracket_of(finals_event(rounds=[RoundRecord(1, matches=matches)]).phase(2))
    assert [m.slot.id for m in now.meetings if m.is_decided] == ["QF1", "QF4"]
    assert now.meeting("QF4").winner == 8


@every(
    ("match", "words"),
    [
        (won_match("a", "h", "QF9"), "“QF9” isn’t an open match"),
        (won_match("a", "x", "QF4"), "“x” has a match in the finals but"),
        (won_match("a", "b", ""), "a, b don’t play each other in round 1"),
    ],
)
def test_a_match_that_does_not_fit_its_finals_is_refused(match, words):
    with pytest.raises(RuleViolation, match=words):
        bracket_of(finals_event(rounds=[RoundRecord(1, matches=(match,))]).phase(2))


def test_before_the_cut_the_bracket_shows_seeds():
    now = bracket_of(finals_event(entrants=None).phase(2))
    side = now.meeting("QF4").sides[0]
    assert (now.entrants, side.seed, side.player) == ((), 1, None)


def test_an_event_of_finals_alone_seeds_by_seed_then_rating():
    players = (
        PlayerRecord("x", "X", rating=1500),
        PlayerRecord("y", "Y", rating=1700),
        PlayerRecord("z", "Z", seed=1),
    )
    event = EventHistory("Cup", "magic", players, (PhaseRecord("bracket", overrides={"finals": "single"}),))
    assert pairings(next_matches(event.phase(1))) == [("R1-2", 1, "y", "x")]
