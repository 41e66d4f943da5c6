"""Erasing people, forgetting former names, and deleting what is remembered of people who stay away."""

import json
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry as AdminEntry
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.support.desk_events import actor_of, fresh, friday, paired, played
from tests.support.own_pages import text_of
from tests.support.people import joined, signed_in
from tests.support.registrations import open_registration, register_online
from tests.support.worker import run_worker
from tournaments.changes.change import Actor
from tournaments.changes.tasks import CHANCES, MAIL, SIMULATIONS
from tournaments.clubs.actions import publish_club
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import restore_to_point
from tournaments.models import ClubLogEntry, Event, Person, PersonIdentifier, PersonName, Player, Registration
from tournaments.people.actions import erasing
from tournaments.people.actions.consent import agree_to_be_remembered, set_own_identifier
from tournaments.people.actions.erasing import erase_person, forget_former_name
from tournaments.people.actions.own_page import ask_to_be_forgotten, renew_own_calendar
from tournaments.people.actions.people import assign_player, change_person, merge_people, undo_club_entry
from tournaments.people.actions.staff import hand_over_page, switch_profile_on
from tournaments.players.actions.players import add_players, change_player, remove_player
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PHONE

NAME, PSEUDONYM = "Neirea of the Lake", "Nightowl"
OTHERS = ["Eva Duarte", "Wen Ng", "Zoe Alves"]


@pytest.fixture
def events(organiser):
    """Two events of a published club, one of them ended, and in both a person who is in everything."""
    ended = played(friday(organiser, [NAME, *OTHERS], rounds=1), organiser)
    finish_round(ended, actor_of(organiser))
    publish_club(ended.club, actor_of(organiser), "The Lantern", "the-lantern")
    running = played(friday(organiser, [NAME, *OTHERS], rounds=2), organiser)
    change_person(ended.club, actor_of(organiser), the_person().pk, public_name=PSEUDONYM)
    give_everything(ended.club, the_person(), organiser)
    run_all()
    return [fresh(ended), fresh(running)]


@pytest.fixture
def club(events):
    return events[0].club


def give_everything(club, person, organiser):
    actor = actor_of(organiser)
    for action in (hand_over_page, agree_to_be_remembered, renew_own_calendar, switch_profile_on):
        action(club, actor, person.pk)
    set_own_identifier(club, actor, person.pk, "magic", "dci-4711")
    ask_to_be_forgotten(club, Actor(person.public_id, source=PHONE), person.pk)


def the_person():
    return Person.objects.get(name=NAME)


def run_all():
    run_worker(MAIL, CHANCES, SIMULATIONS)


def erase(club, organiser, person=None):
    person = person or the_person()
    erase_person(club, actor_of(organiser), person.pk, person.name)


def everything() -> str:
    """Return all rows of the app and of the admin's log, and all event files, as text."""
    tables = [*apps.get_app_config("tournaments").get_models(), AdminEntry]
    rows = [list(getattr(table, "with_removed", table._base_manager).values()) for table in tables]
    files = "".join(event_file.text(load_history_with_log(event)) for event in Event.objects.all())
    return json.dumps(rows, ensure_ascii=False, default=str) + files


def public_pages(events) -> list[str]:
    """Return the addresses of everything that shows players of these events to the public."""
    names = ("event", "standings", "players")
    pages = [reverse(name, args=[event.slug]) for event in events for name in names]
    club = events[0].club
    other = Person.objects.get(name="Eva Duarte")
    Person.objects.filter(pk=other.pk).update(has_profile=True)
    return [*pages, club.get_absolute_url(), reverse("club_profile", args=[club.slug, other.public_id])]


def assert_nowhere(client, events, *words):
    for address in public_pages(events):
        text = client.get(address).content.decode()
        for word in words:
            assert word.casefold() not in text.casefold(), address


def test_erasing_hides_the_person_from_every_page_at_once(client, events, club, organiser):
    person = the_person()
    own = reverse("own_club_page", args=[club.slug, person.token])
    profile = reverse("club_profile", args=[club.slug, person.public_id])
    calendar = reverse("own_club_calendar", args=[club.slug, person.calendar_token])
    assert [client.get(page).status_code for page in (own, profile, calendar)] == [200, 200, 200]
    assert PSEUDONYM in client.get(reverse("standings", args=[events[0].slug])).content.decode()
    erase(club, organiser)
    # No task has run yet.
    assert [client.get(page).status_code for page in (own, profile, calendar)] == [404, 404, 404]
    assert_nowhere(client, events, NAME, PSEUDONYM)
    assert "Erased player" in client.get(reverse("standings", args=[events[0].slug])).content.decode()
    desk = signed_in(organiser)
    assert desk.get(reverse("club_person", args=[club.slug, person.public_id])).status_code == 404
    assert NAME not in text_of(desk.get(reverse("club_people", args=[club.slug])))


def test_the_task_leaves_no_trace_in_any_table(client, events, club, organiser):
    places = [player.result.place for player in Player.objects.filter(event=events[0])]
    public_id = the_person().public_id
    assert ClubLogEntry.objects.filter(who=public_id).exists()
    assert all(word in everything() for word in ("Neirea", PSEUDONYM, "dci-4711"))
    erase(club, organiser)
    run_all()
    text = everything().casefold()
    assert not any(word in text for word in ("neirea", "nightowl", "dci-4711"))
    assert not ClubLogEntry.objects.filter(who=public_id).exists()
    assert not Person.with_merged.filter(name="Erased player").exists()
    erased = Player.objects.filter(event__in=events, person=None)
    assert {player.name for player in erased} == {"Erased player"} and len(erased) == 2
    assert [player.result.place for player in Player.objects.filter(event=events[0])] == places
    assert_nowhere(client, events, NAME, PSEUDONYM)


def test_a_task_that_was_stopped_goes_on(events, club, organiser, monkeypatch):
    monkeypatch.setattr(erasing, "EVENTS_PER_RUN", 1)
    erase(club, organiser)
    person = Person.with_merged.get(erased_at__isnull=False)
    erasing.finish_erasing.func(person.pk)
    assert Player.with_removed.filter(person=person).count() == 1
    # The worker was killed, and its tasks are lost: the daily command queues one again.
    DBTaskResult.objects.all().delete()
    call_command("delete_contact_data")
    run_all()
    assert "neirea" not in everything().casefold()


def test_nothing_brings_an_erased_person_back(events, club, organiser):
    """Neither undo in the club's log, nor undo and restore points of the event."""
    add_players(events[1], actor_of(organiser), "Zola Late")
    rename = ClubLogEntry.objects.get(club=club, action="change_person")
    erase(club, organiser)
    for state in ("hidden", "deleted"):
        with pytest.raises(RuleViolation, match="undone any more"):
            undo_club_entry(club, actor_of(organiser), rename.pk)
        if state == "hidden":
            run_all()
    for point in events[1].restore_points.order_by("-id"):
        restore_to_point(fresh(events[1]), actor_of(organiser), point.pk)
    run_all()
    assert "neirea" not in everything().casefold()


def test_the_same_name_later_is_a_new_person(events, club, organiser):
    erase(club, organiser)
    next_week = friday(organiser, [NAME])
    run_all()
    assert Player.objects.get(event=next_week).name == NAME
    assert the_person().erased_at is None and the_person().token is None


def test_those_who_were_merged_into_the_person_are_erased_too(events, club, organiser):
    other = friday(organiser, ["Nyra Lakeside"])
    twin = Person.objects.get(name="Nyra Lakeside")
    merge_people(club, actor_of(organiser), the_person().pk, twin.pk)
    erase(club, organiser)
    run_all()
    text = everything().casefold()
    assert "nyra" not in text and "neirea" not in text
    assert Player.with_removed.get(event=other).name == "Erased player"


def test_the_name_is_typed_and_the_page_says_what_it_reaches(events, club, organiser):
    elsewhere = friday(organiser, [NAME])
    Event.objects.filter(pk=elsewhere.pk).update(club=None, name="Harbour Open")
    Player.objects.filter(event=elsewhere).update(person=None)
    desk, person = signed_in(organiser), the_person()
    page = reverse("erase_club_person", args=[club.slug, person.public_id])
    text = text_of(desk.get(page))
    assert "The name in 2 events of the club" in text and "Harbour Open" in text
    assert "Type the player’s name" in text_of(desk.post(page, {"name": "Eva", "key": "a.1"}))
    assert the_person() == person
    desk.post(page, {"name": NAME, "key": "a.2"})
    assert not Person.objects.filter(name=NAME).exists()


def test_erasing_withdraws_from_events_to_come_and_gives_the_place_to_others(events, club, organiser):
    full = open_registration(friday(organiser, [NAME, "Eva Duarte"]), organiser, cap=2)
    register_online(full, "Nia Wait")
    waitlisted = waiting_entry(club, organiser, the_person())
    Event.objects.filter(pk=full.pk).update(name="Next Friday")
    Event.objects.filter(pk=waitlisted.pk).update(name="Friday after")
    desk = signed_in(organiser)
    page = text_of(desk.get(reverse("erase_club_person", args=[club.slug, the_person().public_id])))
    assert "The place in events that have not started: Next Friday, Friday after." in page
    erase(club, organiser)
    for done_by in ("the action", "the task"):
        assert [row.name for row in Player.objects.filter(event=full)] == ["Eva Duarte", "Nia Wait"], done_by
        run_all()
    paired(fresh(full), organiser)
    assert not Registration.objects.filter(event=waitlisted, name=NAME).exists()
    # Who has begun to play is there until the organiser drops them.
    assert Player.objects.filter(event=events[1]).count() == 4


def test_the_page_of_who_asked_leads_to_erasing(events, club, organiser):
    desk, person = signed_in(organiser), the_person()
    text = desk.get(reverse("club_person", args=[club.slug, person.public_id])).content.decode()
    assert "Asks to be forgotten: erase by" in text
    assert reverse("erase_club_person", args=[club.slug, person.public_id]) in text


@pytest.fixture
def married(events, club, organiser):
    """The person has another name now, and the public name, too."""
    change_player(events[1], actor_of(organiser), "p1", name="Neirea of the Lake")
    change_person(club, actor_of(organiser), the_person().pk, name="Ada Brook", public_name="Ada B.")
    run_all()
    return Person.objects.get(name="Ada Brook")


def former(person):
    return PersonName.objects.get(person=person, kind=PersonName.FORMER)


def test_a_forgotten_name_is_gone_from_every_table(client, events, club, organiser, married):
    assert "neirea" in everything().casefold()
    desk = signed_in(organiser)
    page = reverse("forget_club_name", args=[club.slug, married.public_id, former(married).pk])
    assert "Ada Brook" in text_of(desk.get(page))
    desk.post(page, {"key": "a.1"})
    assert "Former name" not in text_of(desk.get(reverse("club_person", args=[club.slug, married.public_id])))
    run_all()
    assert "neirea" not in everything().casefold()
    assert {player.name for player in Player.objects.filter(person=married)} == {"Ada Brook"}
    assert "Ada B." in client.get(reverse("standings", args=[events[0].slug])).content.decode()


def test_a_forgotten_name_recognises_nobody(events, club, organiser, married):
    forget_former_name(club, actor_of(organiser), married.pk, former(married).pk)
    next_week = friday(organiser, [NAME])
    assert Player.objects.get(event=next_week).person != married


def test_the_name_of_today_cannot_be_forgotten(club, organiser, married):
    row = former(married)
    change_person(club, actor_of(organiser), married.pk, public_name=NAME)
    with pytest.raises(RuleViolation, match="still called"):
        forget_former_name(club, actor_of(organiser), married.pk, row.pk)


def age(person, months):
    """Let the person's events, and the person, be so many months older."""
    then = timezone.now() - timedelta(days=31 * months)
    Event.objects.filter(players__person=person).update(starts_at=then, created_at=then)
    Person.objects.filter(pk=person.pk).update(created_at=then)


@pytest.mark.parametrize(("keep", "months", "is_kept"), [(24, 23, True), (24, 26, False), (6, 8, False)])
def test_what_is_remembered_ends_with_the_months_of_the_club(events, club, keep, months, is_kept):
    type(club).objects.update(keep_months=keep)
    age(the_person(), months)
    call_command("delete_contact_data")
    person = the_person()
    facts = (person.token, person.calendar_token, person.remembered_at, person.has_profile)
    assert all(facts) if is_kept else facts == (None, None, None, None)
    assert PersonIdentifier.objects.filter(person=person).exists() == is_kept
    assert Player.objects.filter(person=person).count() == 2
    assert ("dci-4711" in everything()) == is_kept


def test_people_of_deleted_events_are_deleted_after_the_same_time(events, club):
    age(the_person(), 26)
    for event in events:
        event.delete()
    call_command("delete_contact_data")
    assert not Person.with_merged.filter(name=NAME).exists()


def test_the_months_are_set_by_the_club_within_bounds(club, organiser):
    desk, page = signed_in(organiser), reverse("club_settings", args=[club.slug])
    for months, stored in (("5", 24), ("61", 24), ("12", 12)):
        desk.post(page, {"keep_months": months, "key": f"a.{months}"})
        assert type(club).objects.get().keep_months == stored


def test_a_scorekeeper_erases_and_forgets_nobody(events, club, married):
    _user, browser = joined(events[0], "sam", "scorekeeper")
    pages = [
        reverse("erase_club_person", args=[club.slug, married.public_id]),
        reverse("forget_club_name", args=[club.slug, married.public_id, former(married).pk]),
    ]
    assert {browser.post(page, {"name": married.name, "key": "a.1"}).status_code for page in pages} <= {
        403,
        404,
    }
    assert Person.objects.get(pk=married.pk).name == "Ada Brook"


def waiting_entry(club, organiser, person):
    """Return an event of two places, on whose waitlist the person is from the own page."""
    event = open_registration(friday(organiser, OTHERS), organiser, cap=1)
    address = reverse("register_at_club", args=[club.slug, person.token, event.slug])
    Client().post(address, {"key": "own.1"})
    assert Registration.objects.get(event=event).state == "waiting"
    return event


def test_erasing_hides_the_name_of_a_waiting_entry_from_the_desk_at_once(events, club, organiser):
    event = waiting_entry(club, organiser, the_person())
    desk = signed_in(organiser)
    pages = [reverse(name, args=[event.slug]) for name in ("desk_registration", "desk_log")]
    assert all(NAME in text_of(desk.get(page)) for page in pages)
    erase(club, organiser)
    assert not any(NAME in text_of(desk.get(page)) for page in pages)


def test_who_is_on_a_waitlist_is_not_forgotten(events, club, organiser):
    person = the_person()
    event = waiting_entry(club, organiser, person)
    past = timezone.now() - timedelta(days=3 * 365)
    Person.objects.update(created_at=past)
    Event.objects.update(created_at=past, starts_at=past)
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=7))
    Registration.objects.update(at=past)
    call_command("delete_contact_data")
    assert the_person().token == person.token
    Event.objects.filter(pk=event.pk).update(starts_at=past)
    Registration.objects.all().delete()
    call_command("delete_contact_data")
    assert the_person().token is None


def test_erasing_finds_a_removed_player_whose_place_the_person_took(events, club, organiser):
    """The desk typed an alias, said who it is, removed the player, and chose the person from the list."""
    actor, person = actor_of(organiser), the_person()
    event = friday(organiser, ["Zed Quux", *OTHERS])
    typed = Player.objects.get(event=event, name="Zed Quux")
    assign_player(club, actor, typed.pk, person.pk)
    assert not Person.objects.filter(name="Zed Quux").exists(), "nobody is left under the typed name"
    remove_player(fresh(event), actor, typed.public_id)
    add_players(fresh(event), actor, "", [person.pk])
    assert "Zed Quux" in everything()
    erase(club, organiser)
    run_all()
    assert not any(word in everything().casefold() for word in ("zed quux", "neirea", "nightowl"))
    assert Player.with_removed.filter(event=event, name__startswith="Erased player").count() == 2


def test_undoing_who_a_player_is_brings_the_typed_person_back(events, club, organiser):
    actor = actor_of(organiser)
    typed = Player.objects.get(event=friday(organiser, ["Zed Quux"]))
    assign_player(club, actor, typed.pk, the_person().pk)
    undo_club_entry(club, actor, ClubLogEntry.objects.get(action="assign_player").pk)
    typed.refresh_from_db()
    assert typed.person == Person.objects.get(name="Zed Quux")


def test_undoing_who_a_player_is_brings_nobody_back_who_was_merged_or_erased(events, club, organiser):
    actor, eva = actor_of(organiser), Person.objects.get(name="Eva Duarte")
    players = [Player.objects.get(event=friday(organiser, [name])) for name in ("Zed Quux", "Yara Tal")]
    typed = [player.person for player in players]
    for player, person in zip(players, typed, strict=True):
        # Not a mere name: the rows stay.
        hand_over_page(club, actor, person.pk)
        assign_player(club, actor, player.pk, the_person().pk)
    merge_people(club, actor, eva.pk, typed[0].pk)
    erase(club, organiser, Person.objects.get(pk=typed[1].pk))
    run_all()
    for entry in ClubLogEntry.objects.filter(action="assign_player").order_by("-pk"):
        undo_club_entry(club, actor, entry.pk)
    for player in players:
        player.refresh_from_db()
    assert [player.person for player in players] == [eva, None]


@pytest.mark.parametrize("name", ["Alba  Ruiz", "Alba\u00a0Ruiz", "Al\u200bba Ruiz"])
def test_a_name_is_confirmed_as_it_is_read(events, club, organiser, name):
    Person.objects.filter(pk=the_person().pk).update(name=name)
    erase_person(club, actor_of(organiser), Person.objects.get(name=name).pk, "Alba Ruiz")
    assert not Person.objects.filter(name=name).exists()
