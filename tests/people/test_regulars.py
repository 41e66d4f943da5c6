"""Regulars: added from one list, offered while a name is typed, and known without a guess."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.support.club_seasons import make_season
from tests.support.desk_events import actor_of, form, fresh, friday
from tests.support.own_pages import text_of
from tests.support.people import at, joined, signed_in
from tournaments.models import ClubStaff, Event, Person, Player
from tournaments.people.actions.people import change_person
from tournaments.people.pages.attendance import list_regulars
from tournaments.people.pages.club_people import MOST_FREQUENT, list_people
from tournaments.rules.people.linking import BY_STAFF

NAMES = ["Michael Chen", "Eva Duarte", "Wen Ng"]


@pytest.fixture
def desk(organiser):
    return signed_in(organiser)


@pytest.fixture
def club(organiser):
    """A club of three Fridays: Eva was there thrice, Wen twice, Michael and Zoe once."""
    for weeks, names in ((3, ["Eva Duarte", "Zoe Alves"]), (2, ["Eva Duarte", "Wen Ng"]), (1, NAMES)):
        event = friday(organiser, names)
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(weeks=weeks))
    return event.club


@pytest.fixture
def tonight(club, organiser):
    return friday(organiser, [])


def person(name):
    return Person.objects.get(name=name)


def names_of(regulars):
    return [(one.person.name, one.events) for one in regulars]


def add(desk, event, *names, typed=""):
    people = [person(name).public_id for name in names]
    return desk.post(reverse("add_players", args=[event.slug]), form(event, people=people, names=typed))


def test_the_most_frequent_of_the_last_weeks_come_first_without_those_who_are_in(club, tonight, desk):
    expected = [("Eva Duarte", 3), ("Wen Ng", 2), ("Michael Chen", 1), ("Zoe Alves", 1)]
    assert names_of(list_regulars(club, timezone.now())) == expected
    add(desk, tonight, "Wen Ng")
    assert ("Wen Ng", 3) not in names_of(list_regulars(club, timezone.now(), tonight))
    assert names_of(list_regulars(club, timezone.now() + timedelta(weeks=30))) == []


def test_an_event_to_come_and_a_cancelled_one_do_not_count(club, organiser):
    for name, changes in (
        ("Zoe Alves", {"starts_at": timezone.now() + timedelta(weeks=1)}),
        ("Wen Ng", {"starts_at": timezone.now() - timedelta(weeks=1), "cancelled": "Snow"}),
    ):
        event = friday(organiser, [name, "Rui Melo"])
        Event.objects.filter(pk=event.pk).update(**changes)
    now = timezone.now()
    expected = [("Eva Duarte", 3), ("Wen Ng", 2), ("Michael Chen", 1), ("Zoe Alves", 1)]
    assert names_of(list_regulars(club, now)) == expected
    listed = list_people(club, "", MOST_FREQUENT, 1, now)
    assert [(one.name, one.events) for one in listed] == [*expected, ("Rui Melo", 0)]


def test_none_is_ticked_and_one_button_adds_chosen_and_new_ones(tonight, desk):
    page = desk.get(at(tonight, "desk_players")).content.decode()
    assert page.index("Eva Duarte") < page.index("Wen Ng") < page.index("Zoe Alves")
    assert "3 events" in page and 'name="people"' in page and " checked" not in page
    entries = tonight.log.count()
    add(desk, tonight, "Eva Duarte", "Zoe Alves", typed="Ada Brook\nEva Duarte")
    players = Player.objects.filter(event=tonight)
    assert sorted(player.name for player in players) == ["Ada Brook", "Eva Duarte", "Zoe Alves"]
    assert players.get(name="Eva Duarte").person == person("Eva Duarte")
    assert players.get(name="Eva Duarte").person_reason == BY_STAFF
    assert tonight.log.count() == entries + 1


def test_a_chosen_namesake_is_who_was_chosen(club, tonight, desk):
    twin = Person.objects.create(club=club, name="Wen Ng", public_name="Wen Ng")
    Player.objects.filter(event=club.events.order_by("id").first(), name="Zoe Alves").update(person=twin)
    assert text_of(desk.get(at(tonight, "desk_players"))).count(", last") == 2
    desk.post(reverse("add_players", args=[tonight.slug]), form(tonight, people=[twin.public_id], names=""))
    assert Player.objects.get(event=tonight).person == twin


def test_who_is_in_already_is_not_added_twice(tonight, desk):
    add(desk, tonight, "Eva Duarte")
    add(desk, tonight, "Eva Duarte", "Wen Ng")
    assert Player.objects.filter(event=tonight).count() == 2


def test_who_was_typed_before_is_recognised_when_chosen(club, tonight, desk):
    twin = Person.objects.create(club=club, name="Wen Ng", public_name="Wen Ng")
    add(desk, tonight, typed="Wen Ng")
    assert Player.objects.get(event=tonight).person is None
    desk.post(reverse("add_players", args=[tonight.slug]), form(tonight, people=[twin.public_id], names=""))
    assert Player.objects.get(event=tonight).person == twin


def test_who_is_offered_is_chosen_also_where_the_list_has_them_not(club, tonight, desk):
    Event.objects.filter(club=club).exclude(pk=tonight.pk).update(
        starts_at=timezone.now() - timedelta(weeks=90)
    )
    assert names_of(list_regulars(club, timezone.now())) == []
    facts = {"key": "a", "name": "Friday again", "day": "2027-01-08", "start": "19:00", "timezone": "UTC"}
    people = [person("Eva Duarte").public_id]
    desk.post(reverse("repeat_event", args=[tonight.slug]), facts | {"people": people})
    assert Player.objects.get(event__name="Friday again").person == person("Eva Duarte")


def test_a_removed_player_gives_the_person_up(tonight, desk):
    add(desk, tonight, "Eva Duarte")
    (player,) = Player.objects.filter(event=tonight)
    desk.post(reverse("remove_player", args=[tonight.slug, player.public_id]), form(tonight))
    add(desk, tonight, "Eva Duarte")
    assert Player.objects.get(event=tonight).person == person("Eva Duarte")


def test_repeating_offers_the_regulars_and_links_whom_is_chosen(club, desk):
    last = club.events.order_by("-id").first()
    page = desk.get(reverse("repeat_event", args=[last.slug])).content.decode()
    # Zoe was not there the last time, but is a regular.
    assert page.index("Eva Duarte") < page.index("Zoe Alves") and " checked" not in page
    facts = {"key": "a", "name": "Friday again", "day": "2027-01-08", "start": "19:00", "timezone": "UTC"}
    people = [person(name).public_id for name in ("Zoe Alves", "Eva Duarte")]
    address = reverse("repeat_event", args=[last.slug])
    for _sent_twice in range(2):
        desk.post(address, facts | {"people": people, "names": "Ada Brook"})
    again = Event.objects.order_by("-id").first()
    links = dict(Player.objects.filter(event=again).values_list("name", "person_reason"))
    assert links == {"Eva Duarte": BY_STAFF, "Zoe Alves": BY_STAFF, "Ada Brook": "new"}
    assert Event.objects.filter(name="Friday again").count() == 1


def test_people_are_offered_by_any_part_of_a_name(club, desk, organiser):
    change_person(club, actor_of(organiser), person("Wen Ng").pk, name="Wen Nguyen")
    offers = reverse("offer_club_people", args=[club.slug])
    assert "Eva Duarte" in text_of(desk.get(offers, {"q": "dua"}))
    assert "Wen Nguyen" in text_of(desk.get(offers, {"q": "wen ng"}))
    assert text_of(desk.get(offers, {"q": "e"})).strip() == "" == text_of(desk.get(offers)).strip()


def test_staff_of_the_event_alone_learn_nothing_of_the_clubs_people(club, tonight):
    _user, helper = joined(tonight, "helper", "organiser")
    assert "Eva Duarte" not in helper.get(at(tonight, "desk_players")).content.decode()
    assert "Eva Duarte" not in helper.get(reverse("repeat_event", args=[tonight.slug])).content.decode()
    assert helper.get(reverse("offer_club_people", args=[club.slug]), {"q": "eva"}).status_code in (403, 404)
    add(helper, tonight, "Eva Duarte", typed="Ada Brook")
    assert [player.name for player in Player.objects.filter(event=tonight)] == ["Ada Brook"]


def test_the_list_takes_as_many_queries_for_more_people(organiser, django_user_model):
    counts = []
    for number, people in enumerate((8, 40)):
        club = make_season(4, people, slug=f"club-{number}")
        ClubStaff.objects.create(club=club, user=organiser, role="owner")
        newest = club.events.order_by("-id").first()
        Event.objects.filter(club=club).update(starts_at=timezone.now())
        browser = signed_in(organiser)
        address = reverse("repeat_event", args=[fresh(newest).slug])
        browser.get(address)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert f"Choose from {people} regulars" in browser.get(address).content.decode()
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_id_with_a_nul_is_unknown(club, tonight, desk):
    one = person("Eva Duarte")
    Person.objects.update(has_profile=True)
    profile = reverse("club_profile", args=[club.slug, one.public_id])
    merge = reverse("merge_club_people", args=[club.slug, one.public_id])
    assert desk.get(profile, {"chart": "\0"}).status_code == 404
    assert desk.get(merge, {"other": "\0"}).status_code == 404
    desk.post(reverse("add_players", args=[tonight.slug]), form(tonight, people=["\0"], names="Ada Brook"))
    assert Player.objects.get(event=tonight).name == "Ada Brook"
