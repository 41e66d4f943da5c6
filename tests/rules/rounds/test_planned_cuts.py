"""Planned cuts that need more players than there are, and the sizes offered instead."""

import pytest

from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BRACKET, DRAFT, PODS, SWISS, EventHistory, PhaseRecord, PlayerRecord
from tournaments.rules.rounds.phases import find_impossible_cut, find_workable_cut
from tournaments.rules.rounds.progress import next_round


def event_of(count, *phases, first=SWISS, **player):
    players = tuple(PlayerRecord(f"p{n}", f"Player {n}", order=n, **player) for n in range(1, count + 1))
    return EventHistory("Friday", "magic", players, (PhaseRecord(first, overrides={"rounds": 2}), *phases))


def finals_of(key="single", **cut):
    return PhaseRecord(BRACKET, overrides={"finals": key, "cut": cut})


@pytest.mark.parametrize(
    ("players", "finals", "offered"),
    [
        (5, finals_of(top=8), ("single", 4)),
        (3, finals_of(top=4), ("single", 2)),
        (9, finals_of("double", top=16), ("double", 8)),
        (7, finals_of("mcintyre8", top=8), ("single", 4)),
        (9, finals_of("pods10", top=10), ("pods7", 7)),
        (5, finals_of("pods16", top=16), ("pods4", 4)),
        (5, finals_of("single", top=8, min_points=3), ("single", 4)),
        (12, finals_of("mcintyre8", percent=50), ("mcintyre8", 8)),
        (6, finals_of("single", percent=50, at_least=8), ("single", 4)),
        (5, finals_of("single", top=8, per="division"), ("single", 4)),
    ],
)
def test_a_cut_that_cannot_work_is_found_and_a_size_that_works_is_offered(players, finals, offered):
    history = event_of(players, finals)
    phase, field, _violation = find_impossible_cut(history)
    workable = find_workable_cut(phase, field)
    assert (workable.finals, workable.size) == offered
    settings = {**finals.overrides, "finals": workable.finals, "cut": workable.cut}
    assert find_impossible_cut(history.phase(2).replace(overrides=settings).history) is None


@pytest.mark.parametrize(
    ("players", "finals"),
    [
        (8, finals_of(top=8)),
        (4, finals_of("mcintyre8", min_points=3)),
        (4, finals_of("mcintyre8", losses=1)),
        (4, finals_of("mcintyre8", by_hand=True)),
        (16, finals_of("mcintyre8", percent=50)),
        (20, finals_of(top=8, ties="in")),
    ],
)
def test_a_cut_that_works_or_depends_on_results_is_not_reported(players, finals):
    assert find_impossible_cut(event_of(players, finals)) is None


def test_a_later_cut_is_measured_by_the_size_of_the_one_before():
    day_two = PhaseRecord(SWISS, overrides={"rounds": 1, "cut": {"top": 4}})
    history = event_of(20, day_two, finals_of(top=8))
    phase, field, violation = find_impossible_cut(history)
    assert (phase.number, len(field)) == (3, 4) and isinstance(violation, RuleViolation)
    workable = find_workable_cut(phase, field)
    assert workable.cut == {"top": 4}
    assert find_impossible_cut(history.phase(3).replace(overrides={"cut": workable.cut}).history) is None


def test_players_who_have_dropped_do_not_count():
    assert find_impossible_cut(event_of(8, finals_of(top=8), dropped_after=0))


def test_nothing_is_offered_where_no_size_works():
    history = event_of(3, finals_of("pods16", top=16), first=PODS)
    phase, field, _violation = find_impossible_cut(history)
    assert find_workable_cut(phase, field) is None


def test_it_is_reported_until_round_1_is_published():
    history = event_of(5, finals_of(top=8))
    assert find_impossible_cut(next_round(history, "seed", state=DRAFT).event)
    assert find_impossible_cut(next_round(history, "seed").event) is None


@pytest.mark.parametrize("key", ["losses", "min_points"])
def test_an_offer_is_filled_up_where_results_alone_may_leave_too_few(key):
    history = event_of(5, finals_of(at_least=9, **{key: 0}))
    workable = find_workable_cut(*find_impossible_cut(history)[:2])
    assert workable.cut == {key: 0, "at_least": 4, "top": 4}


def test_a_filled_cut_is_measured_by_its_certain_size():
    assert find_impossible_cut(event_of(9, finals_of("mcintyre8", losses=0, at_least=6, top=6)))
