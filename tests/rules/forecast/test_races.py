"""Stakes of running events compared with how the events end."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rules.random_events import events
from tests.support.histories import event_of
from tests.support.repetitions import count
from tournaments.rules.forecast.bounds import cut_places, expected_finish, expected_records
from tournaments.rules.forecast.race import build_race
from tournaments.rules.forecast.stakes import IN, NEEDS, OUT, calculate_stakes
from tournaments.rules.history import BYE, PlayerRecord
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds.progress import finish_current, next_round
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.standings import cut
from tournaments.rules.standings.standings import standings

RESULTS = ("2-0", "2-1", "1-2", "0-2", "1-1-1", "double-loss")
CUTS = (
    {"top": 4},
    {"min_points": 6},
    {"percent": 25, "at_least": 3},
    {"min_points": 5, "at_most": 5},
    {"top": 4, "ties": "ranked"},
    {"top": 4, "ties": "in"},
    {"top": 5, "ties": "out"},
    {"losses": 2},
    {"losses": 2, "top": 5},
    {"losses": 2, "at_most": 4},
)


def states(count, rounds, seed):
    """Yield an event after each result of its last three rounds; a player has requested a bye."""
    chance = Random(seed)
    event = event_of(count, rounds=rounds)
    byes_by_round = {rounds: BYE}
    event = replace(event, players=(*event.players[:-1], replace(event.players[-1], byes=byes_by_round)))
    for number in range(1, rounds + 1):
        event = next_round(event, f"{seed} {number}").event
        tables = [match for match in event.phase(1).rounds[-1].matches if not match.is_bye]
        yield event
        for match in chance.sample(tables, len(tables)):
            round_ = event.phase(1).rounds[-1]
            done = apply_result(match, chance.choice(RESULTS))
            matches = tuple(done if one == match else one for one in round_.matches)
            event = event.phase(1).with_round(replace(round_, matches=matches)).history
            if number >= rounds - 2:
                yield event
    yield finish_current(event.current_phase).history


@pytest.mark.parametrize("rule", CUTS, ids=str)
@pytest.mark.parametrize(("count", "rounds", "seed"), [(8, 4, 1), (9, 4, 2), (13, 5, 3), (16, 5, 4)])
def test_stakes_are_never_contradicted_by_the_end_of_the_event(count, rounds, seed, rule):
    past = list(states(count, rounds, seed))
    last = past[-1]
    rows = {row.player: row.points for row in standings(last.phase(1)).rows}
    inside = set(cut.apply_cut(standings(last.phase(1)).rows, rule).entrants)
    stake_states = set()
    for event in past:
        race = build_race(event.phase(1))
        for player, stake in calculate_stakes(race, cut_places(rule, race.listed_count)).items():
            stake_states.add(stake.state)
            gained = rows[player] - race.points[player]
            if stake.state == IN or (stake.state == NEEDS and gained >= stake.points_needed):
                assert player in inside
            if stake.state == OUT:
                assert player not in inside
    assert {IN, NEEDS, OUT} <= stake_states


def test_expected_finish_before_the_first_round_is_the_triangle():
    race = build_race(event_of(16, rounds=5).phase(1))
    records = expected_records(16, 5, 0.1)
    finish = expected_finish(race, 0.1)
    assert finish[15] == pytest.approx(records[5, 0, 0])
    assert finish[9] == pytest.approx(records[3, 2, 0] + records[2, 0, 3])
    assert sum(finish.values()) == pytest.approx(16)


def test_race_excludes_dropped_players_and_includes_late_ones():
    event = event_of(4, rounds=3)
    dropped = replace(event.players[0], dropped_after=1)
    late = PlayerRecord("late", "Late", joined_round=3)
    event = replace(event, players=(dropped, *event.players[1:], late))
    assert sorted(build_race(event.phase(1)).points) == ["late", "p2", "p3", "p4"]


def test_cut_places_of_kinds_of_cuts():
    assert cut_places({"top": 8}, 20).limit == 8
    assert cut_places({"percent": 10}, 25).limit == 3
    assert cut_places({"top": 8, "ties": "in", "at_most": 9}, 20).at_most == 9
    assert cut_places({"top": 8, "ties": "out", "at_most": 6}, 20).limit == 6
    assert cut_places({"losses": 2}, 20).max_losses == 2
    assert cut_places({"by_hand": True}, 20) is None


def test_no_race_if_points_are_bet():
    assert build_race(event_of(4, rounds=3).phase(1).replace(overrides={"betting": {}})) is None


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@settings(max_examples=count(4, 10), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_every_rulebook_without_bets_has_a_race(rulebook, data):
    event = data.draw(events(rulebook, st.just({})))
    number = len(event.phases)
    race = build_race(event.phase(number))
    if RULEBOOKS[rulebook].betting:
        assert race is None
        return
    claims = calculate_stakes(race, cut_places({"top": 2}, race.listed_count))
    assert set(claims) == set(race.points)
    assert sum(one.state == IN for one in claims.values()) <= 2
    left = {row.player: row.points for row in standings(event.phase(number), live=True).rows}
    if RULEBOOKS[rulebook].first_column == "points":
        assert all(left.get(player, 0) == points for player, points in race.points.items())
