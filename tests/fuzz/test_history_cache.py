"""A cached history that is updated from the log equals one that is read from the database."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.random_actions import ACTIONS, STATE_NAMES, STEPS, WALKS, RandomArguments, run_action, steps
from tests.fuzz.walks import rolled_back, walks
from tournaments.history.cache import update_history
from tournaments.history.load import read_history_from_db
from tournaments.models import Event

RESULTS = ("report_result", "correct_result", "submit_report", "extend_table")
results = st.tuples(st.sampled_from(sorted({*RESULTS} & {*ACTIONS})), st.integers(0, 2**32))


@pytest.mark.slow
def test_an_updated_history_equals_the_rows(venue):
    updated_after = []

    @walks(4 * WALKS)
    @given(st.sampled_from(STATE_NAMES), st.lists(results | results | steps, min_size=STEPS, max_size=STEPS))
    def run(state, walk):
        event = venue.event(state)
        with rolled_back():
            cached = read_history_from_db(event)
            for number, (name, seed) in enumerate(walk):
                event, version = Event.objects.get(pk=event.pk), event.version
                values = RandomArguments(event, Random(seed))
                run_action(event, values.actor(), name, values.for_action(ACTIONS[name]))
                event = Event.objects.get(pk=event.pk)
                updated, rows = update_history(cached, event), read_history_from_db(event)
                if updated and event.version > version:
                    assert updated == rows and repr(updated) == repr(rows), name
                    updated_after.append(name)
                # The cache is not used after each change.
                if updated is None or number % 3 == 0:
                    cached = updated or rows

    run()
    assert updated_after
