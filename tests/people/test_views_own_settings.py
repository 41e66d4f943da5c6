"""Settings of a person on their own page: names, profile, what the club remembers, links and data."""

import json

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, fresh, friday, paired
from tests.support.own_pages import report, text_of
from tests.support.people import signed_in
from tests.support.registrations import open_registration, register_online
from tests.support.worker import run_worker
from tournaments.clubs.actions import publish_club
from tournaments.models import (
    ClubLogEntry,
    Event,
    ListVersion,
    Person,
    PersonIdentifier,
    PersonRequest,
    Player,
    Registration,
)
from tournaments.models.keys import hash_for_people
from tournaments.people.actions.own_page import hide_myself
from tournaments.people.actions.people import change_person, merge_people
from tournaments.people.actions.public_names import is_free
from tournaments.players.actions.check_in import check_in_player
from tournaments.rules.errors import RuleViolation
from tournaments.rules.people.linking import BY_NAME, BY_STAFF
from tournaments.rules.people.names import name_key

CLUB = "the-lantern"


@pytest.fixture
def last_week(organiser):
    event = friday(organiser, ["Michael Chen", "Eva Duarte"])
    publish_club(event.club, actor_of(organiser), "The Lantern", CLUB)
    Person.objects.filter(name="Eva Duarte").update(token="page-of-eva")
    return fresh(event)


def eva():
    return Person.objects.get(name="Eva Duarte")


def settings_address(token="page-of-eva"):
    return reverse("own_club_settings", args=[CLUB, token])


@pytest.fixture
def do(client, last_week):
    """A function that sends a form of the page."""

    def send(do, **values):
        return client.post(settings_address(eva().token), {"do": do, "key": f"{do}.{values}", **values})

    return send


def test_the_public_name_is_chosen_and_checked_as_names_are(do):
    do("name", kind="short")
    assert eva().public_name == "Eva D."
    do("name", kind="other", other="The Owl")
    assert eva().public_name == "The Owl"
    assert do("name", kind="other", other="\u200b").status_code == 422
    assert eva().public_name == "The Owl"


def test_hiding_switches_the_profile_off_and_shortens_the_name(do, client, last_week):
    do("profile_on")
    assert eva().is_shown
    version = fresh(last_week).layout_version
    own_page = reverse("own_club_page", args=[CLUB, eva().token])
    assert "Your profile" in text_of(client.get(own_page))
    do("hide")
    page = text_of(client.get(own_page))
    assert "You are hidden: public pages call you Eva D., and you have no profile." in page
    assert "Your profile" not in page
    assert (eva().is_shown, eva().public_name) == (False, "Eva D.")
    assert fresh(last_week).layout_version > version


def test_hiding_who_has_a_single_name_or_shares_the_initial_shows_a_pseudonym(do, last_week, organiser):
    friday(organiser, ["Eva Diaz", "Neirea"])
    diaz, neirea = (Person.objects.get(name=name) for name in ("Eva Diaz", "Neirea"))
    hide_myself(last_week.club, actor_of(organiser), diaz.pk)
    do("hide")
    hide_myself(last_week.club, actor_of(organiser), neirea.pk)
    for one in (diaz, neirea):
        one.refresh_from_db()
    assert diaz.public_name == "Eva D."
    assert [one.public_name for one in (eva(), neirea)] == [
        f"Player {one.public_id[:4].upper()}" for one in (eva(), neirea)
    ]


@pytest.mark.parametrize("name", ["CHEN, Michael", "moth", "Organiser", "Erased player 2", "Topcut", "Bye"])
def test_a_public_name_that_is_taken_for_anothers_is_refused_with_the_same_words(
    client, do, last_week, organiser, name
):
    michael = Person.objects.get(name="Michael Chen")
    change_person(last_week.club, actor_of(organiser), michael.pk, public_name="Moth")
    answer = do("name", kind="other", other=name)
    assert answer.status_code == 422 and "could be taken for somebody else" in text_of(answer)
    with pytest.raises(RuleViolation, match="could be taken for somebody else"):
        change_person(last_week.club, actor_of(organiser), eva().pk, public_name=name)
    assert eva().public_name == "Eva Duarte"


def test_namesakes_may_both_have_their_own_name(do, last_week):
    Person.objects.create(club=last_week.club, name="Eva Duarte", public_name="Eva Duarte of Braga")
    one = Person.objects.get(token="page-of-eva")
    for kind in ("pseudonym", "same"):
        assert Client().post(settings_address(), {"do": "name", "kind": kind, "key": kind}).status_code == 302
    one.refresh_from_db()
    assert one.public_name == "Eva Duarte"


def test_a_new_public_name_is_not_compared_with_the_names_of_all_people(do, last_week):
    regulars = [f"Regular {n}" for n in range(50)]
    Person.objects.bulk_create(
        Person(club=last_week.club, name=name, public_name=name, key=name_key(name)) for name in regulars
    )
    with CaptureQueriesContext(connection) as queries:
        assert is_free(eva(), "The Owl", "Eva Duarte") and not is_free(eva(), "7 regular", "Eva Duarte")
    with connection.cursor() as cursor:
        rows = []
        for query in queries:
            cursor.execute(query["sql"])
            rows.append(len(cursor.fetchall()))
    assert sum(rows) < 10


def test_people_under_age_have_no_profile(do):
    Person.objects.update(is_minor=True)
    assert do("profile_on").status_code == 422
    assert not eva().has_profile


def test_identifiers_need_consent_and_go_with_it_also_from_the_log(do):
    assert do("identifier", publisher="magic", value="W1").status_code == 422
    do("agree")
    do("identifier", publisher="magic", value=" W1 ")
    assert PersonIdentifier.objects.get().value == "w1"
    Person.objects.filter(pk=eva().pk).update(address_hash=hash_for_people("eva@example.org"))
    entry = ClubLogEntry.objects.last()
    entry.changes = {"personidentifier:77": [None, {"person_id": eva().pk, "value": "w0"}]}
    entry.save()
    do("withdraw")
    assert (eva().remembered_at, eva().address_hash) == (None, "")
    assert not PersonIdentifier.objects.exists()
    assert "w0" not in str(ClubLogEntry.objects.values_list("changes"))


def test_an_identifier_or_address_of_somebody_else_gets_the_same_answer(do, client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    other = Person.objects.get(name="Michael Chen")
    other.remembered_at, other.address_hash = timezone.now(), hash_for_people("mike@example.org")
    other.save()
    PersonIdentifier.objects.create(person=other, publisher="magic", value="w1")
    do("agree")
    known, unknown = (do("identifier", publisher="magic", value=value) for value in ("w1", "w2"))
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    address = reverse("own_club_address", args=[CLUB, "page-of-eva"])
    answers = [client.post(address, {"email": one}) for one in ("mike@example.org", "new@example.org")]
    assert len({(answer.status_code, answer.url) for answer in answers}) == 1
    run_worker()
    assert len(mail.outbox) == 2 and "page-of-eva" not in mail.outbox[0].body + mail.outbox[1].body


def test_an_address_counts_once_its_mail_is_confirmed_with_a_button(do, client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    do("agree")
    client.post(reverse("own_club_address", args=[CLUB, "page-of-eva"]), {"email": "eva@example.org"})
    run_worker()
    path = "/c/" + mail.outbox[0].body.partition("/c/")[2].split()[0]
    mailbox = Client()
    mailbox.get(path)
    assert eva().address_hash == ""
    mailbox.post(path)
    assert eva().address_hash == hash_for_people("eva@example.org")
    assert mailbox.post(path).status_code == 404


def test_a_new_link_ends_the_old_one_and_the_phone_follows(do, client):
    answer = do("link")
    assert client.get(settings_address()).status_code == 404
    assert "Eva Duarte" in text_of(client.get(answer.url))
    assert client.get(reverse("own_club_pages", args=[CLUB])).status_code == 302


def test_an_account_that_is_connected_opens_the_page(last_week, django_user_model):
    browser = signed_in(django_user_model.objects.create_user("eva"))
    other = signed_in(django_user_model.objects.create_user("somebody"))
    browser.post(settings_address(), {"do": "connect", "key": "a.1"})
    address = reverse("own_club_pages", args=[CLUB])
    assert browser.get(address).url == reverse("own_club_page", args=[CLUB, "page-of-eva"])
    assert other.get(address).status_code == 200


def test_a_request_to_be_forgotten_waits_at_the_desk_with_its_deadline(do, last_week, organiser):
    do("ask")
    do("ask")
    assert PersonRequest.objects.count() == 1
    desk = text_of(signed_in(organiser).get(reverse("club_desk", args=[CLUB])))
    assert "Eva Duarte asks to be forgotten" in desk
    do("withdraw_request")
    assert not PersonRequest.objects.exists()


def test_the_download_has_what_is_stored_and_no_secret(client, last_week):
    address = reverse("own_club_data", args=[CLUB, "page-of-eva"])
    text = b"".join(client.get(address).streaming_content).decode()
    data = json.loads(text)
    assert data["people"][0]["name"] == "Eva Duarte"
    assert data["events"][0]["names"] == ["Eva Duarte"]
    assert "page-of-eva" not in text and "Michael" not in json.dumps(data["people"])


def download(client) -> str:
    address = reverse("own_club_data", args=[CLUB, "page-of-eva"])
    return b"".join(client.get(address).streaming_content).decode()


def test_the_download_names_others_as_the_public_knows_them(client, last_week, organiser):
    michael = Person.objects.get(name="Michael Chen")
    change_person(last_week.club, actor_of(organiser), michael.pk, public_name="Moth")
    paired(last_week, organiser)
    report(client, last_week, "Michael Chen", "2-1")
    text = download(client)
    [event] = json.loads(text)["events"]
    assert event["reports"][0]["result"] and event["reports"][0]["who"] == ""
    assert any(entry["changes"] for entry in event["log"])
    assert "Michael" not in text and organiser.username not in text


def test_the_download_leaves_out_the_contact_data_of_a_namesake(client, last_week, organiser):
    event = open_registration(friday(organiser, []), organiser)
    register_online(event, "Eva Duarte", email="another@example.org")
    check_in_player(fresh(event), actor_of(organiser), Player.objects.get(event=event).public_id)
    assert Player.objects.get(event=event).person == eva()
    text = download(client)
    assert len(json.loads(text)["events"]) == 2 and "another@example.org" not in text
    Player.objects.filter(event=event).update(person_reason=BY_STAFF)
    assert "another@example.org" in download(client)


def test_the_download_has_no_deck_list_of_a_namesake(client, last_week, organiser):
    for visibility in ("public", "private"):
        event = friday(organiser, ["Eva Duarte"])
        player = Player.objects.get(event=event)
        assert (player.person, player.person_reason) == (eva(), BY_NAME)
        ListVersion.objects.create(
            event=event, player=player, at=timezone.now(), text=f"4 Bolt, {visibility}", who="Eva Duarte"
        )
        Event.objects.filter(pk=event.pk).update(visibility=visibility)
    text = download(client)
    assert "4 Bolt" not in text and len(json.loads(text)["events"]) == 2
    Player.objects.update(person_reason=BY_STAFF)
    text = download(client)
    assert text.count("4 Bolt") == 2 and len(json.loads(text)["events"]) == 3


def test_the_account_of_who_was_merged_into_the_person_is_shown_and_can_be_disconnected(
    client, do, last_week, organiser
):
    michael = Person.objects.get(name="Michael Chen")
    friday(organiser, ["Zoe Alves"])
    Person.objects.filter(pk=michael.pk).update(account=organiser)
    zoe = Person.objects.get(name="Zoe Alves")
    Person.objects.filter(pk=zoe.pk).update(token="page-of-zoe")
    merge_people(last_week.club, actor_of(organiser), zoe.pk, michael.pk)
    assert "An account opens this page." in text_of(client.get(settings_address("page-of-zoe")))
    client.post(settings_address("page-of-zoe"), {"do": "disconnect", "key": "d.1"})
    assert not Person.with_merged.exclude(account=None).exists()
    assert "An account opens this page." not in text_of(client.get(settings_address("page-of-zoe")))


def test_registration_asks_whether_a_published_club_may_remember(client, last_week, organiser):
    event = open_registration(friday(organiser, []), organiser)
    address = reverse("register", args=[event.slug])
    assert "Remember me at The Lantern" in text_of(client.get(address))
    client.post(address, {"name": "Zoe", "key": "a.1"})
    client.post(address, {"name": "Yan", "remember": "1", "key": "a.2"})
    assert dict(Registration.objects.values_list("name", "remember")) == {"Zoe": False, "Yan": True}
    last_week.club.__class__.objects.update(is_published=False)
    assert "Remember me" not in text_of(client.get(address))


def test_the_log_of_the_club_names_the_person_by_the_id_alone(do):
    do("agree")
    entry = ClubLogEntry.objects.last()
    assert (entry.who, entry.values) == (eva().public_id, {"people": [eva().pk]})
