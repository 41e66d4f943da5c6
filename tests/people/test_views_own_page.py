"""The own page of a person at a club: what it shows, who opens it, and the phones that remember it."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, draft_night, fresh, friday, paired
from tests.support.own_pages import text_of
from tests.support.registrations import open_registration, register_online
from tests.support.worker import run_worker
from tournaments.clubs.actions import publish_club
from tournaments.models import Person, PersonIdentifier, PersonMail, PersonRequest, Player, Registration
from tournaments.models.keys import hash_for_people
from tournaments.people.actions.people import deny_people, merge_people
from tournaments.people.actions.staff import hand_over_page
from tournaments.players.actions.check_in import check_in_player
from tournaments.registration.actions.entry_desk import accept_registrations
from tournaments.rules.people.linking import BY_NAME, BY_PAGE

CLUB = "the-lantern"


@pytest.fixture
def last_week(organiser):
    """An event of last week, whose players are the regulars of a published club."""
    event = friday(organiser, ["Michael Chen", "Eva Duarte", "Wen Ng"])
    publish_club(event.club, actor_of(organiser), "The Lantern", CLUB)
    return fresh(event)


@pytest.fixture
def club(last_week):
    return last_week.club


@pytest.fixture
def hand_over(club, organiser):
    """A function that gives a person an own page; it returns the page's address."""

    def give(name):
        person = person_called(name)
        hand_over_page(club, actor_of(organiser), person.pk)
        return address_of(name)

    return give


@pytest.fixture
def next_week(organiser, club):
    """An event of next week, in which players register."""
    return open_registration(friday(organiser, []), organiser)


def person_called(name):
    return Person.objects.get(name=name)


def address_of(name, more=""):
    return reverse("own_club_page", args=[CLUB, person_called(name).token]) + more


def at_club(name, *more):
    return reverse(name, args=[CLUB, *more])


def register_on_page(phone, name, event):
    return phone.post(address_of(name, f"register/{event.slug}/"), {"key": f"a.{name}"})


def test_the_link_from_the_desk_opens_the_page_and_nobody_may_store_it(client, hand_over, last_week):
    answer = client.get(hand_over("Eva Duarte"))
    assert "Eva Duarte" in text_of(answer)
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize(("backend", "is_offered"), [("smtp", True), ("console", False)])
def test_an_unknown_link_gets_help_by_mail_if_the_site_can_send_it(
    client, club, settings, backend, is_offered
):
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    answer = client.get(at_club("own_club_page", "x" * 16))
    assert answer.status_code == 404
    assert ("Send me my link" in text_of(answer)) == is_offered
    assert client.get("/c/nowhere/me/abc/").status_code == 404


def test_one_tap_registers_and_the_player_counts_for_the_person_at_once(client, hand_over, next_week):
    hand_over("Eva Duarte")
    answer = register_on_page(client, "Eva Duarte", next_week)
    assert answer.url == address_of("Eva Duarte")
    player = Player.objects.get(event=next_week)
    assert (player.person, player.person_reason) == (person_called("Eva Duarte"), BY_PAGE)
    assert not player.is_proposed
    page = client.get(answer.url)
    assert "Registered" in text_of(page)
    assert reverse("me", args=[next_week.slug, player.secret]) in page.content.decode()
    register_on_page(client, "Eva Duarte", next_week)
    assert Registration.objects.count() == 1


def test_the_clubs_page_says_on_a_known_phone_who_is_registered(
    client, hand_over, last_week, next_week, organiser
):
    paired(last_week, organiser)
    clubs_page = reverse("club", args=[CLUB])
    for name in ("Eva Duarte", "Michael Chen"):
        hand_over(name)
        client.get(address_of(name))
    register_on_page(client, "Eva Duarte", next_week)
    page = text_of(client.get(clubs_page))
    assert re.search(r"Registered ?Eva Duarte Register ?: Friday night", page)
    assert "Your page : Friday night" not in page
    register_on_page(client, "Michael Chen", next_week)
    assert "Your page : Friday night" in text_of(client.get(clubs_page))
    assert "Register : Friday night" in text_of(Client().get(clubs_page))


def test_the_form_opens_filled_in_if_registration_asks_for_more(client, hand_over, organiser, next_week):
    open_registration(next_week, organiser, club="required")
    client.get(hand_over("Eva Duarte"))
    answer = register_on_page(client, "Eva Duarte", next_week)
    assert answer.url.startswith(reverse("register", args=[next_week.slug]))
    assert 'value="Eva Duarte"' in client.get(answer.url).content.decode()
    client.post(answer.url, {"name": "Eva Duarte", "club": "Blue", "key": "b.1"})
    assert Player.objects.get(event=next_week).person_reason == BY_PAGE


def test_another_name_or_another_phone_registers_nobody_from_the_page(client, hand_over, next_week):
    client.get(hand_over("Eva Duarte"))
    address = f"{reverse('register', args=[next_week.slug])}?as={person_called('Eva Duarte').public_id}"
    client.post(address, {"name": "Zoe", "key": "b.1"})
    assert "Eva Duarte" not in Client().get(address).content.decode()
    Client().post(address, {"name": "Eva Duarte", "key": "b.2"})
    assert not Registration.objects.exclude(person=None).exists()


def test_an_entry_that_waits_counts_for_the_person_once_it_is_accepted(
    client, hand_over, organiser, next_week
):
    open_registration(next_week, organiser, approval=True)
    hand_over("Eva Duarte")
    register_on_page(client, "Eva Duarte", next_week)
    assert "Waiting for approval" in text_of(client.get(address_of("Eva Duarte")))
    accept_registrations(fresh(next_week), actor_of(organiser), [Registration.objects.get().pk])
    assert Player.objects.get(event=next_week).person == person_called("Eva Duarte")


def test_the_running_event_shows_the_table_and_leads_to_the_page_of_it(
    client, hand_over, organiser, last_week
):
    paired(last_week, organiser)
    page = client.get(hand_over("Eva Duarte")).content.decode()
    player = Player.objects.get(event=last_week, name="Eva Duarte")
    assert reverse("me", args=[last_week.slug, player.secret]) in page


def test_a_phone_remembers_a_family_and_forgets_one_of_them(client, hand_over):
    for name in ("Eva Duarte", "Wen Ng", "Michael Chen"):
        client.get(hand_over(name))
    page = text_of(client.get(at_club("club")))
    assert re.findall(r"Your page: (\w+)", page) == ["Michael", "Wen", "Eva"]
    assert client.get(at_club("own_club_pages")).url == address_of("Michael Chen")
    own = client.get(address_of("Eva Duarte")).content.decode()
    assert address_of("Wen Ng") in own and address_of("Michael Chen") in own
    client.post(address_of("Michael Chen", "forget-phone/"))
    page = text_of(client.get(at_club("club")))
    assert re.findall(r"Your page: (\w+)", page) == ["Eva", "Wen"]
    assert "Your page:" not in text_of(Client().get(at_club("club")))


def test_events_of_the_club_lead_a_remembered_phone_to_the_page(client, hand_over, next_week):
    event_page = reverse("event", args=[next_week.slug])
    assert "Your club page" not in text_of(client.get(event_page))
    client.get(hand_over("Eva Duarte"))
    assert "Your club page" in text_of(client.get(event_page))


def test_the_page_of_an_event_does_not_open_the_page_of_the_person(client, hand_over, last_week):
    hand_over("Eva Duarte")
    player = Player.objects.get(event=last_week, name="Eva Duarte")
    page = client.get(reverse("me", args=[last_week.slug, player.secret])).content.decode()
    assert person_called("Eva Duarte").token not in page
    assert client.get(at_club("own_club_pages")).status_code == 200


def test_both_links_of_merged_people_open_the_one_page(client, hand_over, club, organiser):
    event = draft_night(organiser, ["Mike Chen"])
    player = Player.objects.get(event=event)
    deny_people(club, actor_of(organiser), player.pk, [person_called("Michael Chen").pk])
    first, second = hand_over("Michael Chen"), hand_over("Mike Chen")
    merge_people(club, actor_of(organiser), person_called("Michael Chen").pk, person_called("Mike Chen").pk)
    assert text_of(client.get(second)) == text_of(client.get(first))


@pytest.fixture
def merged_twice(hand_over):
    """A person into whom another one was merged, who is a third one in turn: all have links of their own."""
    hand_over("Eva Duarte")
    eva, name = person_called("Eva Duarte"), "Eva Duarte, merged"
    for secret in ("second", "third"):
        values = {"name": name, "public_name": name, "token": secret, "calendar_token": f"ics-{secret}"}
        values |= {"remembered_at": eva.created_at, "address_hash": "a" * 64}
        into = Person.with_merged.filter(token="second").first() or eva
        PersonIdentifier.objects.create(
            person=Person.objects.create(club=eva.club, merged_into=into, **values),
            publisher="magic",
            value="w1",
        )
    return eva


@pytest.mark.parametrize(("button", "page"), [("link", "own_club_page"), ("calendar", "own_club_calendar")])
def test_a_new_link_ends_those_of_all_merged_people(client, merged_twice, button, page):
    pages = [at_club(page, f"{'ics-' * (button == 'calendar')}{secret}") for secret in ("second", "third")]
    assert [client.get(one).status_code for one in pages] == [200, 200]
    client.post(address_of("Eva Duarte", "settings/"), {"do": button, "key": "a.1"})
    assert [client.get(one).status_code for one in pages] == [404, 404]


def test_who_withdraws_consent_takes_it_back_for_all_merged_people(client, merged_twice):
    client.post(address_of("Eva Duarte", "settings/"), {"do": "withdraw", "key": "a.1"})
    assert not PersonIdentifier.objects.exists()
    assert not Person.with_merged.exclude(address_hash="").exists()


def test_a_request_of_a_merged_person_is_that_of_the_person(client, merged_twice):
    third = Person.with_merged.get(token="third")
    PersonRequest.objects.create(person=third, kind=PersonRequest.FORGET, at=timezone.now())
    settings = address_of("Eva Duarte", "settings/")
    assert "The club has your request" in text_of(client.get(settings))
    client.post(settings, {"do": "withdraw_request", "key": "a.1"})
    assert not PersonRequest.objects.exists()


def remember(name, address):
    person = person_called(name)
    person.remembered_at, person.address_hash = person.created_at, hash_for_people(address)
    person.save()


def ask_for_link(phone, address):
    answer = phone.post(at_club("own_club_pages"), {"email": address})
    page = phone.get(answer.url).content
    run_worker()
    # The clock of the page is all that may differ.
    return re.sub(rb'data-now="[^"]*"', b"", page)


def test_the_answer_is_the_same_whether_the_address_is_known(client, club, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    remember("Eva Duarte", "eva@example.org")
    assert ask_for_link(client, "eva@example.org") == ask_for_link(client, "nobody@example.org")
    assert [one.to for one in mail.outbox] == [["eva@example.org"]]


def test_a_shared_address_gets_one_mail_with_both_links(client, hand_over, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    for name in ("Eva Duarte", "Wen Ng"):
        remember(name, "home@example.org")
    ask_for_link(client, "Home@example.org")
    [one] = mail.outbox
    assert address_of("Eva Duarte") in one.body and address_of("Wen Ng") in one.body
    for _again in range(3):
        ask_for_link(client, "home@example.org")
    assert len(mail.outbox) == 3


def test_the_address_of_a_mail_that_was_never_sent_is_deleted_after_a_day(club):
    for hours in (23, 25):
        at = timezone.now() - timedelta(hours=hours)
        PersonMail.objects.create(club=club, kind=PersonMail.LINK, at=at, address=f"{hours}@example.org")
    call_command("delete_contact_data")
    assert PersonMail.objects.get().address == "23@example.org"


def test_the_calendar_has_its_own_secret_and_says_nothing_of_the_person(client, hand_over, next_week):
    hand_over("Eva Duarte")
    client.post(address_of("Eva Duarte", "settings/"), {"do": "calendar", "key": "a.1"})
    secret = person_called("Eva Duarte").calendar_token
    answer = client.get(at_club("own_club_calendar", secret))
    assert "Eva" not in answer.content.decode() and answer["Cache-Control"] == "private, no-store"
    assert client.get(at_club("own_club_page", secret)).status_code == 404
    client.post(address_of("Eva Duarte", "settings/"), {"do": "calendar", "key": "a.2"})
    assert client.get(at_club("own_club_calendar", secret)).status_code == 404


CLAIMS = {
    "by registration": {"name": "Eva Duarte"},
    "by an identifier": {"name": "Eva Duarte", "player_id": "E1"},
    "by an unconfirmed address": {"name": "Eva Duarte", "email": "eva@example.org"},
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_who_claims_another_name_never_gets_to_the_page(claim, hand_over, organiser, next_week):
    remember("Eva Duarte", "eva@example.org")
    PersonIdentifier.objects.create(person=person_called("Eva Duarte"), publisher="magic", value="e1")
    hand_over("Eva Duarte")
    open_registration(next_week, organiser, player_id="optional")
    stranger = Client()
    answer = stranger.post(reverse("register", args=[next_week.slug]), {**claim, "key": "s.1"})
    token = person_called("Eva Duarte").token
    pages = [stranger.get(answer.url), stranger.get(reverse("players", args=[next_week.slug]))]
    player = Player.objects.get(event=next_week)
    check_in_player(fresh(next_week), actor_of(organiser), player.public_id)
    pages += [stranger.get(answer.url), stranger.get(at_club("club"))]
    assert Player.objects.get(event=next_week).person == person_called("Eva Duarte")
    assert all(token not in page.content.decode() for page in pages)
    assert not any("people-" in name for name in stranger.cookies)
    assert stranger.get(at_club("own_club_pages")).status_code == 200


def test_the_page_does_not_open_what_a_namesake_entered(client, hand_over, next_week, organiser):
    page = hand_over("Wen Ng")
    register_online(next_week, "Wen Ng", email="another@example.org")
    check_in_player(fresh(next_week), actor_of(organiser), Player.objects.get(event=next_week).public_id)
    player = Player.objects.get(event=next_week)
    assert (player.person, player.person_reason) == (person_called("Wen Ng"), BY_NAME)
    answer = client.get(page)
    assert "Registered" in text_of(answer) and player.secret not in answer.content.decode()


def test_an_address_of_a_merged_person_opens_the_page_of_who_it_is_now_if_both_agreed(
    client, hand_over, club, organiser
):
    hand_over("Wen Ng")
    keep, now = person_called("Wen Ng"), club.created_at
    other = Person.objects.create(club=club, name="Wen Nguyen", public_name="Wen Nguyen", remembered_at=now)
    Person.objects.filter(pk=other.pk).update(address_hash=hash_for_people("wen@example.org"))
    merge_people(club, actor_of(organiser), keep.pk, other.pk)
    for agreed, mails in ((None, 0), (now, 1)):
        Person.objects.filter(pk=keep.pk).update(remembered_at=agreed)
        client.post(at_club("own_club_pages"), {"email": "wen@example.org"})
        run_worker()
        assert len(mail.outbox) == mails
    assert keep.token in mail.outbox[0].body


def test_an_account_of_a_merged_person_can_be_connected_with_who_it_is_now(
    client, hand_over, club, organiser
):
    page = hand_over("Wen Ng")
    keep = person_called("Wen Ng")
    names = {"name": "Wen Nguyen", "public_name": "Wen Nguyen"}
    other = Person.objects.create(club=club, account=organiser, **names)
    merge_people(club, actor_of(organiser), keep.pk, other.pk)
    client.force_login(organiser)
    client.post(f"{page}settings/", {"do": "connect", "key": "a.1"})
    assert person_called("Wen Ng").account == organiser
