"""A lost link is sent again by mail, and nobody learns which addresses are registered."""

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from tests.support.database_states import cached_state
from tests.support.own_pages import text_of
from tests.support.registrations import entry_of, open_registration, register_online
from tests.support.worker import mail_tasks, run_worker
from tournaments.models import Mail
from tournaments.registration.actions.mails import find_and_send


@pytest.fixture
@cached_state
def registered(event):
    register_online(event, "Ada", email="ada@example.org")
    Mail.objects.all().delete()
    mail_tasks().delete()
    return event


def ask(event, email, client=None):
    return (client or Client()).post(f"/e/{event.slug}/register/lost/", {"email": email})


def run_tasks():
    for result in DBTaskResult.objects.filter(task_path__endswith="find_and_send"):
        find_and_send.func(*result.args_kwargs["args"])


def mails():
    return list(Mail.objects.order_by("id").values_list("kind", "registration__name"))


def test_the_link_is_sent_to_the_address_of_the_entry(registered):
    ask(registered, " ADA@example.org ")
    run_tasks()
    assert mails() == [("link", "Ada")]


def test_the_answer_is_the_same_for_an_unknown_address(registered):
    pages, statements = [], []
    for email in ("ada@example.org", "bo@example.org"):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            response = ask(registered, email)
        statements.append([query["sql"].split()[:3] for query in queries])
        pages.append(text_of(Client().get(response.url)))
    assert pages[0] == pages[1] and "If somebody has registered with that address" in pages[0]
    assert statements[0] == statements[1]
    run_tasks()
    assert mails() == [("link", "Ada")]


def test_the_address_is_not_stored_with_the_task(registered):
    ask(registered, "ada@example.org")
    assert "ada@example.org" not in str(mail_tasks().get().args_kwargs)


def test_the_version_of_the_event_does_not_reveal_that_an_address_is_known(registered):
    before = registered.__class__.objects.get().version
    ask(registered, "ada@example.org")
    run_tasks()
    assert registered.__class__.objects.get().version == before


def test_an_unconfirmed_entry_gets_the_mail_to_confirm_again(event, organiser):
    open_registration(event, organiser, email="required")
    register_online(event, "Ada", email="ada@example.org")
    assert mails() == [("confirm", "Ada")]
    Mail.objects.all().delete()
    ask(event, "ada@example.org")
    run_tasks()
    assert mails() == [("confirm", "Ada")]


def test_an_address_gets_at_most_three_mails_an_hour(registered):
    for number in range(4):
        ask(registered, "ada@example.org", Client(REMOTE_ADDR=f"192.0.2.{number}"))
        run_worker()
    assert len(mail.outbox) == 3


def test_a_mail_to_confirm_that_is_asked_for_again_arrives_while_the_place_is_held(event, organiser):
    open_registration(event, organiser, email="required")
    register_online(event, "Ada", email="ada@example.org")
    run_worker()
    ask(event, "ada@example.org")
    run_worker()
    assert [message.to for message in mail.outbox] == [["ada@example.org"]] * 2
    assert not Mail.objects.filter(sent_at=None).exists()


def test_asked_twice_before_the_mail_is_sent_one_mail_is_sent(registered):
    for _time in range(2):
        ask(registered, "ada@example.org")
    run_tasks()
    assert mails() == [("link", "Ada")]


def test_an_invalid_address_is_refused_at_the_field(registered):
    response = ask(registered, "ada")
    assert response.status_code == 422 and 'id="id_email_error"' in response.content.decode()


def test_requests_are_limited_by_e_mail_address(registered):
    statuses = [
        ask(registered, "bo@example.org", Client(REMOTE_ADDR=f"192.0.2.{n}")).status_code for n in range(5)
    ]
    assert statuses == [302] * 4 + [429]


def test_of_several_entries_the_open_one_gets_the_mail(registered):
    Client().post(f"/e/{registered.slug}/me/{entry_of(registered, 'Ada').token}/withdraw/", {"key": "w.1"})
    register_online(registered, "Ada Two", email="ada@example.org")
    Mail.objects.all().delete()
    ask(registered, "ada@example.org")
    run_tasks()
    assert mails() == [("link", "Ada Two")]
