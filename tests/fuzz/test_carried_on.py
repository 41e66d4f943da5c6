"""What a host carries on from what it has read before is what a host reads that has just been started."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.deeds import Teller
from tests.fuzz.test_organisers import BEGUN, DEEDS, STEPS, WALKS, outcome_of, steps
from tests.fuzz.walks import from_the_beginning, walks
from tournaments.models import Event
from tournaments.queries.histories import RESULTS, kept_on, read
from tournaments.queries.once import HERE, kept_of

results = st.tuples(st.sampled_from(sorted({*RESULTS} & {*DEEDS})), st.integers(0, 2**32))


@pytest.mark.late
def test_what_is_carried_on_is_what_would_be_read(hall):
    carried = []

    @walks(4 * WALKS)
    @given(st.sampled_from(BEGUN), st.lists(results | results | steps, min_size=STEPS, max_size=STEPS))
    def run(state, done):
        event = hall.event(state)
        with from_the_beginning():
            HERE.clear()
            for number, (deed, chance) in enumerate(done):
                event, version = Event.objects.get(pk=event.pk), event.version
                teller = Teller(event, Random(chance))
                outcome_of(event, teller.by(), deed, teller.arguments(DEEDS[deed]))
                event = Event.objects.get(pk=event.pk)
                told, rows = kept_on(event), read(event)
                if told and event.version > version:
                    assert told == rows and repr(told) == repr(rows), deed
                    carried.append(deed)
                # It is not asked for after each change.
                if told is None or number % 3 == 0:
                    kept_of(event)["history"] = told or rows
        HERE.clear()

    run()
    assert carried
