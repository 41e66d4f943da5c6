"""The champion's way through an event, compared with the matches, and the places behind."""

import random
from dataclasses import replace

import pytest

from tests.support.finals import LETTERS
from tournaments.events.pages.winners import DENSE_FROM, MAX_ROUNDS_AS_STOPS, build_result, way_of
from tournaments.rules import finals
from tournaments.rules.history import (
    BRACKET,
    PODS,
    SWISS,
    EventHistory,
    PhaseRecord,
    PlayerRecord,
    SeatRecord,
)
from tournaments.rules.players.participation import list_participants
from tournaments.rules.rounds import progress

SWISS_FOUR = PhaseRecord(SWISS, "Swiss", {"rounds": 4})


def finish(history, seed="seed"):
    """Play an event to its end with random results."""
    rng = random.Random(seed)
    while not progress.has_ended(history):
        history = progress.next_round(history, f"{seed}{rng.random()}").event
        phase = history.current_phase
        for match in phase.open_round.matches:
            if not match.reported:
                done = replace(match, seats=random_seats(rng, match))
                phase = phase.with_match(phase.open_round.number, match.table, done)
        history = progress.finish_current(phase).history
    return history


def random_seats(rng, match):
    players = list(match.players)
    rng.shuffle(players)
    if match.is_pod:
        return tuple(SeatRecord(player, place=players.index(player) + 1) for player in match.players)
    games = {players[0]: 2, players[1]: rng.choice((0, 1))}
    return tuple(SeatRecord(player, games=games[player]) for player in match.players)


def make(*phases, players=16):
    names = tuple(
        PlayerRecord(letter, f"Player {letter}", order=n) for n, letter in enumerate(LETTERS[:players])
    )
    return EventHistory("Cup", "magic", names, phases)


def finals_of(key, size, **settings):
    return PhaseRecord(BRACKET, "Finals", {"finals": key, "cut": {"top": size}, **settings})


def matches_of(history, player, kind):
    """Return the player's matches in phases of this kind, in order."""
    rounds = [round_ for phase in history.phases if phase.kind == kind for round_ in phase.rounds]
    return [match for round_ in rounds if (match := round_.find_match_of(player))]


def names_against(match, player):
    return [f"Player {other}" for other in match.players if other != player]


SYSTEMS = [
    (key, size) for key, system in finals.FINALS.items() for size in (min(system.sizes), max(system.sizes))
]
SYSTEMS = sorted({(key, min(size, 16)) for key, size in SYSTEMS if min(size, 16) in finals.FINALS[key].sizes})


@pytest.mark.parametrize(("key", "size"), SYSTEMS)
def test_the_way_through_each_system_of_finals_has_every_match_of_the_champion(key, size):
    for seed in range(4):
        history = finish(make(SWISS_FOUR, finals_of(key, size), players=max(size, 16)), f"{key} {seed}")
        champion = finals.bracket_of(history.phase(2)).champion
        to_cut, way = way_of(history, champion)
        matches = matches_of(history, champion, BRACKET)
        assert [[one.name for one in stop.opponents] for stop in way] == [
            names_against(match, champion) for match in matches
        ]
        assert [stop.score for stop in way] == [score_of(match, champion) for match in matches]
        assert [stop.outcome for stop in way] == [outcome_of(match, champion) for match in matches]
        assert way[-1].outcome == "won"
        (leg,) = to_cut
        assert [icon.symbol for icon in leg.icons] == [
            outcome_of(match, champion) for match in matches_of(history, champion, SWISS)
        ]


def score_of(match, player):
    own = next(seat for seat in match.seats if seat.player == player)
    if match.is_pod:
        return ("1st", "2nd", "3rd", "4th", "5th")[own.place - 1]
    (other,) = (seat for seat in match.seats if seat.player != player)
    return f"{own.games}–{other.games}"


def outcome_of(match, player):
    own = next(seat for seat in match.seats if seat.player == player)
    if match.is_bye:
        return "bye"
    if match.is_pod:
        return "won" if own.place == 1 else "lost"
    return "won" if own.games == 2 else "lost"


def test_stops_are_named_by_their_match_and_opponents_by_their_seed():
    history = finish(make(SWISS_FOUR, finals_of("mcintyre8", 8)))
    result = build_result(history)
    assert result.cut == "Top 8"
    assert result.way[-1].heading == "Grand final"
    (finalist,) = result.way[-1].opponents
    assert finalist.seed == f"seed {history.phase(2).entrants.index(finalist.key) + 1}"
    assert (result.places[0].player, result.places[0].rank_text) == (finalist.key, "2nd")
    assert result.places[0].note == "Grand final"
    own, other = result.way[-1].score.split("–")
    assert result.places[0].score == f"{other}–{own}"


def test_a_short_event_without_finals_shows_each_round():
    history = finish(make(SWISS_FOUR))
    result = build_result(history)
    assert result.way_to_cut == ()
    assert [stop.heading for stop in result.way] == ["Round 1", "Round 2", "Round 3", "Round 4"]
    champion = result.champion.player
    assert [stop.score for stop in result.way] == [
        score_of(match, champion) for match in matches_of(history, champion, SWISS)
    ]
    assert len(result.places) == 7
    assert result.placed == 16


def test_many_rounds_are_one_leg_with_record_points_and_place():
    many = max(MAX_ROUNDS_AS_STOPS + 1, DENSE_FROM)
    history = finish(make(PhaseRecord(SWISS, "Swiss", {"rounds": many}), players=32))
    (leg,) = build_result(history).way
    assert leg.is_leg
    assert leg.is_dense
    assert len(leg.icons) == many
    won = sum(icon.symbol == "won" for icon in leg.icons)
    assert leg.score == f"{won}–{many - won}"
    assert leg.note == f"{3 * won} points, 1st of 32"


def test_a_bye_is_a_stop_without_opponent_and_score():
    for seed in range(20):
        history = finish(make(SWISS_FOUR, players=7), str(seed))
        result = build_result(history)
        if byes := [stop for stop in result.way if stop.outcome == "bye"]:
            assert [(stop.opponents, stop.score) for stop in byes] == [((), "")]
            return
    raise AssertionError("no champion had a bye")


def test_pods_name_all_others_at_the_table():
    pods = PhaseRecord(PODS, "Pods", {"rounds": 3})
    results = (build_result(finish(make(pods), str(seed))) for seed in range(20))
    result = next(result for result in results if result.champion)
    assert [len(stop.opponents) for stop in result.way] == [3, 3, 3]
    assert {stop.opponents[0].seed for stop in result.way} == {""}


def test_finals_alone_have_no_cut():
    history = finish(make(finals_of("single", 8), players=8))
    result = build_result(history)
    assert (result.way_to_cut, result.cut) == ((), "")
    assert len(result.way) == 3


def test_players_below_the_cut_follow_with_their_record():
    history = finish(make(SWISS_FOUR, finals_of("single", 4)))
    places = build_result(history).places
    assert [place.rank for place in places] == list(range(2, 9))
    assert [place.note for place in places[:3]] == ["Final", *(place.note for place in places[1:3])]
    assert all(place.note.startswith("Semi-final ") for place in places[1:3])
    assert all(place.note.endswith("points") and not place.score for place in places[3:])


def test_the_match_for_third_place_is_the_last_of_both_players():
    history = finish(make(SWISS_FOUR, finals_of("single", 4, third_place=True)))
    _second, third, fourth = build_result(history).places[:3]
    assert third.note == fourth.note == "Third-place match"
    assert third.score == fourth.score[::-1]


def test_after_a_disqualification_the_next_in_place_is_the_champion():
    history = finish(make(SWISS_FOUR, finals_of("single", 8)))
    first, second = build_result(history).champion, build_result(history).places[0]
    out = replace(history.player(first.player), disqualified=True)
    result = build_result(history.with_player(out))
    assert result.champion.player == second.player
    assert result.way[-1].outcome == "lost"
    assert first.player not in [place.player for place in result.places]
    assert result.placed == len(list_participants(history)) - 1


def tie(players):
    """An event of one round in which everybody drew."""
    history = progress.next_round(
        make(PhaseRecord(SWISS, "Swiss", {"rounds": 1}), players=players), "s"
    ).event
    phase = history.phase(1)
    for match in phase.round(1).matches:
        drawn = tuple(SeatRecord(player, games=1) for player in match.players)
        phase = phase.with_match(1, match.table, replace(match, seats=drawn, drawn_games=1))
    return progress.finish_current(phase).history


def test_a_shared_first_place_has_no_way():
    result = build_result(tie(2))
    assert result.champion is None
    assert [place.name for place in result.winners] == ["Player a", "Player b"]
    assert (result.places, result.way, result.record) == ((), (), "")


def test_a_place_shared_by_many_is_listed():
    result = build_result(tie(12))
    assert result.winners == ()
    assert [place.rank_text for place in result.places] == ["1st"] * 8
    assert result.unnamed_winners == 4


@pytest.mark.parametrize("players", (2, 4, 8))
def test_a_place_shared_by_at_most_eight_names_all_of_them(players):
    result = build_result(tie(players))
    assert len(result.winners) + len(result.places) == players
    assert result.unnamed_winners == 0
