"""Results of players in an ended event, compared with a count from its matches by hand."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.played_pod_events import event_of as pods_of
from tests.rules.played_pod_events import play as play_pods
from tests.rules.round_notation import swiss
from tests.support.histories import event_of, play_next_round, play_out, with_finals
from tournaments.rules.history import SWISS, PhaseRecord
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import next_round
from tournaments.rules.standings.final import final_standings
from tournaments.rules.standings.player_results import player_results
from tournaments.rules.standings.standings import standings

RESULTS = ("2-0", "2-1", "0-2", "1-2", "1-1-1", "draw", "no-show 1", "double-loss")
TO_BE_WON = ("2-0", "2-1", "0-2", "1-2")


def results_of(history):
    return {result.player: result for result in player_results(history)}


def play_at_random(history, random):
    """Play the event to its end with random results; perhaps somebody drops after round 1."""
    pairing = next_round(history, "seed", exceptions=True)
    while pairing.round:
        texts = TO_BE_WON if pairing.phase.must_be_won else RESULTS
        matches = tuple(
            match if match.is_bye or match.reported else apply_result(match, random.choice(texts))
            for match in pairing.round.matches
        )
        history = pairing.phase.with_round(replace(pairing.round, matches=matches)).history
        if history.current_phase.number == pairing.round.number == 1 and random.random() < 0.5:
            history = history.with_player(replace(random.choice(history.players), dropped_after=1))
        pairing = next_round(history, "seed", exceptions=True)
    return pairing.event


def sides(match):
    """Yield (player, games, other player, their games, result words) of both sides of a match."""
    first, second = match.seats
    yield first, second
    yield second, first


def won_by(own, other):
    """1, 0 or −1 from a seat's own words and games, without the program's rules."""
    lost = {"no_show", "loss", "forfeit", "conceded", "disqualified"}
    if own.result in lost:
        return -1
    if own.result == "win" or other.result in lost:
        return 1
    if other.result == "win":
        return -1
    if own.result == "draw" or other.result == "draw":
        return 0
    return ((own.games or 0) > (other.games or 0)) - ((own.games or 0) < (other.games or 0))


def count_again(history):
    """Return {player: (won, lost, drawn, byes, opponents)} from the seats alone."""
    counted = {}
    for phase in history.phases:
        for round_ in phase.rounds:
            for match in round_.matches:
                if len(match.seats) == 1:
                    counted.setdefault(match.seats[0].player, (Counter(), []))[0]["bye"] += 1
                    continue
                for own, other in sides(match):
                    numbers, opponents = counted.setdefault(own.player, (Counter(), []))
                    outcome = won_by(own, other)
                    numbers[outcome] += 1
                    opponents.append((other.player, {1: "win", 0: "draw", -1: "loss"}[outcome]))
    return {
        key: (numbers[1], numbers[-1], numbers[0], numbers["bye"], tuple(opponents))
        for key, (numbers, opponents) in counted.items()
    }


@settings(max_examples=25, deadline=None)
@given(
    count=st.integers(5, 9),
    rounds=st.integers(1, 4),
    top=st.sampled_from([0, 2, 4]),
    random=st.randoms(use_true_random=False),
)
def test_record_byes_and_opponents_equal_a_count_of_the_seats(count, rounds, top, random):
    history = event_of(count, rounds=rounds)
    history = with_finals(history, top, "single") if top else history
    history = play_at_random(history, random)
    results = results_of(history)
    counted = count_again(history)
    assert results.keys() >= counted.keys()
    for key, expected in counted.items():
        one = results[key]
        assert (one.won, one.lost, one.drawn, one.byes, one.opponents) == expected
    # Match points of the Swiss rounds by the rulebook: 3 for a win or bye, 1 for a draw.
    swiss_only = count_again(replace(history, phases=history.phases[:1]))
    for key, (won, _lost, drawn, byes, _opponents) in swiss_only.items():
        assert results[key].points[0] == 3 * (won + byes) + drawn
        assert all(points is None for points in results[key].points[1:])


@settings(max_examples=15, deadline=None)
@given(count=st.integers(5, 9), random=st.randoms(use_true_random=False))
def test_places_are_those_of_the_final_standings_and_say_how_many_share_them(count, random):
    history = play_at_random(with_finals(event_of(count, rounds=3), 4, "single"), random)
    final = final_standings(history)
    shared = Counter(row.rank for row in final)
    for one in player_results(history):
        place = next((row.rank for row in final if row.player == one.player), None)
        assert (one.place, one.place_shared_by) == (place, shared[place] if place else 0)
        assert one.placed_players == len(final)


def test_ranks_are_those_after_each_round_before_the_finals():
    history = play_out(with_finals(event_of(8, rounds=3), 4, "single"))
    results = results_of(history)
    for number in (1, 2, 3):
        for row in standings(history.phase(1), after_round=number).rows:
            assert results[row.player].ranks[number - 1] == row.rank
    assert all(len(one.ranks) == 3 and one.swiss_place == one.ranks[-1] for one in results.values())


def test_carried_points_count_in_the_phase_in_which_they_were_won():
    history = event_of(8, rounds=2)
    day_two = PhaseRecord(SWISS, "Day 2", {"rounds": 1, "carry": True})
    history = replace(history, phases=(*history.phases, day_two))
    history = play_out(play_next_round(play_next_round(play_next_round(history))))
    for row in standings(history.phase(2)).rows:
        points = results_of(history)[row.player].points
        assert sum(points) == row.points and points[1] in (0, 3)


def test_an_event_that_has_not_ended_has_no_results():
    assert player_results(event_of(4, rounds=1)) == ()


def test_a_disqualified_player_has_a_record_and_no_place():
    history = swiss("ann bob 2-0, cid dan 2-0", settings={"rounds": 1})
    history = history.with_player(replace(history.player("ann"), disqualified=True))
    ann, cid = results_of(history)["ann"], results_of(history)["cid"]
    assert (ann.place, ann.place_shared_by, ann.won) == (None, 0, 1)
    assert (cid.place, cid.placed_players) == (1, 3)


def test_in_a_pod_the_losers_have_not_beaten_each_other():
    history = play_pods(pods_of(12), 4)
    match = next(match for match in history.phases[0].rounds[0].matches if match.table == 1)
    winner = next(seat.player for seat in match.seats if seat.result == "win" or seat.place == 1)
    results = results_of(history)
    for player in match.players:
        first_table = dict(results[player].opponents[: len(match.players) - 1])
        expected = {
            other: "win" if player == winner else "loss" if other == winner else ""
            for other in match.players
            if other != player
        }
        assert first_table == expected


@pytest.mark.parametrize("place", range(2))
def test_a_double_loss_is_a_loss_against_the_other(place):
    history = swiss("ann bob double-loss, cid dan 2-0", settings={"rounds": 1})
    one = results_of(history)[("ann", "bob")[place]]
    assert (one.won, one.lost, one.opponents) == (0, 1, ((("bob", "ann")[place], "loss"),))
