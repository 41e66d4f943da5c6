"""Undo, redo and restore after random actions."""

from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.database_states import rows
from tests.support.played_events import ME, STATES, reload_event, reload_history
from tests.support.repetitions import count
from tournaments.brackets.actions import open_matches
from tournaments.changes.change import DuplicateRequest
from tournaments.changes.registry import UNDO
from tournaments.events.actions.events import change_event, change_settings, import_event
from tournaments.history.cache import load_history_with_log, update_history
from tournaments.log.actions.undo import redo, restore_to_before, undo
from tournaments.log.pages.undo import last_of_undo_chain, rewind_to, undoable_entries
from tournaments.players.actions.players import add_players, change_player, drop_player, remove_player
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round, pair_next_round
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation

# Number of runs of each property, and maximum number of actions in each.
RUNS = count(4, 12)
STEPS = count(8, 12)
STATE_NAMES = ("running", "half_a_round", "pods_running", "with_pods")


def pick(choices, n):
    choices = list(choices)
    if not choices:
        raise RuleViolation("There is nothing to choose from.")
    return choices[n % len(choices)]


def pick_table(event, n):
    """Return (phase, round, table) of the n-th match of the event."""
    tables = [
        (number, r.number, match.table)
        for number, phase in enumerate(reload_history(event).phases, 1)
        for r in phase.rounds
        for match in r.matches
        if not match.is_bye
    ]
    return pick(tables, n)


def pick_player(event, n):
    return pick(reload_history(event).players, n).id


def pick_entry(event, n):
    return pick(event.log.order_by("id").values_list("id", flat=True), n)


def report_open(event, n):
    """Report the results of the open round, all but maybe the first."""
    phase = reload_history(event).current_phase.number
    round_ = pick(reload_history(event).phase(phase).rounds, -1)
    for match in round_.matches[n % 2 :]:
        if not match.is_bye:
            result_text = "1" if match.is_pod else "2-0"
            report_result(reload_event(event), ME, phase, round_.number, match.table, result_text)


ACTIONS = {
    "pair": lambda e, n: pair_next_round(e, ME, seed=str(n), publish=n % 3 > 0),
    "report": lambda e, n: report_result(e, ME, *pick_table(e, n), pick(("2-0", "1-2", "2"), n)),
    "clear": lambda e, n: report_result(e, ME, *pick_table(e, n), "clear"),
    "all in": report_open,
    "finish": lambda e, n: finish_round(e, ME),
    "open": lambda e, n: open_matches(e, ME),
    "join": lambda e, n: add_players(e, ME, f"New {n}\nNewer {n}"),
    "remove": lambda e, n: remove_player(e, ME, pick_player(e, -1 - n % 3)),
    "drop": lambda e, n: drop_player(e, ME, pick_player(e, n)),
    "rename": lambda e, n: change_player(e, ME, pick_player(e, n), name=f"Renamed {n}"),
    "rounds": lambda e, n: change_settings(e, ME, 1, rounds=2 + n % 4),
    "place": lambda e, n: change_event(e, ME, place=f"Hall {n}"),
    "undo": lambda e, n: undo(e, ME),
    "undo one": lambda e, n: undo(e, ME, pick_entry(e, n)),
    "redo": lambda e, n: redo(e, ME, pick_entry(e, n)),
    "go back": lambda e, n: restore_to_before(e, ME, pick_entry(e, -1 - n % 6)),
}
STEP = st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 99))
RUN = st.tuples(st.sampled_from(STATE_NAMES), st.lists(STEP, min_size=3, max_size=STEPS), st.integers(0, 99))
# Each run is rolled back.
run_settings = settings(
    max_examples=RUNS, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@contextmanager
def played(state, steps):
    """Yield the event after these steps, and the text of its file before each new log entry, by its id."""
    with transaction.atomic():
        event, before = STATES[state](), {}
        for name, n in steps:
            old_history, old_file, last = reload_history(event), file_of(event), event.log.last().id
            try:
                with transaction.atomic():
                    ACTIONS[name](reload_event(event), n)
            except (RuleViolation, DuplicateRequest):
                continue
            assert_updated_history_equals_rows(old_history, reload_event(event))
            # A step with several entries is restored from the first.
            first = event.log.filter(id__gt=last).first()
            if first:
                before[first.id] = old_file
        yield reload_event(event), before
        transaction.set_rollback(True)


def assert_updated_history_equals_rows(before, event):
    """Check that the updated history of another process equals the rows."""
    updated = update_history(before, event)
    assert updated is None or updated == reload_history(event)


def file_of(event) -> str:
    """Return the event's file without its log."""
    return event_file.text(reload_history(event))


@given(run=RUN)
@run_settings
def test_redoing_all_undone_actions_gives_the_same_file(db, run):
    state, steps, count = run
    with played(state, steps) as (event, _before):
        undone = []
        for _ in range(1 + count % 6):
            if undoable_entries(event).exists():
                old_file = file_of(event)
                try:
                    with transaction.atomic():
                        undone.append((old_file, undo(reload_event(event), ME).id))
                except RuleViolation as refusal:
                    # An older action that was undone later changed the same.
                    assert "the same thing has changed since" in str(refusal)
        for old_file, entry in reversed(undone):
            redo(reload_event(event), ME, entry)
            assert file_of(event) == old_file


@given(run=RUN)
@run_settings
def test_restoring_gives_the_file_of_that_moment_and_can_be_undone(db, run):
    state, steps, n = run
    with played(state, steps) as (event, before):
        if not before:
            return
        entry, now = pick(before, n), file_of(event)
        if before[entry] == now:
            with pytest.raises(RuleViolation, match="already in this state"):
                restore_to_before(event, ME, entry)
            return
        change = rewind_to(event, event.log.get(pk=entry))
        restore_to_before(event, ME, entry)
        assert file_of(event) == before[entry] == event_file.text(change.after)
        copy = import_event(event_file.read_text(event_file.text(load_history_with_log(reload_event(event)))))
        for restored in (reload_event(event), copy):
            undo(restored, ME)
            assert file_of(restored) == now


@given(run=RUN)
@run_settings
def test_undo_of_one_action_works_or_is_refused_without_a_change(db, run):
    state, steps, n = run
    with played(state, steps) as (event, _before):
        entry, now, all_rows = event.log.get(pk=pick_entry(event, n)), file_of(event), rows()
        last = last_of_undo_chain(entry)
        act = redo if last.action == UNDO else undo
        try:
            act(event, ME, entry.id)
        except RuleViolation as refused:
            assert "path" not in refused.params and str(refused)
            assert rows() == all_rows
            return
        after = reload_history(event)
        assert event_file.read(event_file.write(after)) == after
        for path, (before, _after) in last.changes.items():
            assert event.log.last().changes[path][1] == before
        assert event.log.last().changes.keys() == last.changes.keys()
        back = undo if act is redo else redo
        back(reload_event(event), ME, entry.id)
        assert file_of(event) == now
