"""An event is split into parts, and only parts that fit together make up an event again."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.event_file.example_file import example
from tests.support.case_tables import every
from tournaments.rules import event_file
from tournaments.rules.log.event_parts import InconsistentParts, join_event, split_event

EVENT = replace(event_file.read(example()), log=(), published=(), registrations=())
PARTS, ORDER = split_event(EVENT), [player.id for player in EVENT.players]
MATCH = next(path for path in PARTS if path.startswith("match:"))


def test_the_parts_of_an_event_make_up_the_event():
    assert join_event(PARTS, ORDER) == EVENT


@every(
    "parts, order",
    [
        ({path: part for path, part in PARTS.items() if path != "event"}, ORDER),
        ({path: part for path, part in PARTS.items() if path != "phase:1"}, ORDER),
        ({path: part for path, part in PARTS.items() if path != "round:1:1"}, ORDER),
        (PARTS | {"phase:9": PARTS["phase:1"]}, ORDER),
        (PARTS | {"round:1:9": PARTS["round:1:1"]}, ORDER),
        (PARTS | {"match:1:1:99": PARTS[MATCH]}, ORDER),
        (PARTS | {"bye:1:1:nobody": PARTS[MATCH]}, ORDER),
        (PARTS | {"player:somebody": PARTS[f"player:{ORDER[0]}"]}, ORDER),
        (PARTS | {"player:somebody": PARTS[f"player:{ORDER[0]}"]}, [*ORDER, "somebody"]),
        (PARTS, ORDER[1:]),
        (PARTS, [*ORDER, ORDER[0]]),
        (PARTS, [*ORDER, "nobody"]),
    ],
)
def test_parts_that_do_not_fit_together_make_no_event(parts, order):
    with pytest.raises(InconsistentParts):
        join_event(parts, order)


@given(st.sets(st.sampled_from(sorted(PARTS)), max_size=4), st.sets(st.sampled_from(ORDER), max_size=2))
def test_some_of_the_parts_make_up_an_event_that_can_be_written_or_none(removed, players):
    removed |= {f"player:{key}" for key in players}
    parts = {path: part for path, part in PARTS.items() if path not in removed}
    try:
        event = join_event(parts, [key for key in ORDER if key not in players])
    except InconsistentParts:
        return
    assert event_file.write(event)
