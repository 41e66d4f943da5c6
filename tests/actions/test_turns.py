"""Any action taken back or done again, and the whole event put back: over random things done at an event."""

from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.actions.conftest import ME, STATES, again, told
from tests.kept import rows
from tests.thorough import count
from tournaments.actions import entries, events, openings, players, results, rounds, undoing
from tournaments.actions.change import AlreadyDone
from tournaments.queries import logs, turns
from tournaments.queries.history.cache import history_with_log, update_history
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation

# So many runs of each property, and so many things done in each.
RUNS = count(4, 12)
STEPS = count(8, 12)
BEGUN_AT = ("running", "half_a_round", "pods_running", "with_pods")


def pick(choices, n):
    choices = list(choices)
    if not choices:
        raise RuleViolation("There is nothing to choose from.")
    return choices[n % len(choices)]


def a_table(event, n):
    """(phase, round, table) of any match of the event."""
    tables = [
        (number, r.number, match.table)
        for number, phase in enumerate(told(event).phases, 1)
        for r in phase.rounds
        for match in r.matches
        if not match.is_bye
    ]
    return pick(tables, n)


def a_player(event, n):
    return pick(told(event).players, n).id


def an_entry(event, n):
    return pick(event.log.order_by("id").values_list("id", flat=True), n)


def report_open(event, n):
    """The results of the open round, all but maybe one."""
    phase = told(event).current
    round_ = pick(told(event).phase(phase).rounds, -1)
    for match in round_.matches[n % 2 :]:
        if not match.is_bye:
            said = "1" if match.is_pod else "2-0"
            results.report_result(again(event), ME, phase, round_.number, match.table, said)


DONE = {
    "pair": lambda e, n: rounds.pair_next_round(e, ME, seed=str(n), publish=n % 3 > 0),
    "report": lambda e, n: results.report_result(e, ME, *a_table(e, n), pick(("2-0", "1-2", "2"), n)),
    "clear": lambda e, n: results.report_result(e, ME, *a_table(e, n), "clear"),
    "all in": report_open,
    "finish": lambda e, n: rounds.finish_round(e, ME),
    "open": lambda e, n: openings.open_matches(e, ME),
    "join": lambda e, n: players.add_players(e, ME, f"New {n}\nNewer {n}"),
    "remove": lambda e, n: entries.remove_player(e, ME, a_player(e, -1 - n % 3)),
    "drop": lambda e, n: players.drop_player(e, ME, a_player(e, n)),
    "rename": lambda e, n: players.change_player(e, ME, a_player(e, n), name=f"Renamed {n}"),
    "rounds": lambda e, n: events.change_settings(e, ME, 1, rounds=2 + n % 4),
    "place": lambda e, n: events.change_event(e, ME, place=f"Hall {n}"),
    "undo": lambda e, n: undoing.undo(e, ME),
    "undo one": lambda e, n: undoing.undo(e, ME, an_entry(e, n)),
    "redo": lambda e, n: undoing.redo(e, ME, an_entry(e, n)),
    "go back": lambda e, n: undoing.go_back(e, ME, an_entry(e, -1 - n % 6)),
}
STEP = st.tuples(st.sampled_from(sorted(DONE)), st.integers(0, 99))
RUN = st.tuples(st.sampled_from(BEGUN_AT), st.lists(STEP, min_size=3, max_size=STEPS), st.integers(0, 99))
# Each run takes back all that it did.
tried = settings(
    max_examples=RUNS, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@contextmanager
def played(state, steps):
    """(the event, the text of its file before each entry that was made since, by the entry's id)."""
    with transaction.atomic():
        event, before = STATES[state](), {}
        for name, n in steps:
            was_told, was, last = told(event), file_of(event), event.log.last().id
            try:
                with transaction.atomic():
                    DONE[name](again(event), n)
            except (RuleViolation, AlreadyDone):
                continue
            updated_history_is_the_one_in_the_rows(was_told, again(event))
            # Several entries of one step are gone back to by the first.
            first = event.log.filter(id__gt=last).first()
            if first:
                before[first.id] = was
        yield again(event), before
        transaction.set_rollback(True)


def updated_history_is_the_one_in_the_rows(before, event):
    """What other processes make of the history they have and the log is what they would read."""
    updated = update_history(before, event)
    assert updated is None or updated == told(event)


def file_of(event) -> str:
    """The event's file, its log left out."""
    return event_file.text(told(event))


@given(run=RUN)
@tried
def test_as_many_actions_done_again_as_were_taken_back_give_the_same_file(db, run):
    state, steps, count = run
    with played(state, steps) as (event, _before):
        taken = []
        for _ in range(1 + count % 6):
            if turns.in_force(event).exists():
                was = file_of(event)
                try:
                    with transaction.atomic():
                        taken.append((was, undoing.undo(again(event), ME).id))
                except RuleViolation as refusal:
                    # An older action was taken back after it and changed the same.
                    assert "what it changed has changed since" in str(refusal)
        for was, entry in reversed(taken):
            undoing.redo(again(event), ME, entry)
            assert file_of(event) == was


@given(run=RUN)
@tried
def test_going_back_gives_the_very_file_of_that_moment_and_can_be_taken_back_itself(db, run):
    state, steps, n = run
    with played(state, steps) as (event, before):
        if not before:
            return
        entry, now = pick(before, n), file_of(event)
        if before[entry] == now:
            with pytest.raises(RuleViolation, match="as it was"):
                undoing.go_back(event, ME, entry)
            return
        shown = turns.before(event, event.log.get(pk=entry))
        undoing.go_back(event, ME, entry)
        assert file_of(event) == before[entry] == event_file.text(shown.then)
        copy = events.import_event(event_file.read_text(event_file.text(history_with_log(again(event)))))
        for one in (again(event), copy):
            undoing.undo(one, ME)
            assert file_of(one) == now


@given(run=RUN)
@tried
def test_one_action_alone_is_taken_back_as_shown_or_refused_in_words_and_nothing_is_changed(db, run):
    state, steps, n = run
    with played(state, steps) as (event, _before):
        entry, now, all_rows = event.log.get(pk=an_entry(event, n)), file_of(event), rows()
        last = turns.last_turn(entry)
        act = undoing.redo if last.action == logs.UNDO else undoing.undo
        try:
            act(event, ME, entry.id)
        except RuleViolation as refused:
            assert "path" not in refused.params and str(refused)
            assert rows() == all_rows
            return
        after = told(event)
        assert event_file.read(event_file.write(after)) == after
        for path, (was, _left) in last.changes.items():
            assert path in event.log.last().changes
            assert event.log.last().changes[path][1] == was
        assert event.log.last().changes.keys() == last.changes.keys()
        back = undoing.undo if act is undoing.redo else undoing.redo
        back(again(event), ME, entry.id)
        assert file_of(event) == now
