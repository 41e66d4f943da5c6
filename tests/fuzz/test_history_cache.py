"""The cached history that results bring forward is the one that a process reads which has just started."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.deeds import Teller
from tests.fuzz.test_organisers import BEGUN, DEEDS, STEPS, WALKS, outcome_of, steps
from tests.fuzz.walks import from_the_beginning, walks
from tournaments.models import Event
from tournaments.queries.history.cache import update_history
from tournaments.queries.history.load import read_history_from_db

RESULTS = ("report_result", "correct_result", "submit_report", "extend_table")
results = st.tuples(st.sampled_from(sorted({*RESULTS} & {*DEEDS})), st.integers(0, 2**32))


@pytest.mark.slow
def test_an_updated_history_is_the_one_in_the_rows(hall):
    updated_after = []

    @walks(4 * WALKS)
    @given(st.sampled_from(BEGUN), st.lists(results | results | steps, min_size=STEPS, max_size=STEPS))
    def run(state, done):
        event = hall.event(state)
        with from_the_beginning():
            cached = read_history_from_db(event)
            for number, (deed, chance) in enumerate(done):
                event, version = Event.objects.get(pk=event.pk), event.version
                teller = Teller(event, Random(chance))
                outcome_of(event, teller.by(), deed, teller.arguments(DEEDS[deed]))
                event = Event.objects.get(pk=event.pk)
                updated, rows = update_history(cached, event), read_history_from_db(event)
                if updated and event.version > version:
                    assert updated == rows and repr(updated) == repr(rows), deed
                    updated_after.append(deed)
                # It is not asked for after each change.
                if updated is None or number % 3 == 0:
                    cached = updated or rows

    run()
    assert updated_after
