"""States of an event for the tests of single actions."""

from dataclasses import replace

from tests.support.achievements import count_for_achievements, offered_values
from tests.support.action_table import PRIZES
from tests.support.desk_table import submit_report
from tests.support.played_events import (
    MARKED_ORIGIN,
    ME,
    STATES,
    draft_night,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    running,
    state,
    swiss_over,
)
from tournaments.changes.change import Actor
from tournaments.desk.actions import announce, call_judge
from tournaments.events.actions.events import change_settings, set_finals
from tournaments.lists.actions import change_list, check_list, send_list, set_lists
from tournaments.log.actions.undo import undo
from tournaments.models import Club, Event, PersonRating, RatedEvent, RatingList
from tournaments.models.player import new_token
from tournaments.people.actions.linking import link_players
from tournaments.players.actions import picks
from tournaments.players.actions.check_in import check_in_player, check_in_waiting, set_check_in
from tournaments.players.actions.players import add_players, bring_back_player, disqualify_player, drop_player
from tournaments.prizes.actions import set_prizes
from tournaments.registration.actions.entries import register, withdraw
from tournaments.registration.actions.entry_desk import accept_registrations, set_registration
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.requests import forbid_pair, wish_pair
from tournaments.rounds.actions.rounds import pair_next_round, pause_clock, start_clock
from tournaments.rules.history import PHONE, PICK
from tournaments.rules.history.players import (
    AT_ONCE,
    OPTIONAL,
    REQUIRED,
    CheckInSettings,
    ListSettings,
    RegistrationSettings,
)
from tournaments.rules.registration import RegistrationEntry
from tournaments.series.actions.ticks import tick_achievements

__all__ = ["STATES"]


@state
def with_one_forgotten():
    """Eight players; one had dropped and came back after round 2 was drawn."""
    event = make(8)
    play_round(event)
    drop_player(reload_event(event), ME, "p4")
    pair(event)
    bring_back_player(reload_event(event), ME, "p4")
    return reload_event(event)


@state
def with_a_clock():
    event = running()
    start_clock(event, ME, 1, 2)
    return reload_event(event)


@state
def with_a_stopped_clock():
    event = with_a_clock()
    pause_clock(event, ME, 1, 2)
    return reload_event(event)


@state
def published_with_a_clock():
    event = make(8)
    pair(event)
    start_clock(reload_event(event), ME, 1, 1)
    return reload_event(event)


@state
def with_an_announcement():
    event = running()
    announce(event, ME, "Lunch until 14:00")
    return reload_event(event)


@state
def partly_checked_in():
    """Eight players before round 1; six are checked in, and check-in is open."""
    event = make(8)
    set_check_in(event, ME, CheckInSettings(open=True))
    for number in range(1, 7):
        check_in_player(reload_event(event), ME, f"p{number}")
    return reload_event(event)


@state
def partly_checked_in_for_a_draft():
    """Thirteen players before a draft; nine are checked in."""
    event = draft_night()
    for number in range(1, 10):
        check_in_player(reload_event(event), ME, f"p{number}")
    return reload_event(event)


@state
def with_a_no_show():
    event = make(8)
    pair(event)
    report_result(reload_event(event), ME, 1, 1, 1, "no-show 2")
    return reload_event(event)


@state
def with_one_absent():
    """Eight players in round 1; one more was dropped before it."""
    event = make(9)
    drop_player(event, ME, "p9")
    pair(event)
    return reload_event(event)


@state
def taken_back():
    """`running` with the last result undone."""
    event = running()
    undo(event, ME)
    return reload_event(event)


@state
def with_a_drop():
    event = running()
    drop_player(event, ME, "p4")
    return reload_event(event)


@state
def with_a_disqualified():
    event = running()
    disqualify_player(event, ME, "p4")
    return reload_event(event)


@state
def with_a_newcomer():
    event = running()
    add_players(event, ME, "Ada")
    return reload_event(event)


@state
def with_pairs():
    event = make()
    forbid_pair(event, ME, "p1", "p2")
    wish_pair(event, ME, "p1", "p3")
    return reload_event(event)


@state
def with_a_waitlist():
    """Three players for two places, two entries that wait, one that was withdrawn; before round 1."""
    event = make(0)
    set_registration(event, ME, RegistrationSettings(open=True, cap=2))
    for name in ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"):
        entry = RegistrationEntry(name, email=f"{name}@example.org")
        row = register(reload_event(event), Actor(name, source=PHONE), entry)
    withdraw(reload_event(event), Actor("Finn", source=PHONE), row.token)
    cleo = event.registrations.get(name="Cleo")
    accept_registrations(reload_event(event), ME, [cleo.pk], exceed=True)
    return reload_event(event)


@state
def with_waiting_players_here():
    """`with_a_waitlist`, whose two entries that wait are checked in."""
    event = with_a_waitlist()
    for name in ("Dan", "Eve"):
        check_in_waiting(reload_event(event), ME, event.registrations.get(name=name).pk)
    return reload_event(event)


@state
def with_lists():
    """Eight players before round 1, who must send lists that everyone sees; two have, one was checked."""
    event = make()
    set_lists(event, ME, ListSettings(ask=REQUIRED, visible=AT_ONCE))
    send_list(reload_event(event), ME, "p1", "Deck\n56 Mountain\n4 Shock\n\nSideboard\n15 Swamp")
    send_list(reload_event(event), ME, "p2", "Deck\n54 Mountain\n5 Shock\nhttps://example.org")
    check_list(reload_event(event), ME, "p1", passed=False, note="3 Swamp too many")
    change_list(reload_event(event), ME, "p1", "56 Mountain\n4 Shock\n\n12 Swamp", "deck check")
    return reload_event(event)


@state
def with_army_lists():
    """A wargame, in which one player has sent an army list that everyone sees."""
    event = make(rulebook="wargame-wtc")
    set_lists(event, ME, ListSettings(ask=OPTIONAL, visible=AT_ONCE))
    send_list(reload_event(event), ME, "p1", "Warboss [95 pts]\n  * Attack squig\nBoyz x20 [160 pts]")
    pair(event)
    return reload_event(event)


@state
def ready():
    event = running()
    for table in (2, 3, 4):
        report_result(event, ME, 1, 2, table, "2-1")
    return reload_event(event)


@state
def drafted():
    event = published()
    for table in range(1, 5):
        report_result(event, ME, 1, 1, table, "2-1")
    pair_next_round(event, ME, seed="s")
    return reload_event(event)


@state
def published():
    event = make()
    pair_next_round(event, ME, seed="s", publish=True)
    return reload_event(event)


@state
def swiss_over_with_finals():
    event = swiss_over()
    set_finals(event, ME, "mcintyre8", 8)
    return reload_event(event)


@state
def with_prizes():
    event = swiss_over_with_finals()
    set_prizes(event, ME, {"sum": 50}, PRIZES)
    return reload_event(event)


@state
def claimed():
    """`running`, where the first seat of table 2 reports 2-0, confirmed after five minutes."""
    event = running()
    change_settings(event, ME, 1, report_minutes=5)
    submit_report(reload_event(event), ME, 2, 0, "2-0")
    return reload_event(event)


@state
def with_picks_on():
    """`running`, where anyone reports."""
    event = running()
    change_settings(event, ME, 1, reporting="anyone")
    return reload_event(event)


@state
def picked():
    """`with_picks_on`, where phones picked the first two names."""
    event = with_picks_on()
    for key in ("p1", "p2"):
        picks.pick_name(event, ME, key, new_token())
    return reload_event(event)


@state
def marked():
    """`with_picks_on`, where one phone may have picked the first four names."""
    event = with_picks_on()
    for key in ("p1", "p2", "p3", "p4"):
        picks.pick_name(event, ME, key, new_token(), MARKED_ORIGIN)
    return reload_event(event)


@state
def reported_by_marked_picks():
    """`with_picks_on`, where one phone may have picked the names of two tables; those of table 3 agree."""
    event = with_picks_on()
    matches = [reload_history(event).phase(1).rounds[1].match_at(table) for table in (2, 3)]
    keys = [key for match in matches for key in match.players]
    tokens = {key: picks.pick_name(event, ME, key, new_token(), MARKED_ORIGIN) for key in keys}
    for seat, key in enumerate(matches[1].players):
        actor = replace(ME, source=PICK)
        submit_report(reload_event(event), actor, 3, seat, "2-0", pick_token=tokens[key])
    return reload_event(event)


@state
def reported_by_a_pick():
    """`with_picks_on`, where a phone picked the first name of table 3 and reports 2-0."""
    return report_by_picks(with_picks_on(), 1)


@state
def reported_by_picks():
    """`with_picks_on`, where phones picked both names of table 3 and agree."""
    return report_by_picks(with_picks_on(), 2)


def report_by_picks(event, seats):
    for seat in range(seats):
        key = reload_history(event).phase(1).rounds[1].match_at(3).players[seat]
        token = picks.pick_name(reload_event(event), ME, key, new_token())
        actor = replace(ME, source=PICK)
        submit_report(reload_event(event), actor, 3, seat, "2-0", pick_token=token)
    return reload_event(event)


@state
def disputed():
    event = claimed()
    submit_report(event, ME, 2, 1, "0-2")
    return reload_event(event)


@state
def called():
    event = running()
    call_judge(event, ME, reload_history(event).phase(1).rounds[1].matches[2].players[0])
    return reload_event(event)


@state
def with_achievements():
    """`running`, in a series with achievements; table 1 has a result, and its first player has ticked one."""
    event = count_for_achievements(running())
    seats = reload_history(event).phase(1).rounds[1].match_at(1).players
    first, _second = offered_values(event)
    tick_achievements(event, ME, seats[0], 1, 2, seats, [first])
    return reload_event(event)


@state
def with_club_ratings():
    """Eight players, round 1 not drawn, in a club that rates two of them and uses its ratings for seeds."""
    event = make()
    club = Club.objects.create(slug="rated", name="Rated")
    Event.objects.filter(pk=event.pk).update(club=club, game="Magic")
    event = reload_event(event)
    link_players(event, event.created_at, ME.who)
    rating_list = RatingList.objects.create(club=club, slug="magic", game="Magic", seeds_events=True)
    rated = RatedEvent.objects.create(rating_list=rating_list, event=event, version=event.version)
    for number, person in enumerate(club.people.order_by("pk")[:2]):
        facts = {"before": 1600, "after": 1616 - 32 * number, "peak": 1616, "matches": 1, "k": 32}
        PersonRating.objects.create(rated_event=rated, person=person, **facts)
    return reload_event(event)
