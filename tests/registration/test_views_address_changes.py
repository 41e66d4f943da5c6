"""A player changes the email address: within the limits of registering, and nobody learns which are known."""

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.support.own_pages import text_of
from tests.support.registrations import address_of, entry_of, open_registration, register_online
from tests.support.worker import run_worker
from tournaments.models import Mail, SentMail


@pytest.fixture
def event(event, organiser):
    """An event in which Ada and Bo have registered with addresses, and got their mails."""
    event = open_registration(event, organiser, cap=None)
    for name in ("Ada", "Bo"):
        register_online(event, name, email=f"{name.lower()}@example.org")
    run_worker()
    mail.outbox.clear()
    return event


def change_address(event, name, email, client=None):
    values = {"name": name, "email": email, "key": f"e.{email}"}
    return (client or Client()).post(address_of(event, name, "edit/"), values)


def page(event, name):
    return text_of(Client().get(address_of(event, name)))


def confirm(event, name):
    code = entry_of(event, name).confirm_code
    return Client().post(address_of(event, name, f"confirm/{code}/"), {"key": "c.1"})


def test_a_new_address_counts_once_it_is_confirmed(event):
    change_address(event, "Ada", "new@example.org")
    assert entry_of(event, "Ada").email == "ada@example.org"
    assert "Open the link in the mail to new@example.org" in page(event, "Ada")
    run_worker()
    (message,) = mail.outbox
    assert message.to == ["new@example.org"] and entry_of(event, "Ada").confirm_code in message.body
    assert confirm(event, "Ada").url == address_of(event, "Ada")
    row = entry_of(event, "Ada")
    assert (row.email, row.new_email) == ("new@example.org", "") and row.email_confirmed_at
    assert "new@example.org:" not in page(event, "Ada")


def test_the_answer_is_the_same_for_a_known_and_an_unknown_address(event):
    pages = []
    for email in ("bo@example.org", "xx@example.org"):
        response = change_address(event, "Ada", email)
        assert response.status_code == 302
        pages.append(page(event, "Ada").replace(email, "…"))
    assert pages[0] == pages[1] and entry_of(event, "Ada").email == "ada@example.org"


def test_the_owner_of_a_known_address_gets_their_own_link(event):
    change_address(event, "Ada", "bo@example.org")
    run_worker()
    (message,) = mail.outbox
    assert message.to == ["bo@example.org"] and message.subject.startswith("Your personal link")
    assert entry_of(event, "Bo").token in message.body and entry_of(event, "Ada").token not in message.body


def test_a_known_address_cannot_be_confirmed_for_another_entry(event):
    change_address(event, "Ada", "bo@example.org")
    response = confirm(event, "Ada")
    assert response.status_code == 422 and "already registered" in text_of(response)
    assert entry_of(event, "Ada").email == "ada@example.org"


def test_the_old_address_typed_again_takes_the_change_back(event):
    change_address(event, "Ada", "new@example.org")
    assert 'value="new@example.org"' in Client().get(address_of(event, "Ada", "edit/")).content.decode()
    change_address(event, "Ada", "ada@example.org")
    run_worker()
    assert entry_of(event, "Ada").new_email == "" and mail.outbox == []


def test_an_address_changed_in_turn_sends_nothing_to_the_one_that_is_left(event):
    """The fault: a mail counted for a fresh address was sent to the one that the entry had a moment later."""
    for number in range(2):
        change_address(event, "Ada", f"fresh{number}@example.org")
        change_address(event, "Ada", "victim@example.org")
    change_address(event, "Ada", "last@example.org")
    run_worker()
    assert [message.to for message in mail.outbox] == [["last@example.org"]]


def test_a_registration_changes_its_address_five_times_a_day(event):
    statuses = [change_address(event, "Ada", f"a{number}@example.org").status_code for number in range(6)]
    assert statuses == [302] * 5 + [429]
    assert change_address(event, "Bo", "b@example.org").status_code == 302
    values = {"name": "Ada L.", "email": entry_of(event, "Ada").new_email, "key": "e.name"}
    assert Client().post(address_of(event, "Ada", "edit/"), values).status_code == 302, "only addresses count"


def test_changing_an_address_counts_like_registering(event, organiser):
    event = open_registration(event, organiser, cap=None, address_limit=3)
    assert change_address(event, "Ada", "a@example.org").status_code == 302
    assert change_address(event, "Bo", "b@example.org").status_code == 429, "two have registered"
    assert register_online(event, "Cleo").status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert change_address(event, "Bo", "b@example.org", elsewhere).status_code == 302


def test_an_unconfirmed_entry_takes_its_place_with_the_corrected_address(event, organiser):
    event = open_registration(event, organiser, cap=None, email="required")
    register_online(event, "Cleo", email="celo@example.org")
    change_address(event, "Cleo", "cleo@example.org")
    assert "Open the link in the mail to cleo@example.org" in page(event, "Cleo")
    confirm(event, "Cleo")
    assert event.players.filter(name="Cleo").exists() and entry_of(event, "Cleo").email == "cleo@example.org"


def test_a_player_and_the_desk_read_that_no_mail_could_be_sent(event, client, organiser):
    for number in range(3):
        facts = {"at": timezone.now(), "kind": Mail.LINK, "event_pk": 0}
        victim = Mail.objects.first().address_hash
        SentMail.objects.create(mail_pk=1000 + number, address_hash=victim, **facts)
    Client().post(address_of(event, "Ada", "withdraw/"), {"key": "w.1"})
    Client().post(address_of(event, "Ada", "again/"), {"key": "a.1"})
    html = Client().get(address_of(event, "Ada")).content.decode()
    assert "We couldn’t send a mail to ada@example.org" in html and "We mailed the link" not in html
    assert f'href="/e/{event.slug}/register/lost/"' in html
    client.force_login(organiser)
    listed = text_of(client.get(f"/e/{event.slug}/desk/registration/"))
    assert "No mail could be sent to these players" in listed and ": Ada." in listed
    assert "1 player could not be sent a mail" in text_of(client.get(f"/e/{event.slug}/desk/"))


def test_without_a_mail_server_a_new_address_counts_at_once_and_tells_nothing(event, without_mail):
    for email in ("bo@example.org", "xx@example.org"):
        assert change_address(event, "Ada", email).status_code == 302
        assert entry_of(event, "Ada").email == email
