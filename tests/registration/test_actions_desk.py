"""The staff's actions on entries, with drops, undo and the waitlist."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, pair, reload_event
from tests.support.registrations import OPEN, active_names, register, states
from tournaments.changes.change import DuplicateRequest
from tournaments.log.actions.undo import undo
from tournaments.log.pages.log_lines import get_log_lines
from tournaments.models import Player, Registration
from tournaments.players.actions.players import (
    add_players,
    drop_player,
    remove_player,
    renew_link,
    renew_links,
)
from tournaments.registration.actions.entry_desk import (
    TooFewPlacesError,
    accept_registrations,
    enter_registration,
    import_registrations,
    move_to_waitlist,
    set_registration,
    withdraw_registrations,
)
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history.players import RegistrationField, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry


@pytest.fixture
@cached_state
def event(db):
    """Two places, taken by Ada and Bo; Cleo and Dan wait."""
    event = make(0)
    set_registration(event, ME, OPEN)
    for name in ("Ada", "Bo", "Cleo", "Dan"):
        register(event, name)
    return reload_event(event)


def pk_of(event, name):
    return Registration.objects.get(event=event, name=name).pk


def key_of(event, name):
    return Player.objects.get(event=event, name=name).public_id


def waiting(event):
    return [row.name for row in Registration.objects.waitlist(event)]


def run(action, event, *args, **options):
    return action(reload_event(event), ME, *args, **options)


def last_line(event):
    line = get_log_lines(reload_event(event), 0, 1)[0]
    return line.text, line.detail


def test_an_entry_accepted_from_the_waitlist_waits_no_more_and_its_undo_puts_it_back(event):
    run(accept_registrations, event, [pk_of(event, "Dan")], exceed=True)
    assert active_names(event) == ["Ada", "Bo", "Dan"]
    assert waiting(event) == ["Cleo"]
    assert last_line(event) == ("1 registration approved", "Dan")
    undo(reload_event(event), ME)
    assert waiting(event) == ["Cleo", "Dan"]


@pytest.mark.parametrize("leave", (drop_player, remove_player))
def test_a_player_accepted_from_the_waitlist_who_leaves_does_not_move_up_again(event, leave):
    run(accept_registrations, event, [pk_of(event, "Dan")], exceed=True)
    run(set_registration, event, replace(OPEN, cap=5))
    assert active_names(event) == ["Ada", "Bo", "Dan", "Cleo"]
    run(leave, event, "Dan")
    assert active_names(event) == ["Ada", "Bo", "Cleo"]
    assert not Registration.objects.waitlist(event).exists()


def test_an_accepted_entry_that_leaves_does_not_wait_for_approval_again(event):
    run(set_registration, event, replace(OPEN, cap=9, approval=True))
    register(event, "Eve")
    run(accept_registrations, event, [pk_of(event, "Eve")])
    run(drop_player, event, "Eve")
    assert pk_of(event, "Eve") not in {
        row.pk for row in Registration.objects.not_in_event(event, Registration.PENDING)
    }


def test_too_few_places_are_said_and_can_be_exceeded(event):
    with pytest.raises(TooFewPlacesError, match="All 2 places are taken"):
        run(accept_registrations, event, [pk_of(event, "Dan")])
    assert run(accept_registrations, event, [pk_of(event, "Dan"), pk_of(event, "Cleo")], exceed=True) == 2


def test_a_player_without_an_entry_can_be_put_on_the_waitlist_and_come_back(event):
    run(set_registration, event, replace(OPEN, cap=3, waitlist=True))
    assert active_names(event) == ["Ada", "Bo", "Cleo"]
    run(add_players, event, "Zoe")
    run(move_to_waitlist, event, [], [key_of(event, "Zoe")])
    assert waiting(event) == ["Dan", "Zoe"]
    assert last_line(event) == ("1 player put on the waitlist", "Zoe")
    run(withdraw_registrations, event, [pk_of(event, "Dan"), pk_of(event, "Ada")])
    assert active_names(event) == ["Bo", "Cleo", "Zoe"]


def test_a_player_put_on_the_waitlist_stays_there_while_somebody_waits_before_them(event):
    run(move_to_waitlist, event, [pk_of(event, "Ada")])
    assert active_names(event) == ["Bo", "Cleo"]
    assert waiting(event) == ["Dan", "Ada"]


def test_nobody_is_put_on_the_waitlist_who_would_move_up_at_once(event):
    run(withdraw_registrations, event, [pk_of(event, "Cleo"), pk_of(event, "Dan")])
    with pytest.raises(RuleViolation, match="would move up at once"):
        run(move_to_waitlist, event, [pk_of(event, "Ada")])
    assert active_names(event) == ["Ada", "Bo"]


def test_withdrawn_players_leave_before_round_1_and_the_waitlist_moves_up(event):
    assert run(withdraw_registrations, event, [pk_of(event, "Ada"), pk_of(event, "Cleo")]) == 2
    assert active_names(event) == ["Bo", "Dan"]
    assert states(event) == ["withdrawn", "registered", "withdrawn", "registered"]
    assert Player.objects.get(event=event, name="Ada").dropped_after == 0
    with pytest.raises(DuplicateRequest):
        run(withdraw_registrations, event, [pk_of(event, "Ada")])


def test_players_without_an_entry_can_be_withdrawn_and_accepted_again(event):
    run(set_registration, event, replace(OPEN, cap=None))
    run(add_players, event, "Zoe")
    key = key_of(event, "Zoe")
    run(withdraw_registrations, event, [], [key])
    assert "Zoe" not in active_names(event)
    run(accept_registrations, event, [], [key])
    assert "Zoe" in active_names(event)
    assert key_of(event, "Zoe") == key


def test_after_the_start_players_drop_on_the_players_page_but_entries_can_be_withdrawn(event):
    pair(event)
    with pytest.raises(RuleViolation, match="has started"):
        run(withdraw_registrations, event, [pk_of(event, "Ada")])
    run(withdraw_registrations, event, [pk_of(event, "Cleo")])
    assert waiting(event) == ["Dan"]
    assert last_line(event) == ("Registrations withdrawn", "")


def test_new_links_are_the_links_of_the_registrations_too(event):
    renew_link(reload_event(event), ME, "Ada")
    assert Registration.objects.get(name="Ada").token == Player.objects.get(name="Ada").secret
    tokens = set(Registration.objects.values_list("token", flat=True))
    renew_links(reload_event(event), ME)
    assert Registration.objects.get(name="Bo").token == Player.objects.get(name="Bo").secret
    assert not tokens & set(Registration.objects.values_list("token", flat=True))


def test_the_staff_enter_a_player_with_contact_data(event):
    run(enter_registration, event, RegistrationEntry("Zoe", email="zoe@example.org"), exceed=True)
    row = Registration.objects.get(name="Zoe")
    assert (row.email, row.token) == ("zoe@example.org", Player.objects.get(name="Zoe").secret)
    assert last_line(event) == ("Zoe registered by hand", "")
    assert "zoe@example.org" not in str(reload_event(event).log.last().changes)


SIZE = RegistrationField("f1", "T-shirt", True, ("S", "L"))


@pytest.fixture
@cached_state
def event_without_cap(event):
    run(set_registration, event, RegistrationSettings(open=True, fields=(SIZE,)))
    add_players(reload_event(event), ME, "Zoe")
    return reload_event(event)


def table(*entries):
    return list(enumerate(entries, 2))


def test_a_table_adds_new_names_and_completes_known_ones(event_without_cap):
    event = event_without_cap
    lines = table(
        RegistrationEntry("Yan", "Lyon", email="yan@example.org", answers={"f1": "S"}),
        RegistrationEntry("ZOE", "Paris", email="zoe@example.org"),
        RegistrationEntry("Ada"),
    )
    result = run(import_registrations, event, lines)
    assert (result.added, result.completed, result.unchanged) == (1, 1, 1)
    zoe = Registration.objects.get(name="Zoe")
    assert (zoe.token, zoe.email) == (Player.objects.get(name="Zoe").secret, "zoe@example.org")
    assert Player.objects.get(name="Zoe").club == "Paris"
    assert Registration.objects.get(name="Yan").answers == {"f1": "S"}
    again = run(import_registrations, event, lines)
    assert (again.added, again.completed, again.unchanged) == (0, 0, 3)


def test_a_table_does_not_change_what_is_known(event_without_cap):
    event = event_without_cap
    run(import_registrations, event, table(RegistrationEntry("Zoe", "Paris", email="a@example.org")))
    run(import_registrations, event, table(RegistrationEntry("Zoe", "Rome", email="b@example.org")))
    assert Registration.objects.get(name="Zoe").email == "a@example.org"
    assert Player.objects.get(name="Zoe").club == "Paris"


def test_a_wrong_line_is_named_and_nothing_is_stored(event_without_cap):
    event = event_without_cap
    lines = table(
        RegistrationEntry("Yan", email="same@example.org"),
        RegistrationEntry("Xu", email="same@example.org"),
        RegistrationEntry("Wim", answers={"f1": "M"}),
        RegistrationEntry("yan"),
    )
    with pytest.raises(RuleViolation) as error:
        run(import_registrations, event, lines)
    text = str(error.value)
    assert "3: another player has the address" in text
    assert "4: Choose one of the options" in text and "5: “yan” is listed twice" in text
    assert not Registration.objects.filter(name="Yan").exists()


def test_a_table_for_more_players_than_places_is_refused_unless_the_cap_is_exceeded(event):
    lines = table(RegistrationEntry("Yan"))
    with pytest.raises(TooFewPlacesError):
        run(import_registrations, event, lines)
    assert run(import_registrations, event, lines, exceed=True).added == 1


@pytest.mark.parametrize("count", [30, 300])
def test_completing_many_entries_takes_few_queries(event_without_cap, count):
    event = event_without_cap
    bare = table(*(RegistrationEntry(f"Player {n}") for n in range(count)))
    run(import_registrations, event, bare)
    full = table(
        *(
            RegistrationEntry(f"Player {n}", "Paris", email=f"{n}@example.org", answers={"f1": "S"})
            for n in range(count)
        ),
        RegistrationEntry("Zoe", "Lyon"),
    )
    with CaptureQueriesContext(connection) as queries:
        result = run(import_registrations, event, full)
    assert (result.added, result.completed) == (0, count + 1)
    row = Registration.objects.get(name="Player 7")
    assert (row.email, row.club, row.answers) == ("7@example.org", "Paris", {"f1": "S"})
    assert Player.objects.get(name="Player 7").club == "Paris"
    assert Registration.objects.get(name="Zoe").club == "Lyon"
    assert len(queries) < 60
