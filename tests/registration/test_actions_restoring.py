"""Undo and restore: what players have done for themselves stays."""

from dataclasses import replace

import pytest

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, reload_event, reload_history
from tests.support.registrations import OPEN, act, active_names, register, states
from tournaments.log.actions import undo
from tournaments.log.actions.undo import create_restore_point
from tournaments.log.pages.preview import get_undo_preview
from tournaments.models import Event, Player, Registration, RestorePoint
from tournaments.models.player import SECRET
from tournaments.players.actions import check_in
from tournaments.players.actions.check_in import set_check_in
from tournaments.players.actions.players import add_players, change_player, merge_players, remove_player
from tournaments.registration.actions.entries import edit_registration, register_again, withdraw
from tournaments.registration.actions.entry_desk import accept_registrations, set_registration
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history.players import CheckInSettings
from tournaments.rules.registration import RegistrationEntry


@pytest.fixture
@cached_state
def event(db):
    """An event with ten places and open check-in; Ada has registered."""
    event = make(0)
    set_registration(event, ME, replace(OPEN, cap=10))
    set_check_in(reload_event(event), ME, CheckInSettings(open=True))
    register(event, "Ada")
    return reload_event(event)


def token(name):
    return Registration.objects.get(name=name).token


def key(event, name):
    return next(player.id for player in reload_history(event).players if player.name == name)


def last(event, action):
    return event.log.filter(action=action).last()


def state(event, name):
    row = Registration.objects.get(name=name)
    return row.state_in(reload_history(event))


def restore_to_before(event, action):
    """Restore as the preview says."""
    entry = last(event, action)
    preview = get_undo_preview(reload_event(event), "back", entry)
    undo.restore_to_before(reload_event(event), ME, entry.pk)
    return preview


def test_who_registered_since_stays_with_id_and_link(event):
    add_players(event, ME, "Zed")
    register(event, "Bo")
    bo = key(event, "Bo"), token("Bo")
    preview = restore_to_before(event, "add_players")
    assert active_names(event) == ["Ada", "Bo"]
    assert (key(event, "Bo"), Player.objects.get(name="Bo").secret) == bo
    assert "last change" in preview.note and "stays" in preview.note
    undo.undo(reload_event(event), ME)
    assert sorted(active_names(event)) == ["Ada", "Bo", "Zed"]
    assert token("Bo") == Player.objects.get(name="Bo").secret


def test_who_withdrew_checked_in_edited_or_came_back_since_stays_so(event):
    for name in ("Bo", "Cleo", "Dan"):
        register(event, name)
    act(withdraw, event, token("Dan"))
    add_players(reload_event(event), ME, "Zed")
    act(withdraw, event, token("Ada"))
    check_in.check_in_myself(reload_event(event), ME, key(event, "Bo"))
    act(edit_registration, event, token("Cleo"), RegistrationEntry("Cleo Lake"))
    act(register_again, event, token("Dan"))
    restore_to_before(event, "add_players")
    history = reload_history(event)
    assert active_names(event) == ["Bo", "Cleo Lake", "Dan"]
    assert history.player(key(event, "Bo")).checked_in_at
    assert state(event, "Ada") == "withdrawn" and state(event, "Dan") == "registered"


def test_a_restore_point_keeps_them_and_the_contact_data(event):
    create_restore_point(event, ME, "before lunch")
    add_players(reload_event(event), ME, "Zed")
    register(event, "Bo", "bo@example.org")
    undo.restore_to_point(reload_event(event), ME, RestorePoint.objects.get().pk)
    assert active_names(event) == ["Ada", "Bo"]
    assert Registration.objects.get(name="Bo").email == "bo@example.org"


def test_whose_id_belongs_to_a_restored_player_gets_another(event):
    add_players(event, ME, "Zed")
    zed = Player.objects.get(name="Zed")
    remove_player(reload_event(event), ME, zed.public_id)
    row = register(event, "Bo")
    # An older release gave the id of a removed player away, and the upgrade gave that player another one.
    reused, zed.public_id = zed.public_id, "p9"
    zed.save(update_fields=["public_id"])
    Player.objects.filter(name="Bo").update(public_id=reused)
    entry = last(event, "register")
    entry.changes = {f"player:{reused}": entry.changes.popitem()[1]}
    entry.changes[f"player:{reused}"][1]["id"] = reused
    entry.save()
    Event.objects.update(reused_ids={reused: [[entry.version, zed.public_id]]})
    refusal = get_undo_preview(reload_event(event), "undo", last(event, "remove_player")).error
    assert "a removed player whose id, p2, Bo has now" in refusal
    restore_to_before(event, "remove_player")
    links = dict(Player.objects.filter(event=event).values_list("name", SECRET))
    assert sorted(links) == ["Ada", "Bo", "Zed"] and key(event, "Zed") == zed.public_id != key(event, "Bo")
    assert links["Bo"] == row.token and links["Zed"] == zed.token
    undo.undo(reload_event(event), ME)
    assert Player.objects.get(event=event, name="Bo").secret == row.token


def test_who_registered_and_withdrew_since_is_not_brought_back(event):
    add_players(event, ME, "Zed")
    register(event, "Bo")
    act(withdraw, event, token("Bo"))
    restore_to_before(event, "add_players")
    assert active_names(event) == ["Ada"] and state(event, "Bo") == "withdrawn"
    act(register_again, event, token("Bo"))
    assert active_names(event) == ["Ada", "Bo"]


def test_whom_the_staff_accepted_since_waits_again(event):
    set_registration(event, ME, replace(OPEN, cap=10, approval=True))
    row = register(event, "Bo")
    accept_registrations(reload_event(event), ME, [row.pk])
    restore_to_before(event, "accept_registrations")
    assert active_names(event) == ["Ada"] and state(event, "Bo") == "pending"


def test_a_removed_player_is_declined_until_the_removal_is_undone(event):
    register(event, "Bo")
    remove_player(reload_event(event), ME, key(event, "Bo"))
    assert state(event, "Bo") == "declined" and states(event) == ["registered", "declined"]
    undo.undo(reload_event(event), ME)
    assert state(event, "Bo") == "registered" and states(event) == ["registered"] * 2


def test_the_entry_of_a_merged_duplicate_is_declined(event):
    add_players(event, ME, "Ada L.")
    merge_players(reload_event(event), ME, key(event, "Ada L."), key(event, "Ada"))
    assert state(event, "Ada") == "declined"
    undo.undo(reload_event(event), ME)
    assert state(event, "Ada") == "registered"


def test_the_removal_of_a_player_whose_place_went_to_the_waitlist_can_be_undone(event):
    set_registration(event, ME, replace(OPEN, cap=1))
    register(event, "Bo")
    remove_player(reload_event(event), ME, key(event, "Ada"))
    assert active_names(event) == ["Bo"]
    undo.undo(reload_event(event), ME, last(event, "remove_player").pk)
    assert sorted(active_names(event)) == ["Ada", "Bo"]


def test_what_players_did_is_not_undone_and_says_so_where_it_is_in_the_way(event):
    with pytest.raises(RuleViolation, match="Edit the player instead"):
        undo.undo(event, ME, last(event, "register").pk)
    change_player(reload_event(event), ME, key(event, "Ada"), club="Lantern")
    act(edit_registration, event, token("Ada"), RegistrationEntry("Ada L."))
    with pytest.raises(RuleViolation, match="Players did that themselves"):
        undo.undo(reload_event(event), ME)


def test_a_form_of_the_desk_is_no_conflict_with_what_players_do(event):
    version = reload_event(event).version
    act(withdraw, event, token("Ada"))
    change_player(reload_event(event), replace(ME, seen_version=version), "p1", club="Lantern")
    player = reload_history(event).player("p1")
    assert player.club == "Lantern" and player.has_left
