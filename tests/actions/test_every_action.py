"""What holds for every action: one transaction, one log line, one version, done once, undone whole."""

from dataclasses import replace

import pytest
from django.db import connection, transaction

from tests.actions.action_table import ACTIONS, PRIZES
from tests.actions.conftest import ME, again, make, pair, play_round, told
from tournaments.actions import (
    events,
    pairs,
    players,
    prizes,
    results,
    rounds,
    undoing,
)
from tournaments.actions.change import AlreadyDone, By
from tournaments.models import LogEntry, Match, Player, Report, Snapshot
from tournaments.queries import histories
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation


@pytest.fixture
def with_one_forgotten(db):
    """Eight players; one had dropped and came back after round 2 was drawn."""
    event = make(8)
    play_round(event)
    players.drop_player(again(event), ME, "p4")
    pair(event)
    players.take_back_drop(again(event), ME, "p4")
    return again(event)


@pytest.fixture
def with_a_drop(running):
    players.drop_player(running, ME, "p4")
    return again(running)


@pytest.fixture
def with_a_disqualified(running):
    players.disqualify_player(running, ME, "p4")
    return again(running)


@pytest.fixture
def with_a_newcomer(running):
    players.add_players(running, ME, "Ada")
    return again(running)


@pytest.fixture
def with_pairs(fresh):
    pairs.forbid_pair(fresh, ME, "p1", "p2")
    pairs.wish_pair(fresh, ME, "p1", "p3")
    return again(fresh)


@pytest.fixture
def ready(running):
    for table in (2, 3, 4):
        results.report_result(running, ME, 1, 2, table, "2-1")
    return again(running)


@pytest.fixture
def drafted(fresh):
    rounds.pair_next_round(fresh, ME, seed="s", publish=True)
    for table in range(1, 5):
        results.report_result(fresh, ME, 1, 1, table, "2-1")
    rounds.pair_next_round(fresh, ME, seed="s")
    return again(fresh)


@pytest.fixture
def published(fresh):
    rounds.pair_next_round(fresh, ME, seed="s", publish=True)
    return again(fresh)


@pytest.fixture
def swiss_over_with_finals(swiss_over):
    events.set_finals(swiss_over, ME, "mcintyre8", 8)
    return again(swiss_over)


@pytest.fixture
def with_prizes(swiss_over_with_finals):
    prizes.set_prizes(swiss_over_with_finals, ME, {"sum": 50}, PRIZES)
    return again(swiss_over_with_finals)


@pytest.fixture(params=ACTIONS)
def case(request):
    """(an event, an action to try on it)."""
    name, act = ACTIONS[request.param]
    return request.getfixturevalue(name), act


def everything(event):
    """All that is stored of an event."""
    event = again(event)
    counts = [model.objects.count() for model in (LogEntry, Match, Player, Report, Snapshot)]
    return event_file.text(histories.with_log(event)), event.version, counts


class Broken(Exception):
    """The fault that a test puts in."""


def break_at(write_number):
    """A wrapper that fails the n-th statement that writes."""
    left = [write_number]

    def wrapper(execute, sql, params, many, context):
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            left[0] -= 1
            if left[0] == 0:
                raise Broken(sql)
        return execute(sql, params, many, context)

    return wrapper, left


def test_it_raises_the_version_by_one_and_writes_one_log_line_that_names_who_did_it(case):
    event, act = case
    lines = event.log.count()
    act(event, replace(ME, who="judge at the door"))
    after = again(event)
    assert after.version == event.version + 1
    assert after.log.count() == lines + 1
    assert after.log.last().version == after.version
    assert after.log.last().who == "judge at the door"


def test_it_leaves_the_event_as_it_was_when_any_of_its_writes_fails(case):
    event, act = case
    before = everything(event)
    write_number, done = 0, False
    while not done:
        write_number += 1
        wrapper, left = break_at(write_number)
        try:
            with transaction.atomic(), connection.execute_wrapper(wrapper):
                act(event, ME)
                done = left[0] > 0
                raise Broken
        except Broken:
            assert everything(event) == before, f"after write {write_number}"
    assert write_number > 2


def test_it_is_done_once_when_its_request_is_sent_twice(case):
    event, act = case
    by = By("organiser", key="the key of one form")
    act(event, by)
    once = everything(event)
    with pytest.raises(AlreadyDone):
        act(again(event), by)
    assert everything(event) == once


def test_undo_takes_all_of_it_back_here_and_in_a_copy_made_of_its_file(case):
    event, act = case
    before = told(event)
    act(event, ME)
    assert told(event) != before
    text = event_file.text(histories.with_log(again(event)))
    copy = events.import_event(event_file.read_text(text))
    assert event_file.text(histories.with_log(copy)) == text
    if again(event).log.last().action != "undo":
        undoing.undo(copy, ME)
        undoing.undo(event, ME)
        assert told(event) == before
        assert told(copy) == told(event)


def test_it_is_refused_where_somebody_else_changed_the_same_thing_first(case):
    event, act = case
    if act is ACTIONS["add_players"][1]:
        return  # names that are there already are no conflict
    seen = event.version
    act(event, By("judge"))
    with pytest.raises(RuleViolation):
        act(again(event), By("organiser", seen=seen))
        raise AssertionError("stored over the judge's work")


def test_undoing_everything_gives_the_event_of_the_beginning(in_finals):
    while undoing.last_action(in_finals):
        undoing.undo(again(in_finals), ME)
    whole = told(in_finals)
    assert whole.players == ()
    assert all(phase.rounds == () for phase in whole.phases)
