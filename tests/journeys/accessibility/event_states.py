"""Events in all states for tests that open every page, with some very long names."""

from django.contrib.auth import get_user_model
from django.db import transaction

from tests.support import pod_events
from tests.support.action_states import STATES
from tests.support.desk_events import actor_of, friday
from tests.support.played_events import (
    finals_of,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    report,
    report_all,
)
from tournaments.changes.change import Actor
from tournaments.clubs.actions import change_club, publish_club
from tournaments.desk.actions import announce, call_judge, invite
from tournaments.events.actions.events import change_event, import_event
from tournaments.models import Club, Event, Staff
from tournaments.people.actions.linking import link_players
from tournaments.people.actions.staff import hand_over_page
from tournaments.players.actions.players import change_player, drop_player
from tournaments.prizes.actions import set_prizes
from tournaments.registration.actions.entries import register, withdraw
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.results.actions.player_results import rebuild_results
from tournaments.results.actions.reports import submit_report
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.requests import forbid_pair
from tournaments.rounds.actions.rounds import extend_table, pair_next_round, start_clock
from tournaments.rules import event_file
from tournaments.rules.history import PHONE
from tournaments.rules.history.players import RegistrationField, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry
from tournaments.standings.actions import update_chances

ACTOR = Actor("organiser")
LONG_NAMES = {
    "p1": "Hugo Montalbán de la Fuente y Zamorano-Wetherington",
    "p4": "Wilhelmina-Alexandrine Quiñones",
}
PRIZES = {1: {"rows": [{"places": [1, 1], "sum": 50, "thing": "playmat"}]}}


def ended():
    """Return a finished Page play-off."""
    event = finals_of("mcintyre4", 4)
    for _ in range(3):
        report_all(event, "2-0")
        pair(event)
    return event


def double():
    """Return a double elimination of eight, wider than a desktop's column."""
    event = finals_of("double", 8)
    report(event, 1, "2-1")
    return event


def busy():
    """Return an event in a running round with reports, calls and announcements."""
    return make_busy(STATES["running"]())


def make_busy(event):
    """Add staff, a dispute, a judge call, an announcement and more to an event in round 2."""
    for role in ("owner", "judge"):
        user, _is_new = get_user_model().objects.get_or_create(username=f"{role}-of-the-night")
        Staff.objects.create(event=event, user=user, role=role)
    invite(reload_event(event), ACTOR, "viewer")
    change_event(event, ACTOR, place="The Lantern, upper floor", timezone="Pacific/Auckland")
    set_prizes(reload_event(event), ACTOR, {"fee": 10, "currency": "€"}, PRIZES)
    forbid_pair(reload_event(event), ACTOR, "p1", "p2")
    report_result(reload_event(event), ACTOR, 1, 2, 2, "draw")
    drop_player(reload_event(event), ACTOR, "p7")
    start_clock(reload_event(event), ACTOR, 1, 2)
    extend_table(reload_event(event), ACTOR, 1, 2, 3, 5)
    for player, result in zip(player_ids_at(event, 4), ("2-0", "0-2"), strict=True):
        submit_report(reload_event(event), ACTOR, player, 1, 2, player_ids_at(event, 4), result)
    call_judge(reload_event(event), ACTOR, player_ids_at(event, 3)[0])
    announce(reload_event(event), ACTOR, "Lunch is served; round 3 begins at half past one, Pacific time")
    return event


def with_chances():
    """Return an event in its last Swiss round with one result, and chances to make the cut."""
    event = make(finals=("single", 4))
    for number in range(2):
        play_round(event, f"round {number}")
    pair(event)
    report(event, 2, "2-0")
    update_chances.call(event.pk)
    return event


def player_ids_at(event, table):
    """Return the ids of the players at a table of the second round."""
    (match,) = [match for match in reload_history(event).phase(1).rounds[1].matches if match.table == table]
    return match.players


def registering(user):
    """Return an event with open registration, two players, one who waits and one who has withdrawn."""
    event = friday(user, names=[])
    army = RegistrationField("f1", "Army", required=True, choices=("Elves", "Dwarves"))
    settings = RegistrationSettings(
        open=True,
        cap=2,
        text="Bring your army.\nThe fee is 5 €.",
        club="optional",
        closes_at="2037-02-25T16:30:00Z",
        fields=(army,),
    )
    set_registration(event, ACTOR, settings)
    for name in (*LONG_NAMES.values(), "Cleo", "Dan"):
        entry = RegistrationEntry(name, email=f"{len(name)}@example.org", answers={"f1": "Elves"})
        row = register(reload_event(event), Actor(name, source=PHONE), entry)
    withdraw(reload_event(event), Actor("Dan", source=PHONE), row.token)
    return event


def unpublished_round(user):
    event = friday(user, names=["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo"])
    pair_next_round(event, actor_of(user), seed="a seed", publish=False)
    return event


def import_data(data, user):
    return import_event(event_file.read(data), actor_of(user))


def put_into_club(event):
    """Put the event into a published club."""
    club = Club.objects.create(slug="the-lantern")
    publish_club(club, ACTOR, "The Lantern", "the-lantern")
    change_club(club, ACTOR, place="Porto", contact="ann@lantern.example")
    link_to(event, club)
    hand_over_page(club, ACTOR, club.people.first().pk)


def link_to(event, club):
    """Put an event into the club, whose people its players become; return the event."""
    Event.objects.filter(pk=event.pk).update(club=club)
    event = reload_event(event)
    with transaction.atomic():
        link_players(event, event.created_at, ACTOR.who)
    return event


def give_profiles(event, club):
    """Put an ended event into the club, and let all of its people but the first have a profile."""
    Event.objects.filter(pk=event.pk).update(slug="last-friday")
    rebuild_results(link_to(event, club))
    first = club.people.first()
    club.people.exclude(pk=first.pk).update(has_profile=True)


def build_events(user, states):
    """Return {state: Event} for these states, which are those below and those of the actions' tests."""
    builders = STATES | {
        "busy": busy,
        "ended": ended,
        "double": double,
        "with_chances": with_chances,
        "drafted": lambda: unpublished_round(user),
        "registering": lambda: registering(user),
        "pods": lambda: import_data(pod_events.two_rounds(), user),
        "wargame": lambda: import_data(pod_events.wargame(), user),
    }
    by_state = {name: reload_event(builders[name]()) for name in sorted(states)}
    if "busy" in by_state:
        put_into_club(by_state["busy"])
        if "ended" in by_state:
            give_profiles(by_state["ended"], Club.objects.get(slug="the-lantern"))
    for event in by_state.values():
        ids = {player.id for player in reload_history(event).players}
        for key, name in LONG_NAMES.items():
            if key in ids:
                change_player(reload_event(event), ACTOR, key, name=name)
    return {name: reload_event(event) for name, event in by_state.items()}
