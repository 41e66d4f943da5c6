"""A small event at every stage, built by actions."""

from dataclasses import replace

import pytest

from tests.database_states import kept
from tournaments.actions.brackets import early_matches
from tournaments.actions.change import Actor, record_action
from tournaments.actions.drafts import drafts
from tournaments.actions.events import events, phases
from tournaments.actions.players import players
from tournaments.actions.results import results
from tournaments.actions.rounds import rounds
from tournaments.models import Event
from tournaments.queries.events import play
from tournaments.queries.history.cache import load_history
from tournaments.rules.history import BRACKET, DRAFT_PODS, PODS, SWISS, EventHistory, PhaseRecord
from tournaments.rules.log import part_paths

ME = Actor("organiser")
STATES = {}


def state(build):
    """Register a stage of an event as a fixture, and in STATES for other tests."""
    build = kept(build)
    STATES[build.__name__] = build
    globals()[f"fixture_{build.__name__}"] = pytest.fixture(lambda db: build(), name=build.__name__)
    return build


@kept
def make(count=8, rounds_set=3, finals=None, rulebook="magic", kind=SWISS):
    """An event of `count` players before round 1."""
    phases = [PhaseRecord(kind, settings={"rounds": rounds_set})]
    if finals:
        phases.append(events.bracket_phase(*finals))
    event = events.create_event(ME, EventHistory("Friday night", rulebook, phases=tuple(phases)))
    players.add_players(event, ME, "\n".join(f"Player {number:02}" for number in range(1, count + 1)))
    return reload_event(event)


def reload_event(event):
    return Event.objects.get(pk=event.pk)


def reload_history(event):
    return load_history(reload_event(event))


def pair(event, seed="seed"):
    rounds.pair_next_round(reload_event(event), ME, seed=seed, publish=True)


def report(event, table, result_text):
    phase, number = play.current_round(event)
    results.report_result(reload_event(event), ME, phase, number, table, result_text)


def report_all(event, result_text="2-1"):
    phase, number = play.current_round(event)
    for match in reload_history(event).phase(phase).rounds[number - 1].matches:
        if not match.is_bye:
            results.report_result(reload_event(event), ME, phase, number, match.table, result_text)


def play_round(event, seed="seed", result_text="2-1"):
    pair(event, seed)
    report_all(event, result_text)


def swap_first_seats(event):
    """Swap the first seats of tables 1 and 2 of round 1 by hand."""
    with record_action(reload_event(event), ME, "swap_players") as change:
        one, two = reload_history(event).phase(1).rounds[0].matches[:2]
        for match, other in ((one, two), (two, one)):
            swapped = replace(match, seats=(other.seats[0], match.seats[1]))
            change.set_part(part_paths.match(1, 1, match), swapped)


@state
def fresh():
    """Eight players, round 1 not drawn."""
    return make()


@state
def running():
    """Nine players in round 2 of 3; table 1 has its result."""
    event = make(9)
    play_round(event)
    pair(event)
    report(event, 1, "2-0")
    return reload_event(event)


@state
def swiss_over():
    """Nine players, three rounds played, no finals chosen."""
    event = make(9)
    for number in range(3):
        play_round(event, f"seed {number}")
    rounds.finish_round(reload_event(event), ME)
    return reload_event(event)


DAY_TWO = PhaseRecord(name="Day two", settings={"rounds": 2, "carry": True, "cut": {"top": 4}})


@state
def with_three_phases():
    """Two phases planned after the one that runs."""
    event = running()
    phases.add_phase(event, ME, replace(DAY_TWO, settings={"cut": {"top": 8}}), 1)
    phases.add_phase(reload_event(event), ME, events.bracket_phase("single", 4), 2)
    return reload_event(event)


@state
def day_one_over():
    """Nine players, three rounds played, a second day for the best four planned."""
    event = make(9)
    phases.add_phase(event, ME, DAY_TWO, 1)
    for number in range(3):
        play_round(event, f"seed {number}")
    return reload_event(event)


@state
def day_two_drafted():
    """The same with round 1 of the second day drawn, and one of those in it gone."""
    event = day_one_over()
    phases.make_cut(event, ME, 2)
    players.drop_player(reload_event(event), ME, reload_history(event).phase(2).entrants[1])
    return reload_event(event)


@state
def in_finals():
    """Nine players, the McIntyre final eight drawn, one qualifying final reported."""
    event = make(9, finals=("mcintyre8", 8))
    for number in range(3):
        play_round(event, f"seed {number}")
    pair(event)
    report(event, 1, "2-0")
    return reload_event(event)


@kept
def finals_of(key, count):
    """Finals alone, the first round out: p1 is seed 1."""
    phase = PhaseRecord(BRACKET, "Finals", {"finals": key})
    event = events.create_event(ME, EventHistory("Cup", "magic", phases=(phase,)))
    players.add_players(event, ME, "\n".join(f"Player {number:02}" for number in range(1, count + 1)))
    pair(event)
    return reload_event(event)


@state
def half_a_round():
    """Nine players, the top eight in a knock-out; two quarter-finals that feed one semi-final are in."""
    event = make(9, finals=("single", 8))
    for number in range(3):
        play_round(event, f"seed {number}")
    pair(event)
    report(event, 1, "2-0")
    report(event, 2, "2-0")
    return reload_event(event)


@state
def opened_early():
    """The same with that semi-final open, and one result missing of the quarter-finals."""
    event = half_a_round()
    early_matches.open_matches(event, ME)
    report(event, 3, "2-1")
    return reload_event(event)


@state
def before_the_call():
    """Super League's eight, the better seed always winning, before the Club Call."""
    event = finals_of("super_league8", 8)
    report_all(event, "2-0")
    pair(event)
    report_all(event, "2-0")
    return reload_event(event)


@state
def cut_with_room():
    """Nine players, the top eight drawn and nothing played; the next in the standings would move up."""
    event = make(9, finals=("afl8", 8))
    events.change_settings(event, ME, 2, after_cut="next")
    for number in range(3):
        play_round(event, f"seed {number}")
    pair(event)
    return reload_event(event)


@state
def pods_running():
    """Thirteen players in round 2 of pods; table 1 has its result."""
    event = make(13, kind=PODS)
    play_round(event, result_text="2")
    pair(event)
    report(event, 1, "places 2-1-3-4")
    return reload_event(event)


@state
def draft_night():
    """Thirteen players before a draft; no pods."""
    draft_phase = PhaseRecord(DRAFT_PODS, "Draft")
    event = events.create_event(ME, EventHistory("Draft night", "magic", phases=(draft_phase,)))
    players.add_players(event, ME, "\n".join(f"Player {number:02}" for number in range(1, 14)))
    return reload_event(event)


@state
def with_pods():
    """The same with two pods drawn, round 1 not."""
    event = draft_night()
    drafts.draw_pods(event, ME, seed="pods")
    return reload_event(event)


@state
def draft_ahead():
    """Nine players, one Swiss round played, a draft of the best eight planned."""
    event = make(9, rounds_set=1)
    settings = {"carry": True, "draft_pods": "standing", "cut": {"top": 8}}
    phases.add_phase(event, ME, PhaseRecord(DRAFT_PODS, "Draft", settings), 1)
    play_round(event)
    return reload_event(event)


@state
def draft_ahead_with_pods():
    """The same with the pod drawn, and somebody of it gone."""
    event = draft_ahead()
    drafts.draw_pods(event, ME)
    players.drop_player(reload_event(event), ME, reload_history(event).phase(2).pods[0][2])
    return reload_event(event)
