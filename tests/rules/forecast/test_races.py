"""What is claimed of real events while they run, beside how the program then ends them."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.repetitions import count
from tests.rules.random_events import events
from tests.rules.rounds.test_progress import event_of
from tournaments.rules.forecast import IN, NEEDS, OUT, expected, expected_finish, places_of, race_of, stakes
from tournaments.rules.history import BYE, PlayerRecord
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.rounds import progress
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.standings import cut
from tournaments.rules.standings.standings import standings

SAID = ("2-0", "2-1", "1-2", "0-2", "1-1-1", "double-loss")
CUTS = ({"top": 4}, {"min_points": 6}, {"percent": 25, "at_least": 3}, {"min_points": 5, "at_most": 5})


def states(count, rounds, seed):
    """An event as it stands after each result of its last three rounds, to the end; some ask for a bye."""
    chance = Random(seed)
    event = event_of(count, rounds=rounds)
    byes_by_round = {rounds: BYE}
    event = replace(event, players=(*event.players[:-1], replace(event.players[-1], byes=byes_by_round)))
    for number in range(1, rounds + 1):
        event = progress.next_round(event, f"{seed} {number}").event
        tables = [match for match in event.phase(1).rounds[-1].matches if not match.is_bye]
        yield event
        for match in chance.sample(tables, len(tables)):
            round_ = event.phase(1).rounds[-1]
            done = apply_result(match, chance.choice(SAID))
            matches = tuple(done if one == match else one for one in round_.matches)
            event = progress.with_round(event, 1, replace(round_, matches=matches))
            if number >= rounds - 2:
                yield event
    yield progress.finish_current(event)


@pytest.mark.parametrize("rule", CUTS, ids=str)
@pytest.mark.parametrize(("count", "rounds", "seed"), [(8, 4, 1), (9, 4, 2), (13, 5, 3), (16, 5, 4)])
def test_the_end_of_an_event_never_contradicts_what_was_said_before(count, rounds, seed, rule):
    past = list(states(count, rounds, seed))
    last = past[-1]
    rows = {row.player: row.points for row in standings(last, 1).rows}
    inside = set(cut.cut(standings(last, 1).rows, rule).entrants)
    stake_states = set()
    for event in past:
        race = race_of(event, 1)
        for player, stake in stakes(race, places_of(rule, race.listed)).items():
            stake_states.add(stake.state)
            gained = rows[player] - race.has[player]
            if stake.state == IN or (stake.state == NEEDS and gained >= stake.gain):
                assert player in inside
            if stake.state == OUT:
                assert player not in inside
    assert {IN, NEEDS, OUT} <= stake_states


def test_before_the_first_round_the_triangle_of_all_who_are_there_is_expected():
    race = race_of(event_of(16, rounds=5), 1)
    records = expected(16, 5, 0.1)
    finish = expected_finish(race, 0.1)
    assert finish[15] == pytest.approx(records[5, 0, 0])
    assert finish[9] == pytest.approx(records[3, 2, 0] + records[2, 0, 3])
    assert sum(finish.values()) == pytest.approx(16)


def test_who_has_left_is_no_rival_and_who_comes_later_is():
    event = event_of(4, rounds=3)
    dropped = replace(event.players[0], dropped_after=1)
    late = PlayerRecord("late", "Late", joined_round=3)
    event = replace(event, players=(dropped, *event.players[1:], late))
    assert sorted(race_of(event, 1).has) == ["late", "p2", "p3", "p4"]


def test_a_cut_of_a_kind_that_points_do_not_tell_is_left_alone():
    assert places_of({"top": 8}, 20).most == 8
    assert places_of({"percent": 10}, 25).most == 3
    assert places_of({"moon": 1}, 20) is None


def test_where_points_are_bet_there_is_no_race():
    assert race_of(event_of(4, rounds=3).with_phase(1, settings={"betting": {}}), 1) is None


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@settings(max_examples=count(4, 10), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_event_of_any_rulebook_but_those_that_bet_has_a_race(rulebook, data):
    event = data.draw(events(rulebook, st.just({})))
    number = len(event.phases)
    race = race_of(event, number)
    if RULEBOOKS[rulebook].betting:
        assert race is None
        return
    claims = stakes(race, places_of({"top": 2}, race.listed))
    assert set(claims) == set(race.has)
    assert sum(one.state == IN for one in claims.values()) <= 2
    left = {row.player: row.points for row in standings(event, number, live=True).rows}
    if RULEBOOKS[rulebook].first_column == "points":
        assert all(left.get(player, 0) == points for player, points in race.has.items())
