"""The rounds that the result entry links to."""

from tests.support.played_events import make, pair, play_round, reload_history
from tournaments.results.pages.entry import name_rounds


def names_of(event):
    phase = reload_history(event).current_phase
    return [name for _phase, _number, name, _is_current in name_rounds(phase, phase.current_round)]


def test_rounds_are_named_with_their_phases_if_two_of_them_have_one_name(db):
    event = make(4, rounds_set=2, finals=("double", 4))
    play_round(event)
    play_round(event)
    assert names_of(pair(event)) == [
        "Swiss rounds: Round 1",
        "Swiss rounds: Round 2",
        "Double elimination: Round 1",
    ]


def test_rounds_of_one_phase_are_named_without_it(db):
    event = make(4)
    play_round(event)
    assert names_of(pair(event)) == ["Round 1", "Round 2"]
