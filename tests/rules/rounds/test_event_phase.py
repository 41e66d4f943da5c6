"""A phase of a history: its settings, its neighbours, and histories with a changed phase."""

from copy import copy
from pickle import dumps, loads

import pytest

from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import EventHistory, PhaseRecord, PlayerRecord, RoundRecord

HISTORY = EventHistory(
    "Two phases",
    "magic",
    phases=(
        PhaseRecord(overrides={"rounds": 3}, rounds=(RoundRecord(1), RoundRecord(2))),
        PhaseRecord("bracket", overrides={"third_place": True}),
    ),
)


def test_a_phase_has_the_settings_of_its_rulebook_with_its_own_changes():
    settings = HISTORY.phase(2).settings
    assert settings.third_place and not HISTORY.phase(1).settings.third_place
    assert settings.columns == HISTORY.phase(1).settings.columns


def test_a_changed_phase_has_the_settings_that_it_was_given():
    assert HISTORY.phase(1).settings.rounds == 3
    changed = HISTORY.phase(1).replace(overrides={"rounds": 4})
    assert changed.settings.rounds == 4
    assert changed.next.settings.third_place
    assert HISTORY.phase(1).settings.rounds == 3


def test_a_phase_with_another_round_keeps_its_settings_without_reading_them_again():
    changed = HISTORY.phase(1).with_round(RoundRecord(3))
    assert len(changed.rounds) == 3 and len(HISTORY.phase(1).rounds) == 2
    assert changed.settings is HISTORY.phase(1).settings


def test_a_phase_knows_the_phases_and_rounds_around_it():
    first, second = HISTORY.all_phases
    assert (first.previous, first.next, second.previous, second.next) == (None, second, first, None)
    assert (first.rounds_before, second.rounds_before) == (0, 2)
    assert first.is_current and not second.is_current


def test_a_missing_phase_is_refused_with_its_number():
    assert HISTORY.find_phase(0) is None and HISTORY.find_phase(3) is None
    with pytest.raises(RuleViolation, match="There is no phase 3; the event has 2"):
        HISTORY.phase(3)


def test_a_phase_can_be_copied_and_stored():
    phase = HISTORY.with_player(PlayerRecord("p1", "Ada")).phase(2)
    assert copy(phase) == phase == loads(dumps(phase))
