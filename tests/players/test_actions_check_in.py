"""Check-in, starting without absent players, no-shows and late arrivals."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.support.database_states import cached_state
from tests.support.played_events import (
    ME,
    add_numbered_players,
    byes_of,
    draft_night,
    make,
    pair,
    play_round,
    reload_event,
    reload_history,
    report,
)
from tournaments.changes.change import Actor, DuplicateRequest
from tournaments.events.actions.events import change_settings
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.models import Mail, Registration
from tournaments.players.actions import check_in
from tournaments.players.actions.check_in import set_check_in
from tournaments.players.actions.players import (
    add_players,
    bring_back_player,
    change_player,
    drop_no_shows,
    drop_player,
)
from tournaments.registration.actions.entries import register, register_again, withdraw
from tournaments.registration.actions.entry_desk import accept_registrations, set_registration
from tournaments.rounds.actions.rounds import publish_round, redraw_round
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PHONE
from tournaments.rules.history.players import CheckInSettings, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry
from tournaments.rules.rounds.draw_verification import verify_draw

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
AT_NOON = replace(ME, now=NOON)


@pytest.fixture
def event(db):
    """Four players before round 1."""
    return make(4)


def open_check_in(event, **times):
    set_check_in(reload_event(event), ME, CheckInSettings(open=True, **times))


def check_in_players(event, *keys):
    for key in keys:
        check_in.check_in_player(reload_event(event), AT_NOON, key)


def start(event, playing=(), actor=ME, **options):
    return check_in.start_event(reload_event(event), actor, playing, **options)


def player(event, key):
    return reload_history(event).player(key)


def seated(event, number=1):
    matches = reload_history(event).phase(1).rounds[number - 1].matches
    return sorted(key for match in matches if not match.is_bye for key in match.players)


@pytest.mark.parametrize(
    "settings, is_open",
    [
        (CheckInSettings(), False),
        (CheckInSettings(open=True), True),
        (CheckInSettings(True, "2026-11-28T11:00:00Z", "2026-11-28T13:00:00Z"), True),
        (CheckInSettings(True, "2026-11-28T12:00:01Z"), False),
        (CheckInSettings(True, None, "2026-11-28T12:00:00Z"), False),
        (CheckInSettings(False, "2026-11-28T11:00:00Z"), False),
    ],
)
def test_players_check_themselves_in_only_while_check_in_is_open(event, settings, is_open):
    set_check_in(event, ME, settings)
    actor = Actor("Player 01", source=PHONE, now=NOON)
    if is_open:
        check_in.check_in_myself(reload_event(event), actor, "p1")
        assert player(event, "p1").checked_in_at == "2026-11-28T12:00:00Z"
        with pytest.raises(DuplicateRequest):
            check_in.check_in_myself(reload_event(event), actor, "p1")
    else:
        with pytest.raises(RuleViolation, match="Check-in isn’t open"):
            check_in.check_in_myself(reload_event(event), actor, "p1")


def test_two_staff_check_in_the_same_and_different_players_without_a_conflict(event):
    actors = [Actor(name, seen_version=event.version) for name in ("Bo", "Cleo")]
    check_in.check_in_player(reload_event(event), actors[0], "p1")
    check_in.check_in_player(reload_event(event), actors[1], "p2")
    with pytest.raises(DuplicateRequest):
        check_in.check_in_player(reload_event(event), actors[1], "p1")
    check_in.undo_check_in(reload_event(event), ME, "p1")
    assert player(event, "p1").checked_in_at is None and player(event, "p2").checked_in_at


def test_a_player_who_left_cannot_be_checked_in(event):
    drop_player(event, ME, "p1")
    with pytest.raises(RuleViolation, match="has dropped"):
        check_in_players(event, "p1")


def test_the_start_ends_check_in_for_everybody(event):
    open_check_in(event)
    check_in_players(event, "p1", "p2")
    start(event, ["p3", "p4"])
    for act in (check_in.check_in_player, check_in.undo_check_in):
        with pytest.raises(RuleViolation, match="check-in is over"):
            act(reload_event(event), AT_NOON, "p3")
    with pytest.raises(RuleViolation, match="already started"):
        start(event)


def test_the_start_leaves_out_the_players_who_are_missing_and_one_undo_takes_back_both(event):
    check_in_players(event, "p1", "p2", "p3")
    assert start(event) == 1
    assert player(event, "p4").dropped_after == 0
    assert "p4" not in seated(event) and len(reload_history(event).phase(1).rounds) == 1
    undo(reload_event(event), ME)
    assert player(event, "p4").dropped_after is None and not reload_history(event).phase(1).rounds


@pytest.mark.parametrize(
    "playing, left_out", [(["p3", "p4"], []), (["p3"], ["p4"]), (["p1", "nobody"], ["p3", "p4"])]
)
def test_missing_players_may_play_all_the_same(event, playing, left_out):
    check_in_players(event, "p1", "p2")
    assert start(event, playing) == len(left_out)
    assert [one.id for one in reload_history(event).players if one.has_left] == left_out


def test_a_player_with_a_bye_in_round_1_need_not_be_there(event):
    change_player(event, ME, "p4", byes={1: "bye"})
    check_in_players(event, "p1", "p2")
    assert start(event) == 1
    assert byes_of(event, 1) == {"p4": "bye"} and player(event, "p3").has_left


def test_who_checks_in_while_the_organiser_decides_plays(event):
    check_in_players(event, "p1", "p2")
    old_page = Actor("organiser", seen_version=reload_event(event).version)
    check_in_players(event, "p3")
    assert start(event, actor=old_page) == 1
    assert player(event, "p3").dropped_after is None


def test_a_player_who_was_added_meanwhile_is_not_dropped_unseen(event):
    check_in_players(event, "p1", "p2")
    old_page = Actor("organiser", seen_version=reload_event(event).version)
    add_players(reload_event(event), Actor("Bo"), "Zora")
    with pytest.raises(RuleViolation, match="Bo has just changed this"):
        start(event, actor=old_page)
    assert not any(one.has_left for one in reload_history(event).players)


def test_a_refused_start_changes_nothing(event):
    check_in_players(event, "p1")
    with pytest.raises(RuleViolation):
        start(event)
    assert not any(one.has_left for one in reload_history(event).players)
    assert not reload_event(event).log.filter(action="start_event").exists()


def test_a_second_press_starts_the_event_once(event):
    check_in_players(event, "p1", "p2")
    pressed = replace(ME, key="page.1")
    start(event, actor=pressed)
    with pytest.raises(DuplicateRequest):
        start(event, actor=pressed)
    assert len(reload_history(event).phase(1).rounds) == 1


def test_the_waitlist_does_not_move_up_to_the_places_of_absent_players(db):
    event = make(0)
    set_registration(event, ME, RegistrationSettings(open=True, cap=3))
    for name in ("Ada", "Bo", "Cleo", "Dan"):
        register(reload_event(event), Actor(name, source=PHONE, now=NOON), RegistrationEntry(name))
    check_in_players(event, "p1", "p2")
    start(event)
    assert Registration.objects.get(name="Dan").state == Registration.WAITING
    assert seated(event) == ["p1", "p2"]


def test_before_a_draft_the_pods_are_drawn_without_absent_players(db):
    event = draft_night()
    check_in_players(event, *(f"p{number}" for number in range(1, 9)))
    assert start(event) == 5
    assert sorted(key for pod in reload_history(event).phase(1).pods for key in pod) == [
        f"p{number}" for number in range(1, 9)
    ]


def test_the_no_shows_of_round_1_are_dropped_at_once_and_keep_their_results(db):
    event = make(8)
    pair(event)
    report(event, 1, "no-show 2")
    report(event, 2, "no-show 1")
    first, second = reload_history(event).phase(1).rounds[0].matches[:2]
    absent = {first.seats[1].player, second.seats[0].player}
    assert drop_no_shows(reload_event(event), ME, {*absent, first.seats[0].player}) == 2
    assert {one.id for one in reload_history(event).players if one.dropped_after == 0} == absent
    assert reload_history(event).find_match(1, 1, 1).reported
    undo(reload_event(event), ME)
    assert not any(one.has_left for one in reload_history(event).players)


def test_after_round_2_is_paired_there_are_no_no_shows_of_round_1_to_drop(db):
    event = make(4)
    pair(event)
    report(event, 1, "no-show 2")
    absent = reload_history(event).phase(1).rounds[0].matches[0].seats[1].player
    report(event, 2, "2-0")
    pair(event)
    with pytest.raises(DuplicateRequest):
        drop_no_shows(reload_event(event), ME, {absent})


@pytest.mark.parametrize("late_entry, worth", [("loss", "loss"), ("bye", "bye"), ("absent", None)])
def test_an_absent_player_who_comes_late_is_a_late_entry(event, late_entry, worth):
    change_settings(event, ME, 1, late_entry=late_entry)
    check_in_players(event, "p1", "p2", "p3")
    start(event)
    publish_round(reload_event(event), ME, 1, 1)
    bring_back_player(reload_event(event), ME, "p4")
    back = player(event, "p4")
    assert (back.dropped_after, back.joined_round) == (None, 2)
    assert byes_of(event, 1).get("p4") == worth
    report(event, 1, "2-0")
    pair(event)
    assert "p4" in seated(event, 2)
    assert verify_draw(load_history_with_log(reload_event(event)).phase(1), 1).same


def test_an_absent_player_who_comes_while_round_1_is_a_draft_is_paired_again_with_it(event):
    check_in_players(event, "p1", "p2", "p3")
    start(event)
    bring_back_player(reload_event(event), ME, "p4")
    redraw_round(reload_event(event), ME, 1, 1)
    assert seated(event) == ["p1", "p2", "p3", "p4"] and player(event, "p4").joined_round == 1


def test_a_player_who_dropped_during_round_1_returns_without_the_late_entry_rule(event):
    pair(event)
    drop_player(reload_event(event), ME, "p1")
    bring_back_player(reload_event(event), ME, "p1")
    assert player(event, "p1").joined_round == 1 and not byes_of(event, 1)


def test_nobody_returns_as_a_late_entry_once_the_finals_have_begun(db):
    event = make(5, rounds_set=1, finals=("single", 2))
    drop_player(event, ME, "p5")
    play_round(event)
    pair(event)
    with pytest.raises(RuleViolation, match="top cut has started"):
        bring_back_player(reload_event(event), ME, "p5")


@pytest.mark.parametrize("state", ["pending", "waiting", "withdrawn"])
def test_an_entry_that_is_accepted_after_the_start_follows_the_late_entry_rule(db, state):
    event = make(0)
    set_registration(event, ME, RegistrationSettings(open=True, cap=4, approval=state == "pending"))
    add_numbered_players(reload_event(event), 3 if state == "withdrawn" else 4)
    actor = Actor("Ada", source=PHONE, now=NOON)
    row = register(reload_event(event), actor, RegistrationEntry("Ada"))
    if state == "withdrawn":
        withdraw(reload_event(event), actor, row.token)
    pair(event)
    accept_registrations(reload_event(event), ME, [row.pk], exceed=True)
    ada = next(one for one in reload_history(event).players if one.name == "Ada")
    assert (ada.joined_round, ada.has_left, byes_of(event, 1)[ada.id]) == (2, False, "loss")


# --- Substitutes from the waitlist ---


@pytest.fixture
@cached_state
def full_event(db):
    """Ada and Bo have the two places; Cleo, Dan and Eve wait. Nobody is checked in."""
    event = make(0)
    set_registration(event, ME, RegistrationSettings(open=True, cap=2))
    for name in ("Ada", "Bo", "Cleo", "Dan", "Eve"):
        entry = RegistrationEntry(name, email=f"{name.lower()}@example.org")
        register(reload_event(event), Actor(name, source=PHONE, now=NOON), entry)
    return reload_event(event)


def entry_of(event, name):
    return Registration.objects.get(event=event, name=name)


def arrive(event, *names):
    for name in names:
        check_in.check_in_waiting(reload_event(event), AT_NOON, entry_of(event, name).pk)


def seat(event, key, name, actor=ME):
    check_in.seat_instead(reload_event(event), actor, key, entry_of(event, name).pk)


def active(event):
    return {one.name: one.checked_in_at for one in reload_history(event).players if not one.has_left}


def waiting(event):
    return [row.name for row in Registration.objects.waitlist(event)]


def test_a_player_on_the_waitlist_is_checked_in_and_keeps_waiting(full_event):
    arrive(full_event, "Dan")
    assert [*active(full_event)] == ["Ada", "Bo"] and waiting(full_event) == ["Cleo", "Dan", "Eve"]
    assert Registration.objects.first_present(full_event).name == "Dan"
    with pytest.raises(DuplicateRequest):
        arrive(full_event, "Dan")
    check_in.undo_check_in(reload_event(full_event), ME, "p3")
    assert Registration.objects.first_present(full_event) is None
    arrive(full_event, "Dan")
    assert len(reload_history(full_event).players) == 3


def test_one_action_seats_the_first_on_the_waitlist_who_is_here_instead_of_a_missing_player(full_event):
    arrive(full_event, "Eve", "Dan")
    seat(full_event, "p1", "Dan")
    assert active(full_event) == {"Bo": None, "Dan": "2026-11-28T12:00:00Z"}
    assert player(full_event, "p1").dropped_after == 0 and waiting(full_event) == ["Cleo", "Eve"]
    assert reload_event(full_event).log.filter(action="seat_instead").count() == 1
    assert not reload_event(full_event).log.filter(action="move_up").exists()
    mails = full_event.mails.filter(kind=Mail.MOVED_UP)
    assert [mail.registration.name for mail in mails] == ["Dan"]
    with pytest.raises(DuplicateRequest):
        seat(full_event, "p1", "Dan")


def test_one_undo_puts_the_substitute_back_on_the_waitlist_and_the_missing_player_into_the_event(full_event):
    arrive(full_event, "Dan")
    seat(full_event, "p1", "Dan")
    undo(reload_event(full_event), ME)
    assert [*active(full_event)] == ["Ada", "Bo"] and waiting(full_event) == ["Cleo", "Dan", "Eve"]
    assert Registration.objects.first_present(full_event).name == "Dan"


def test_nobody_earlier_on_the_waitlist_who_is_here_is_skipped(full_event):
    arrive(full_event, "Dan", "Cleo")
    with pytest.raises(RuleViolation, match="Cleo is now the first"):
        seat(full_event, "p1", "Dan")
    with pytest.raises(RuleViolation, match="Cleo is now the first"):
        seat(full_event, "p1", "Eve")


def test_only_a_missing_player_is_replaced_and_only_before_the_start(full_event):
    arrive(full_event, "Dan")
    check_in_players(full_event, "p1")
    with pytest.raises(RuleViolation, match="Ada isn’t missing any more"):
        seat(full_event, "p1", "Dan")
    start(full_event, ["p2"])
    with pytest.raises(RuleViolation, match="check-in is over"):
        seat(full_event, "p2", "Dan")
    with pytest.raises(RuleViolation, match="check-in is over"):
        arrive(full_event, "Eve")


def test_the_missing_player_does_not_wait_again_after_being_accepted_from_the_waitlist(full_event):
    accept_registrations(full_event, ME, [entry_of(full_event, "Cleo").pk], exceed=True)
    arrive(full_event, "Dan")
    seat(full_event, "p3", "Dan")
    assert [*active(full_event)] == ["Ada", "Bo", "Dan"] and waiting(full_event) == ["Eve"]


def test_a_checked_in_player_moves_up_as_one_who_is_here(full_event):
    arrive(full_event, "Cleo")
    withdraw(reload_event(full_event), Actor("Ada"), entry_of(full_event, "Ada").token)
    assert active(full_event) == {"Bo": None, "Cleo": "2026-11-28T12:00:00Z"}


def test_a_player_who_withdraws_and_joins_the_waitlist_again_is_not_here(full_event):
    arrive(full_event, "Cleo")
    token = entry_of(full_event, "Cleo").token
    for act in (withdraw, register_again):
        act(reload_event(full_event), Actor("Cleo", now=NOON), token)
    assert (
        waiting(full_event) == ["Dan", "Eve", "Cleo"]
        and Registration.objects.first_present(full_event) is None
    )
