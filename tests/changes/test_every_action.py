"""Properties of every action: one transaction, log entry and version, idempotent, completely undoable."""

import itertools
import re
from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.support.action_states import STATES
from tests.support.action_table import ACTIONS
from tests.support.database_states import rows
from tests.support.desk_table import ROW_ACTIONS
from tests.support.played_events import ME, reload_event, reload_history
from tests.support.repetitions import count
from tournaments.changes.change import Actor, DuplicateRequest
from tournaments.changes.registry import SENTENCES
from tournaments.events.actions.events import import_event
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.log.pages.sentences import fill_in, names_of
from tournaments.log.pages.undo import last_action
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.event_file.players import REGISTRATION_FIELDS

# Number of writes at which each action is made to fail: the first, the last, and some between.
WRITES = count(2, 1000)
STEP = count(6, 1)
CHECKS = itertools.count()


@pytest.fixture(scope="module")
def event(request, django_db_setup, django_db_blocker):
    """Build the event of a test once for the module; each test rolls back to it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield STATES[request.param]()
        transaction.set_rollback(True)


@pytest.fixture
def case(event, act, db):
    """Return (event, action to test on it)."""
    return reload_event(event), act


@pytest.fixture
def change_case(case):
    """`case` for actions that change the history."""
    return case


@pytest.fixture
def pages_case(case):
    """`case` for a test that renders pages of all players: every day for half as many actions."""
    return case


def pytest_generate_tests(metafunc):
    """Run each test for every action, or by default for a different sixth of them."""
    if "case" in metafunc.fixturenames:
        table = ACTIONS if "change_case" in metafunc.fixturenames else ACTIONS | ROW_ACTIONS
        step = STEP * count(2, 1) if "pages_case" in metafunc.fixturenames else STEP
        names = [*table][next(CHECKS) % STEP :: step]
        cases = [table[name] for name in names]
        metafunc.parametrize(("event", "act"), cases, indirect=["event"], ids=names, scope="module")


# Existing names and players' reports are no edit conflicts.
NO_CONFLICTS = (
    *("add_players", "import_registrations"),
    *(name for name in ACTIONS if name.startswith("claim_result")),
)
# Sentences with a detail for some entries only: reports with a drop, corrections that changed later tables.
WITHOUT_DETAIL = ("claim_result", "correct_result", "undo", "redo")
# Values that are no ids of players.
SETTINGS = set(REGISTRATION_FIELDS.types)


class InjectedFault(Exception):
    """Raised by a test instead of a write."""


class Writes:
    """Counts the statements that write, and fails at one of them."""

    def __init__(self, fails_at=None):
        self.count, self.fails_at = 0, fails_at

    def __call__(self, execute, sql, params, many, context):
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            self.count += 1
            if self.count == self.fails_at:
                raise InjectedFault(sql)
        return execute(sql, params, many, context)


def count_writes(act, event) -> int:
    """Return the number of writing statements of an action, which is rolled back."""
    writes = Writes()
    with transaction.atomic(), connection.execute_wrapper(writes):
        act(event, ME)
        transaction.set_rollback(True)
    return writes.count


def test_an_action_increments_the_version_and_writes_one_log_entry(case):
    event, act = case
    lines = event.log.count()
    act(event, replace(ME, who="judge at the door"))
    after = reload_event(event)
    assert after.version == event.version + 1
    assert after.log.count() == lines + 1
    assert after.log.last().version == after.version
    # The entry of an agreed result names both players.
    if act is not ACTIONS["agree_result"][1]:
        assert after.log.last().who == "judge at the door"


def test_the_log_entry_has_a_sentence_with_numbers_and_ids(case):
    event, act = case
    keys = {*event.players.values_list("public_id", flat=True)}
    act(event, ME)
    event = reload_event(event)
    entry, names = event.log.last(), names_of(reload_history(event))
    text, detail = SENTENCES[entry.sentence]
    assert fill_in(text, entry, names)
    # A detail without its values is left out.
    assert fill_in(detail, entry, names) or entry.sentence in WITHOUT_DETAIL or not detail
    keys |= {*event.players.values_list("public_id", flat=True)}
    values = [
        part for value in entry.values.values() for part in (value if isinstance(value, list) else [value])
    ]
    assert all(isinstance(part, int) or part in keys | SETTINGS for part in values)


def test_a_failed_write_leaves_the_event_unchanged(case):
    event, act = case
    before, last = rows(), count_writes(act, event)
    assert last >= 2
    for write_number in sorted({1 + (last - 1) * number // (WRITES - 1) for number in range(WRITES)}):
        with pytest.raises(InjectedFault), connection.execute_wrapper(Writes(write_number)):
            act(reload_event(event), ME)
        assert rows() == before, f"after write {write_number}"


def test_a_request_sent_twice_is_carried_out_once(case):
    event, act = case
    actor = Actor("organiser", key="the key of one form")
    act(event, actor)
    rows_after_first = rows()
    with pytest.raises(DuplicateRequest):
        act(reload_event(event), actor)
    assert rows() == rows_after_first


def test_undo_reverts_the_whole_action(change_case):
    event, act = change_case
    before = reload_history(event)
    act(event, ME)
    assert reload_history(event) != before
    if reload_event(event).log.last().action != "undo":
        undo(event, ME)
        assert reload_history(event) == before


def test_an_imported_copy_has_the_action_and_can_undo_it(change_case):
    event, act = change_case
    before = reload_history(event)
    act(event, ME)
    text = event_file.text(load_history_with_log(reload_event(event)))
    copy = import_event(event_file.read_text(text))
    assert event_file.text(load_history_with_log(copy)) == text
    if reload_event(event).log.last().action != "undo":
        undo(copy, ME)
        assert reload_history(copy) == before


def test_a_concurrent_change_of_the_same_part_is_an_edit_conflict(change_case):
    event, act = change_case
    if act in [ACTIONS[name][1] for name in NO_CONFLICTS]:
        return
    version = event.version
    act(event, Actor("judge"))
    with pytest.raises((RuleViolation, DuplicateRequest)):
        act(reload_event(event), Actor("organiser", seen_version=version))
        raise AssertionError("stored over the judge's work")


def test_undoing_everything_gives_an_empty_event(in_finals):
    while last_action(in_finals):
        undo(reload_event(in_finals), ME)
    history = reload_history(in_finals)
    assert history.players == ()
    assert all(phase.rounds == () for phase in history.phases)


def own_pages(event) -> dict[int, tuple[str, str]]:
    """Return row id → (ETag, HTML) of the fragment of each player's own page.

    Without form keys and without the progress of the round, which polls by itself.
    """
    pages = {}
    for player in event.players.all():
        response = Client().get(reverse("me", args=[event.slug, player.secret]), {"part": "now"})
        html = re.sub(r'name="key" value="[^"]*"', "", response.content.decode())
        html = re.sub(r'<div id="live-progress".*?</div>', "", html, flags=re.S)
        # The page of somebody who left for the waitlist reloads itself.
        pages[player.pk] = response.get("ETag"), html
    return pages


def test_a_changed_own_page_has_another_etag(pages_case):
    event, act = pages_case
    before = own_pages(event)
    act(event, ME)
    after = own_pages(reload_event(event))
    for pk in before.keys() & after.keys():
        (old_etag, old_html), (etag, html) = before[pk], after[pk]
        assert etag != old_etag or html == old_html
