"""What holds for every action: one transaction, one log entry, one version, done once, undone completely."""

import itertools
import re
from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.actions.action_states import STATES
from tests.actions.action_table import ACTIONS
from tests.actions.conftest import ME, reload_event, reload_history
from tests.actions.desk_table import MESSAGES
from tests.database_states import rows
from tests.repetitions import count
from tournaments.actions.change import Actor, DuplicateRequest
from tournaments.actions.events import events
from tournaments.actions.log import undo
from tournaments.queries.history.cache import load_history_with_log
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation

# At so many of its writes each action is broken: the first, the last and, of more than two, some between.
WRITES = count(2, 1000)
STEP = count(6, 1)
CHECKS = itertools.count()


@pytest.fixture(scope="module")
def event(request, django_db_setup, django_db_blocker):
    """The event that actions are tried on: built once, and each test goes back to it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield STATES[request.param]()
        transaction.set_rollback(True)


@pytest.fixture
def case(event, act, db):
    """(the event, an action to try on it)."""
    return reload_event(event), act


@pytest.fixture
def change_case(case):
    """The same where the action changes what is told of the event."""
    return case


def pytest_generate_tests(metafunc):
    """Try each check on every action, or by default on another sixth of them each."""
    if "case" in metafunc.fixturenames:
        table = ACTIONS if "change_case" in metafunc.fixturenames else ACTIONS | MESSAGES
        names = [*table][next(CHECKS) % STEP :: STEP]
        cases = [table[name] for name in names]
        metafunc.parametrize(("event", "act"), cases, indirect=["event"], ids=names, scope="module")


# Names that are there already are no conflict; what a player says stands in nobody's way.
NO_CONFLICTS = ("add_players", *(name for name in ACTIONS if name.startswith("claim_result")))


class Broken(Exception):
    """The fault that a test puts in."""


class Writes:
    """Counts the statements that write, and fails at one of them."""

    def __init__(self, broken_at=None):
        self.count, self.broken_at = 0, broken_at

    def __call__(self, execute, sql, params, many, context):
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            self.count += 1
            if self.count == self.broken_at:
                raise Broken(sql)
        return execute(sql, params, many, context)


def writes_of(act, event) -> int:
    """How many statements an action writes with; nothing of it stays."""
    writes = Writes()
    with transaction.atomic(), connection.execute_wrapper(writes):
        act(event, ME)
        transaction.set_rollback(True)
    return writes.count


def test_it_raises_the_version_by_one_and_writes_one_log_line_that_names_who_did_it(case):
    event, act = case
    lines = event.log.count()
    act(event, replace(ME, who="judge at the door"))
    after = reload_event(event)
    assert after.version == event.version + 1
    assert after.log.count() == lines + 1
    assert after.log.last().version == after.version
    # Who agree on a result have stored it together.
    if act is not ACTIONS["agree_result"][1]:
        assert after.log.last().who == "judge at the door"


def test_it_leaves_the_event_as_it_was_when_any_of_its_writes_fails(case):
    event, act = case
    before, last = rows(), writes_of(act, event)
    assert last >= 2
    for write_number in sorted({1 + (last - 1) * number // (WRITES - 1) for number in range(WRITES)}):
        with pytest.raises(Broken), connection.execute_wrapper(Writes(write_number)):
            act(reload_event(event), ME)
        assert rows() == before, f"after write {write_number}"


def test_it_is_done_once_when_its_request_is_sent_twice(case):
    event, act = case
    actor = Actor("organiser", key="the key of one form")
    act(event, actor)
    once = rows()
    with pytest.raises(DuplicateRequest):
        act(reload_event(event), actor)
    assert rows() == once


def test_undo_takes_all_of_it_back(change_case):
    event, act = change_case
    before = reload_history(event)
    act(event, ME)
    assert reload_history(event) != before
    if reload_event(event).log.last().action != "undo":
        undo.undo(event, ME)
        assert reload_history(event) == before


def test_it_goes_into_a_copy_made_of_its_file_and_is_taken_back_there(change_case):
    event, act = change_case
    before = reload_history(event)
    act(event, ME)
    text = event_file.text(load_history_with_log(reload_event(event)))
    copy = events.import_event(event_file.read_text(text))
    assert event_file.text(load_history_with_log(copy)) == text
    if reload_event(event).log.last().action != "undo":
        undo.undo(copy, ME)
        assert reload_history(copy) == before


def test_it_is_refused_where_somebody_else_changed_the_same_thing_first(change_case):
    event, act = change_case
    if act in [ACTIONS[name][1] for name in NO_CONFLICTS]:
        return
    version = event.version
    act(event, Actor("judge"))
    with pytest.raises((RuleViolation, DuplicateRequest)):
        act(reload_event(event), Actor("organiser", seen_version=version))
        raise AssertionError("stored over the judge's work")


def test_undoing_everything_gives_the_event_of_the_beginning(in_finals):
    while undo.last_action(in_finals):
        undo.undo(reload_event(in_finals), ME)
    whole = reload_history(in_finals)
    assert whole.players == ()
    assert all(phase.rounds == () for phase in whole.phases)


def own_pages(event) -> dict[int, tuple[str, str]]:
    """Player's row id → (ETag, HTML without the keys of its forms) of the fragment of their own page."""
    pages = {}
    for player in event.players.all():
        answer = Client().get(reverse("me", args=[event.slug, player.token]), {"part": "now"})
        html = re.sub(r'name="key" value="[^"]*"', "", answer.content.decode())
        pages[player.pk] = answer["ETag"], html
    return pages


def test_an_own_page_that_shows_something_else_has_another_etag(case):
    event, act = case
    before = own_pages(event)
    act(event, ME)
    after = own_pages(reload_event(event))
    for pk in before.keys() & after.keys():
        (old_etag, old_html), (etag, html) = before[pk], after[pk]
        assert etag != old_etag or html == old_html
