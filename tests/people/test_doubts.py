"""Doubts about players, past events, and wishes to be remembered, at the desks of event and club."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.desk_events import actor_of, draft_night, fresh, friday
from tests.support.own_pages import text_of
from tests.support.people import at, joined
from tests.support.registrations import NOON, open_registration, register_online
from tests.support.worker import run_worker
from tournaments.models import Person, PersonIdentifier, Player, PlayerResult, Registration
from tournaments.models.keys import hash_for_people
from tournaments.people.actions import past
from tournaments.people.actions.past import link_past_events
from tournaments.people.pages.doubts import list_club_doubts, list_event_doubts, past_events
from tournaments.players.actions.check_in import check_in_player
from tournaments.rounds.actions.rounds import pair_next_round


@pytest.fixture
def last_week(organiser):
    return friday(organiser, ["Michael Chen", "Eva Duarte", "Wen Ng"])


@pytest.fixture
def club(last_week):
    return last_week.club


@pytest.fixture
def event(last_week, organiser):
    return draft_night(organiser, ["Mike Chen", "Eva Duarte", "Zoe Alves"])


def person(name):
    return Person.objects.get(name=name)


def player(event, name):
    return Player.objects.get(event=event, name=name)


def who(event, name):
    one = player(event, name).person
    return one and one.name


def answer(desk, club, event, name, **said):
    address = reverse("answer_club_doubt", args=[club.slug])
    values = {"player": player(event, name).pk, "next": at(event, "desk_players"), "key": f"a.{name}", **said}
    return desk.post(address, values)


def test_the_players_page_asks_who_may_be_a_regular(desk, event):
    page = text_of(desk.get(at(event, "desk_players")))
    assert "1 player may be a regular" in page
    assert "Mike Chen: is this your regular Michael Chen?" in page
    assert "Eva Duarte known: 2nd event · by name" in page and "Zoe Alves new" in page


def test_the_list_of_players_says_who_somebody_may_be_also_when_the_question_is_put_off(desk, club, event):
    assert "Mike Chen perhaps Michael Chen" in text_of(desk.get(at(event, "desk_players")))
    answer(desk, club, event, "Mike Chen", later="1")
    assert "Mike Chen perhaps Michael Chen" in text_of(desk.get(at(event, "desk_players")))


def test_a_known_player_has_a_record(desk, event, last_week):
    numbers = {"placed_players": 3, "won": 2, "lost": 1, "byes": 1}
    PlayerResult.objects.create(event=last_week, player=player(last_week, "Eva Duarte"), **numbers)
    assert "known: 2nd event, 3–1 · by name" in text_of(desk.get(at(event, "desk_players")))


@pytest.mark.parametrize("role", ["owner", "organiser"])
def test_staff_of_an_event_see_nothing_of_the_clubs_people(event, role):
    _staff, browser = joined(event, "guest", role)
    for page in (
        at(event, "desk_players"),
        at(event, "change_player", player(event, "Eva Duarte").public_id),
    ):
        text = text_of(browser.get(page))
        assert "Eva Duarte" in text
        assert "known" not in text and "regular" not in text and "In the club" not in text


def test_same_and_somebody_else_are_answers(desk, club, event, organiser):
    answer(desk, club, event, "Mike Chen", same=person("Michael Chen").pk)
    assert who(event, "Mike Chen") == "Michael Chen"
    assert "Recognised Undo" in text_of(desk.get(at(event, "desk_players")))
    other = draft_night(organiser, ["Micha Chen"])
    answer(desk, club, other, "Micha Chen", people=person("Michael Chen").pk, **{"else": "1"})
    assert who(other, "Micha Chen") == "Micha Chen"
    assert not list_club_doubts(club)


def test_later_puts_a_question_off_at_the_event_alone(desk, club, event):
    assert answer(desk, club, event, "Mike Chen", later="1").url == at(event, "desk_players")
    assert "may be a regular" not in text_of(desk.get(at(event, "desk_players")))
    page = text_of(desk.get(reverse("club_doubts", args=[club.slug])))
    assert "is this your regular Michael Chen?" in page and "Draft night" in page


def test_one_answer_counts_for_all_events_of_that_name(desk, club, event, organiser):
    second = draft_night(organiser, ["Mike Chen", "Ben"])
    answer(desk, club, event, "Mike Chen", same=person("Michael Chen").pk)
    assert who(second, "Mike Chen") == "Michael Chen"


def test_a_doubt_does_not_hold_up_pairing(event, organiser, last_week):
    night = friday(organiser, ["Mike Chen", "Ben"])
    pair_next_round(night, actor_of(organiser), seed="a seed")
    assert list_event_doubts(night) and who(night, "Mike Chen") is None


@pytest.mark.parametrize("said", [{}, {"same": "x"}, {"same": "99999999"}, {"people": ["x", "77"]}])
def test_a_senseless_answer_changes_nobody(desk, club, event, said):
    assert answer(desk, club, event, "Mike Chen", **said).status_code == 302
    assert who(event, "Mike Chen") is None
    answers = {"player": "y", "same": "1"}
    assert desk.post(reverse("answer_club_doubt", args=[club.slug]), answers).status_code == 302


def test_the_doubts_of_a_club_take_as_many_queries_for_more_events(desk, club, event, organiser):
    def count():
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(reverse("club_doubts", args=[club.slug])).status_code == 200
        return len(queries)

    count()
    before = count()
    for letter in "ABC":
        draft_night(organiser, [f"Mike {letter} Chen", f"E. {letter} Duarte"])
    assert len(list_club_doubts(club)) > 3 and count() == before


@pytest.fixture
def unlinked(event, last_week):
    """Two events from before the club knew people."""
    Player.objects.update(person=None, person_reason="")
    Person.with_merged.all().delete()
    return last_week, event


def test_past_events_are_linked_oldest_first_and_doubts_stay(desk, club, unlinked):
    last_week, event = unlinked
    page = text_of(desk.get(reverse("club_doubts", args=[club.slug])))
    assert "2 events are from before the club knew its people" in page and "No doubts" in page
    desk.post(reverse("link_past_club_events", args=[club.slug]))
    assert who(last_week, "Michael Chen") == "Michael Chen" and who(event, "Eva Duarte") == "Eva Duarte"
    assert [doubt.player.name for doubt in list_club_doubts(club)] == ["Mike Chen"]
    assert set(Person.objects.values_list("has_profile", flat=True)) == {None}
    assert not past_events(club).exists()


def test_one_press_links_many_events_the_first_at_once_and_the_others_in_tasks(
    desk, club, unlinked, organiser, monkeypatch
):
    monkeypatch.setattr(past, "MAX_PAST_EVENTS", 1)
    last_week, event = unlinked
    page = desk.post(reverse("link_past_club_events", args=[club.slug]), follow=True)
    assert "1 past event linked. The others follow by themselves" in text_of(page)
    assert who(last_week, "Wen Ng") == "Wen Ng" and who(event, "Zoe Alves") is None
    run_worker()
    assert who(event, "Zoe Alves") == "Zoe Alves" and not past_events(club).exists()
    entries = club.log.filter(action="link_past_events").order_by("id")
    assert list(entries.values_list("who", flat=True)) == [organiser.username, "Topcut"]


def test_an_event_of_doubts_alone_is_looked_at_once(club, organiser):
    event = draft_night(organiser, ["Mike Chen"])
    assert past_events(club).exists()
    link_past_events(club, actor_of(organiser))
    assert not past_events(club).exists()
    assert [doubt.event for doubt in list_club_doubts(club)] == [event]


@pytest.fixture
def wish(club, organiser):
    """A player who was recognised by name at check-in, and wishes to be remembered."""
    event = open_registration(friday(organiser, []), organiser)
    register_online(event, "Eva Duarte", email="eva@example.org")
    Registration.objects.update(remember=True, email_confirmed_at=NOON, answers={"player_id": "E7"})
    check_in_player(fresh(event), actor_of(organiser), Player.objects.get(event=event).public_id)
    return Player.objects.get(event=event)


def test_a_wish_to_be_remembered_is_confirmed(desk, club, wish):
    assert wish.person == person("Eva Duarte") and wish.person.remembered_at is None
    for page in ("club_doubts", []), ("club_person", [wish.person.public_id]):
        text = text_of(desk.get(reverse(page[0], args=[club.slug, *page[1]])))
        assert "to be remembered" in text
    desk.post(reverse("confirm_club_wish", args=[club.slug, wish.pk]))
    eva = person("Eva Duarte")
    assert eva.remembered_at and eva.address_hash == hash_for_people("eva@example.org")
    assert str(PersonIdentifier.objects.get(person=eva)) == "magic: e7"
    assert "E7" not in str(list(club.log.values())).upper()
    assert "Want to be remembered" not in text_of(desk.get(reverse("club_doubts", args=[club.slug])))


def test_without_a_wish_nothing_is_stored(desk, club, event):
    desk.post(reverse("confirm_club_wish", args=[club.slug, player(event, "Eva Duarte").pk]))
    assert person("Eva Duarte").remembered_at is None


def test_an_event_is_assigned_to_somebody_else(desk, club, event):
    address = reverse("assign_club_player", args=[club.slug, player(event, "Mike Chen").pk])
    page = text_of(desk.get(address))
    assert "Who is Mike Chen?" in page and "Michael Chen 1 event" in page
    answer = desk.post(address, {"person": person("Michael Chen").public_id})
    assert answer.url == reverse("club_person", args=[club.slug, person("Michael Chen").public_id])
    assert who(event, "Mike Chen") == "Michael Chen"
    assert "not in the club any more" in text_of(desk.post(address, {"person": "nobody"}, follow=True))


def test_an_answer_leads_to_the_doubts_whatever_the_form_says_comes_next(desk, club, event):
    for after in ("foo", "https://elsewhere.example/", ""):
        reply = answer(desk, club, event, "Mike Chen", later="1", next=after)
        assert reply.status_code == 302 and reply.url == reverse("club_doubts", args=[club.slug])
