"""People at the desk of a club: the list, the page of a person, profiles and the log."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, draft_night, form, friday
from tests.support.own_pages import text_of
from tests.support.people import at, joined, signed_in
from tournaments.clubs.actions import publish_club
from tournaments.desk.actions import pass_ownership
from tournaments.models import ClubStaff, Event, Person, PersonName, PlayerResult
from tournaments.people.actions import people as actions
from tournaments.people.actions import staff
from tournaments.people.pages.known_players import get_known_players
from tournaments.rules.errors import RuleViolation

NAMES = ["Michael Chen", "Eva Duarte", "Wen Ng"]


@pytest.fixture
def event(organiser):
    return friday(organiser, NAMES)


@pytest.fixture
def club(event):
    return event.club


def person(name):
    return Person.objects.get(name=name)


def people_at(club, **query):
    return reverse("club_people", args=[club.slug], query=query)


def page_of(club, one, name="club_person"):
    return reverse(name, args=[club.slug, one.public_id])


def test_the_list_finds_people_by_any_name(desk, club, organiser):
    actions.change_person(club, actor_of(organiser), person("Eva Duarte").pk, name="Eva Melo")
    actions.change_person(club, actor_of(organiser), person("Wen Ng").pk, public_name="Panda")
    for text, name in (("duarte eva", "Eva Melo"), ("melo", "Eva Melo"), ("PANDA", "Wen Ng")):
        page = text_of(desk.get(people_at(club, q=text)))
        assert name in page and "Michael Chen" not in page, text
    assert "Nobody with that name" in text_of(desk.get(people_at(club, q="zoe")))


def test_the_list_is_sorted_by_who_played_last_or_most(desk, club, organiser):
    draft_night(organiser, ["Wen Ng"])
    for order in ("last", "most"):
        page = text_of(desk.get(people_at(club, by=order)))
        assert page.index("Wen Ng 2 events") < page.index("Eva Duarte 1 event"), order
    page = text_of(desk.get(people_at(club, by="name")))
    assert page.index("Eva Duarte") < page.index("Wen Ng")


def test_the_list_says_how_often_somebody_has_played_and_when_they_play_next(desk, club, organiser):
    for name, day in (("Wen Ng", datetime(2060, 12, 4, 19)), ("Zoe New", datetime(2061, 1, 5, 19))):
        coming = draft_night(organiser, [name, "Ida Moss"])
        Event.objects.filter(pk=coming.pk).update(starts_at=day.replace(tzinfo=UTC))
    page = text_of(desk.get(people_at(club)))
    assert re.search(r"Wen Ng 1 event, last [^,]+ next 4 Dec 2060", page)
    assert "Ida Moss next 4 Dec 2060" in page and "Zoe New next 5 Jan 2061" in page
    assert "1 event" in text_of(desk.get(page_of(club, person("Wen Ng"))))
    Event.objects.filter(starts_at__gt=timezone.now()).update(cancelled="Snow")
    assert "Zoe New no event yet" in text_of(desk.get(people_at(club)))


def test_an_event_that_has_left_the_club_is_no_event_of_its_people(desk, club, event, organiser):
    ann = event.staff.create(user=type(organiser).objects.create_user("ann"), role="organiser")
    pass_ownership(event, actor_of(organiser), ann.pk)
    tonight = draft_night(organiser, ["Wen Ng"])
    assert tonight.club == club and tonight.players.get().person == person("Wen Ng")
    page = text_of(desk.get(page_of(club, person("Wen Ng"))))
    assert "Draft night" in page and "Friday night" not in page
    assert get_known_players(tonight)["p1"].number == 1


def test_the_list_takes_as_many_queries_for_more_people(desk, club, organiser):
    def count():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert desk.get(people_at(club)).status_code == 200
        return len(queries)

    count()
    before = count()
    draft_night(organiser, [f"Somebody {letter}" for letter in "ABCDEFGHIJ"])
    assert count() == before


def test_the_events_of_a_person_have_place_and_record(desk, club, event):
    player = event.players.get(name="Wen Ng")
    numbers = {"place": 2, "placed_players": 3, "won": 2, "byes": 1, "lost": 1}
    PlayerResult.objects.create(event=event, player=player, **numbers)
    assert "2nd of 3, 3–1" in text_of(desk.get(page_of(club, person("Wen Ng"))))


def test_a_person_is_changed_and_shows_the_former_name(desk, club, event):
    eva = person("Eva Duarte")
    fields = {"name": "Eva Melo", "public_name": "Eva Duarte", "birth_year": "1990", "version": club.version}
    answer = desk.post(page_of(club, eva), form(event) | fields)
    assert answer.url == page_of(club, eva)
    page = text_of(desk.get(answer.url))
    assert "Eva Duarte Former name" in page and "Friday night" in page
    eva.refresh_from_db()
    assert (eva.name, eva.birth_year, eva.is_minor) == ("Eva Melo", 1990, False)
    assert eva.public_name == "Eva Melo"


@pytest.mark.parametrize("fields", [{"name": ""}, {"name": "a\x07b"}, {"birth_year": "3000"}])
def test_a_wrong_value_is_refused(desk, club, fields):
    eva = person("Eva Duarte")
    data = {"name": "Eva", "public_name": "Eva", "version": club.version}
    assert desk.post(page_of(club, eva), data | fields).status_code == 422
    assert person("Eva Duarte") == eva


def test_a_public_name_is_chosen_with_one_tap(desk, club):
    eva = person("Eva Duarte")
    address = page_of(club, eva, "change_club_public_name")
    assert "First name and initial: Eva D." in text_of(desk.get(page_of(club, eva)))
    desk.post(address, {"public_name": "Eva D."})
    assert person("Eva Duarte").public_name == "Eva D."
    desk.post(address, {"public_name": "Anything else"})
    assert person("Eva Duarte").public_name == "Eva D."


def test_the_staff_switch_a_profile_on_only_if_nobody_has_decided(club, organiser):
    eva, actor = person("Eva Duarte"), actor_of(organiser)
    staff.switch_profile_on(club, actor, eva.pk)
    assert person("Eva Duarte").is_shown
    staff.hide_profile(club, actor, eva.pk)
    assert not person("Eva Duarte").is_shown
    staff.stop_hiding_profile(club, actor, eva.pk)
    assert person("Eva Duarte").is_shown
    Person.objects.filter(pk=eva.pk).update(has_profile=False)
    with pytest.raises(RuleViolation, match="switched the profile off"):
        staff.switch_profile_on(club, actor, eva.pk)
    Person.objects.filter(pk=person("Wen Ng").pk).update(is_minor=True)
    with pytest.raises(RuleViolation, match="under age"):
        staff.switch_profile_on(club, actor, person("Wen Ng").pk)


def test_the_link_of_the_own_page_is_in_no_log(club, organiser):
    eva = person("Eva Duarte")
    staff.hand_over_page(club, actor_of(organiser), eva.pk)
    token = person("Eva Duarte").token
    staff.hand_over_page(club, actor_of(organiser), eva.pk)
    assert token and person("Eva Duarte").token == token
    staff.renew_page_link(club, actor_of(organiser), eva.pk)
    assert person("Eva Duarte").token != token
    assert token not in str(list(club.log.values()))


def test_the_address_of_a_merged_person_leads_to_the_other_one(desk, club, organiser):
    draft_night(organiser, ["Mia Chen"])
    mia, michael = person("Mia Chen"), person("Michael Chen")
    actions.merge_people(club, actor_of(organiser), michael.pk, mia.pk)
    assert desk.get(page_of(club, mia)).url == page_of(club, michael)


def test_the_log_names_people_as_they_are_called_now_and_offers_undo(desk, club, organiser):
    draft_night(organiser, ["Mia Chen"])
    mia, michael = person("Mia Chen"), person("Michael Chen")
    actions.merge_people(club, actor_of(organiser), michael.pk, mia.pk)
    merge = club.log.last()
    actions.change_person(club, actor_of(organiser), michael.pk, name="Mick Chen")
    rename = club.log.last()
    log = desk.get(reverse("club_log", args=[club.slug]))
    assert "Mia Chen was merged into Mick Chen" in text_of(log)
    undo = [reverse("undo_club_entry", args=[club.slug, entry.pk]) for entry in (rename, merge)]
    assert undo[0] in log.content.decode() and undo[1] not in log.content.decode()
    for address in undo:
        desk.post(address)
    assert person("Mia Chen") == mia
    log = text_of(desk.get(reverse("club_log", args=[club.slug])))
    assert "Undone: Mia Chen was merged into Michael Chen" in log


def test_the_log_says_which_player_of_which_event_and_that_the_player_did_it(desk, club, organiser):
    tonight = draft_night(organiser, ["Mike Chen"])
    player, michael = tonight.players.get(), person("Michael Chen")
    actions.deny_people(club, actor_of(organiser), player.pk, [person("Wen Ng").pk])
    actions.assign_player(club, actor_of(organiser), player.pk, michael.pk)
    publish_club(club, actor_of(organiser), "The Lantern", "the-lantern")
    club.refresh_from_db()
    staff.hand_over_page(club, actor_of(organiser), michael.pk)
    own = reverse("own_club_settings", args=[club.slug, person("Michael Chen").token])
    Client().post(own, {"do": "hide", "key": "a.1"})
    log = text_of(desk.get(reverse("club_log", args=[club.slug])))
    assert re.search(r"Hidden on the own page: Michael Chen [^,]+, [\d:]+, the player", log)
    assert "Mike Chen in Draft night is Michael Chen" in log
    assert "Mike Chen in Draft night is not Wen Ng" in log
    assert michael.public_id not in log
    tonight.delete()
    log = text_of(desk.get(reverse("club_log", args=[club.slug])))
    assert "a deleted player in an event that is gone is Michael Chen" in log


def test_an_undone_merge_does_not_show_who_has_switched_the_profile_off_since(club, organiser):
    draft_night(organiser, ["Mia Chen"])
    mia, michael = person("Mia Chen"), person("Michael Chen")
    Person.objects.filter(pk=michael.pk).update(has_profile=True)
    actions.merge_people(club, actor_of(organiser), michael.pk, mia.pk)
    Person.objects.filter(pk=michael.pk).update(has_profile=False)
    actions.undo_club_entry(club, actor_of(organiser), club.log.last().pk)
    assert person("Michael Chen").has_profile is False


@pytest.mark.parametrize("role", ["scorekeeper", "judge"])
def test_people_are_for_those_who_manage_the_club(client, club, event, django_user_model, role):
    user = django_user_model.objects.create_user("helper")
    ClubStaff.objects.create(club=club, user=user, role=role)
    assert signed_in(user).get(people_at(club)).status_code == 403
    _staff, browser = joined(event, "guest", "organiser")
    assert browser.get(people_at(club)).status_code == 404
    assert browser.get(page_of(club, person("Wen Ng"))).status_code == 404


def test_another_club_does_not_know_the_person(desk, club):
    other = type(club).objects.create(slug="other")
    stranger = Person.objects.create(club=other, name="Zoe", public_name="Zoe")
    assert desk.get(page_of(club, stranger)).status_code == 404
    PersonName.objects.create(person=stranger, kind=PersonName.FORMER, name="Wen Ng")
    assert "Zoe" not in text_of(desk.get(people_at(club, q="wen")))


def test_the_link_of_the_own_page_is_handed_over(desk, club, organiser, event):
    eva = person("Eva Duarte")
    link = page_of(club, eva, "club_person_link")
    assert desk.get(link).url == page_of(club, eva)
    assert "Hand over the link" not in text_of(desk.get(page_of(club, eva)))
    publish_club(club, actor_of(organiser), "The Lantern", "the-lantern")
    club.refresh_from_db()
    assert "Hand over the link" in text_of(desk.get(page_of(club, eva)))
    desk.post(page_of(club, eva, "club_person_link"))
    answer = desk.get(page_of(club, eva, "club_person_link"))
    old = person("Eva Duarte").token
    assert f"/c/the-lantern/me/{old}/" in answer.content.decode() and "no-store" in answer["Cache-Control"]
    desk.post(page_of(club, eva, "renew_club_person_link"))
    assert old not in desk.get(page_of(club, eva, "club_person_link")).content.decode()


def test_the_players_of_an_event_are_marked_as_new_only_beside_known_ones(organiser, desk, event):
    first = text_of(desk.get(at(event, "desk_players")))
    assert "Wen Ng" in first and "Wen Ng new" not in first
    second = text_of(desk.get(at(draft_night(organiser, ["Wen Ng", "Zoe Alves"]), "desk_players")))
    assert "Wen Ng known: 2nd event" in second and "Zoe Alves new" in second


@pytest.mark.parametrize("page", ["desk_players", "desk_check_in"])
def test_the_lists_of_an_event_show_the_name_for_the_desk_beside_the_public_one(organiser, page):
    event = friday(organiser, ["Wen Ng", "Eva Duarte"])
    actions.change_person(
        event.club, actor_of(organiser), Person.objects.get(name="Wen Ng").pk, public_name="Quill"
    )
    _user, helper = joined(event, "helper", "scorekeeper")
    text = helper.get(at(event, page)).content.decode()
    assert 'data-name="Quill, Wen Ng"' in text and 'data-name="Eva Duarte"' in text
    assert "Quill" in text_of(helper.get(at(event, page), {"find": "wen"}))
