"""Lists of events are counted in the database, by the same rules as a whole event."""

import pytest

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, fresh, paired, played
from tournaments.events.actions.events import create_event
from tournaments.events.pages.catalogue import event_lines, outlines
from tournaments.events.pages.settings import get_settings_page
from tournaments.history.cache import load_history
from tournaments.lab.pages.comparison_plan import count_players
from tournaments.players.actions.players import add_players, drop_player
from tournaments.rules.history import EventHistory, PhaseRecord
from tournaments.rules.players.participation import list_participants
from tournaments.rules.rounds.phases import round_count

NINE = [f"Player {number}" for number in range(1, 10)]


def evening(organiser, names):
    """An event of these players, with as many rounds as Magic's rules suggest."""
    event = create_event(actor_of(organiser), EventHistory("Evening", "magic", phases=(PhaseRecord(),)))
    add_players(event, actor_of(organiser), "\n".join(names))
    return fresh(event)


@pytest.fixture
@cached_state
def nine(organiser):
    """Nine players of whom one withdraws before round 1, another drops while it is played."""
    event = evening(organiser, [*NINE, "Zoe"])
    drop_player(event, actor_of(organiser), "p10")
    event = played(fresh(event), organiser)
    drop_player(event, actor_of(organiser), "p1")
    return fresh(event)


def test_a_drop_during_round_1_counts_as_a_player_and_a_withdrawal_before_it_does_not(nine):
    history, outline = load_history(nine), outlines([nine])[nine.pk]
    assert len(outline.players) == len(list_participants(history)) == 9
    assert round_count(outline.phase(1)) == round_count(history.phase(1)) == 5
    (line,) = event_lines([nine])
    assert line.now == "Round 1 of 5" and "9 players" in line.about


def test_settings_and_lab_count_a_player_who_drops_during_round_1(nine):
    assert get_settings_page(nine).suggested_rounds == 5
    assert count_players(load_history(nine)) == 9


def test_a_draft_of_round_1_is_no_participation(organiser):
    event = paired(evening(organiser, NINE), organiser, publish=False)
    drop_player(event, actor_of(organiser), "p1")
    event = fresh(event)
    assert len(outlines([event])[event.pk].players) == len(list_participants(load_history(event))) == 8


def test_late_entries_count_as_players_but_not_for_the_rounds(organiser):
    event = played(evening(organiser, NINE[:8]), organiser)
    add_players(event, actor_of(organiser), "Zoe")
    outline = outlines([fresh(event)])[event.pk]
    assert len(outline.players) == 9
    assert round_count(outline.phase(1)) == round_count(load_history(fresh(event)).phase(1)) == 3
