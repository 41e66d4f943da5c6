"""States of a small event of an actor without an account, for tests of actions.

Tests of views, whose organiser signs in, take `desk_events`.
"""

from dataclasses import replace

from tests.support.database_states import cached_state
from tournaments.brackets.actions import open_matches
from tournaments.changes.change import Actor, record_action
from tournaments.changes.registry import Action
from tournaments.drafts.actions import draw_pods
from tournaments.events.actions import phases
from tournaments.events.actions.events import bracket_phase, change_settings, create_event
from tournaments.history.cache import load_history
from tournaments.models import Event, Message
from tournaments.players.actions.players import add_players, drop_player
from tournaments.results.actions import reports
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round, pair_next_round
from tournaments.rules.history import BRACKET, DRAFT_PODS, PODS, SWISS, EventHistory, PhaseRecord
from tournaments.rules.log.event_parts import match_path
from tournaments.web.status import current_round

ME = Actor("organiser")
# The hash of an address and browser that picked many names.
MARKED_ORIGIN = "a" * 64
STATES = {}


def state(build):
    """Register a state of an event in STATES; conftest.py makes fixtures of them (decorator)."""
    build = cached_state(build)
    STATES[build.__name__] = build
    return build


@cached_state
def make(count=8, rounds_set=3, finals=None, rulebook="magic", kind=SWISS):
    """An event of `count` players before round 1."""
    phases = [PhaseRecord(kind, overrides={"rounds": rounds_set})]
    if finals:
        phases.append(bracket_phase(*finals))
    event = create_event(ME, EventHistory("Friday night", rulebook, phases=tuple(phases)))
    if count:
        add_numbered_players(event, count)
    return reload_event(event)


def add_numbered_players(event, count):
    add_players(event, ME, "\n".join(f"Player {number:02}" for number in range(1, count + 1)))


def reload_event(event):
    return Event.objects.get(pk=event.pk)


def reload_history(event):
    return load_history(reload_event(event))


@cached_state
def pair(event, seed="seed"):
    pair_next_round(reload_event(event), ME, seed=seed, publish=True)
    return reload_event(event)


@cached_state
def report(event, table, result_text):
    phase, number = current_round(event)
    report_result(reload_event(event), ME, phase, number, table, result_text)
    return reload_event(event)


@cached_state
def report_all(event, result_text="2-1"):
    phase, number = current_round(event)
    for match in reload_history(event).phase(phase).rounds[number - 1].matches:
        if not match.is_bye:
            report_result(reload_event(event), ME, phase, number, match.table, result_text)
    return reload_event(event)


@cached_state
def play_round(event, seed="seed", result_text="2-1"):
    pair(event, seed)
    return report_all(event, result_text)


def play_three_rounds(event):
    for number in range(3):
        play_round(event, f"seed {number}")


def swap_first_seats(event):
    """Swap the first seats of tables 1 and 2 of round 1 by hand."""
    with record_action(reload_event(event), ME, Action(name="swap_players")) as change:
        first, second = reload_history(event).phase(1).rounds[0].matches[:2]
        for match, other in ((first, second), (second, first)):
            swapped = replace(match, seats=(other.seats[0], match.seats[1]))
            change.set_part(match_path(1, 1, match), swapped)


@state
def fresh():
    """Eight players, round 1 not drawn."""
    return make()


@state
def running():
    """Nine players in round 2 of 3; table 1 has a result."""
    event = make(9)
    play_round(event)
    pair(event)
    report(event, 1, "2-0")
    return reload_event(event)


@state
def swiss_over():
    """Nine players, three rounds played, no finals chosen."""
    event = make(9)
    play_three_rounds(event)
    finish_round(reload_event(event), ME)
    return reload_event(event)


DAY_TWO = PhaseRecord(name="Day two", overrides={"rounds": 2, "carry": True, "cut": {"top": 4}})


@state
def with_three_phases():
    """Two phases planned after the one that runs."""
    event = running()
    phases.add_phase(event, ME, replace(DAY_TWO, overrides={"cut": {"top": 8}}), 1)
    phases.add_phase(reload_event(event), ME, bracket_phase("single", 4), 2)
    return reload_event(event)


@state
def day_one_over():
    """Nine players, three rounds played, a second day for the best four planned."""
    event = make(9)
    phases.add_phase(event, ME, DAY_TWO, 1)
    play_three_rounds(event)
    return reload_event(event)


@state
def day_two_drafted():
    """`day_one_over` with round 1 of the second day drawn, and one of its players dropped."""
    event = day_one_over()
    phases.make_cut(event, ME, 2)
    drop_player(reload_event(event), ME, reload_history(event).phase(2).entrants[1])
    return reload_event(event)


@state
def in_finals():
    """Nine players, the McIntyre final eight drawn, one qualifying final reported."""
    event = make(9, finals=("mcintyre8", 8))
    play_three_rounds(event)
    pair(event)
    report(event, 1, "2-0")
    return reload_event(event)


@cached_state
def finals_of(key, count):
    """Finals without Swiss rounds, the first round published; p1 is seed 1."""
    phase = PhaseRecord(BRACKET, "Finals", {"finals": key})
    event = create_event(ME, EventHistory("Cup", "magic", phases=(phase,)))
    add_numbered_players(event, count)
    pair(event)
    return reload_event(event)


@state
def half_a_round():
    """Nine players, the top eight in a knock-out; two quarter-finals of one semi-final are reported."""
    event = make(9, finals=("single", 8))
    play_three_rounds(event)
    pair(event)
    report(event, 1, "2-0")
    report(event, 4, "2-0")
    return reload_event(event)


@state
def opened_early():
    """`half_a_round` with that semi-final started, and one quarter-final not reported."""
    event = half_a_round()
    open_matches(event, ME)
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
    change_settings(event, ME, 2, after_cut="next")
    play_three_rounds(event)
    pair(event)
    return reload_event(event)


@state
def pods_running():
    """Thirteen players in round 2 of pods; table 1 has a result."""
    event = make(13, kind=PODS)
    play_round(event, result_text="2")
    pair(event)
    report(event, 1, "places 2-1-3-4")
    return reload_event(event)


@state
def draft_night():
    """Thirteen players before a draft; no pods."""
    draft_phase = PhaseRecord(DRAFT_PODS, "Draft")
    event = create_event(ME, EventHistory("Draft night", "magic", phases=(draft_phase,)))
    add_numbered_players(event, 13)
    return reload_event(event)


@state
def with_pods():
    """`draft_night` with two pods drawn, and no round."""
    event = draft_night()
    draw_pods(event, ME, seed="pods")
    return reload_event(event)


@state
def with_one_pod():
    """Eleven players in one pod of a draft, and no round."""
    draft_phase = PhaseRecord(DRAFT_PODS, "Draft")
    event = create_event(ME, EventHistory("Draft of eleven", "magic", phases=(draft_phase,)))
    add_numbered_players(event, 11)
    draw_pods(reload_event(event), ME, seed="pods")
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
    """`draft_ahead` with the pod drawn, and one of its players dropped."""
    event = draft_ahead()
    draw_pods(event, ME)
    drop_player(reload_event(event), ME, reload_history(event).phase(2).pods[0][2])
    return reload_event(event)


def byes_of(event, number=2):
    """Return {player: value of their bye} of a round."""
    matches = reload_history(event).phase(1).rounds[number - 1].matches
    return {match.seats[0].player: match.seats[0].result for match in matches if match.is_bye}


def add_late_entry(event, names="Ada"):
    add_players(reload_event(event), ME, names)
    return reload_history(event).players[-1]


def pairings_of(event, number=2):
    """Return {table, None for the bye: players} of a round of the first phase."""
    matches = reload_history(event).phase(1).rounds[number - 1].matches
    return {match.table: match.players for match in matches}


def match_at(event, table, number=2, phase=1):
    matches = reload_history(event).phase(phase).rounds[number - 1].matches
    return next(match for match in matches if match.table == table)


def submit_report(event, seat, result_text, table=2, number=2, phase=1, seats=None, **options):
    """Report as the player on a seat (from 0) of a table."""
    seats = seats or match_at(event, table, number, phase).players
    name = reload_history(event).names[seats[seat]]
    actor = Actor(name, key=options.pop("key", ""), now=options.pop("now", None))
    return reports.submit_report(
        reload_event(event), actor, seats[seat], phase, number, seats, result_text, table=table, **options
    )


def open_texts(event):
    return list(Message.objects.filter(event=event, done_at=None).values_list("kind", "table", "text"))
