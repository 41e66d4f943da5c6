"""Mails to registered players: which are queued, what they say, what happens when they cannot be sent."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, reload_event
from tests.support.registrations import MANY_PLACES, SITE, register_with_email
from tests.support.repetitions import count
from tests.support.services import free_port
from tests.support.smtp_server import smtp_server
from tests.support.worker import mail_tasks, run_worker, run_worker_after
from tournaments.changes.change import Actor
from tournaments.models import Event, Mail, Registration
from tournaments.registration.actions import entries
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.registration.actions.mails import MAX_VISITOR_MAILS_PER_HOUR, store_mail
from tournaments.registration.pages.entry_desk import get_mail_queue
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import DESK, PHONE
from tournaments.rules.history.players import REQUIRED

MANY_MAILS = count(40, 200)


@pytest.fixture
@cached_state
def event(db):
    event = make(0)
    set_registration(event, ME, MANY_PLACES)
    return reload_event(event)


def plain_text(message):
    return message.body


def html(message):
    return message.alternatives[0].content


@pytest.fixture
def real_server(settings):
    """Send mail by SMTP to a port where nothing listens until a test starts a server on it."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    return settings.EMAIL_PORT


def test_a_registration_is_mailed_as_text_and_html_with_event_state_link_venue_and_start(event):
    starts_at = datetime(2026, 11, 28, 9, tzinfo=UTC)
    Event.objects.update(starts_at=starts_at, timezone="Europe/Rome", place="Harbour Hall")
    row = register_with_email(event)
    run_worker()
    (message,) = mail.outbox
    assert message.to == ["ada@example.org"] and message.subject == "You are registered: Friday night"
    link = f"{SITE}/e/{event.slug}/me/{row.token}/"
    for text in (plain_text(message), html(message)):
        assert link in text and "State: registered" in text and "Harbour Hall" in text
        assert "Saturday 28 November 2026, 10:00 (Europe/Rome)" in text
    assert message.extra_headers == {"Auto-Submitted": "auto-generated"}
    assert not any(word in html(message) for word in ("<img", "style=", "<script"))


def test_a_mail_to_confirm_has_a_code_that_fits_this_address_only(event):
    set_registration(event, ME, replace(MANY_PLACES, email=REQUIRED))
    row = register_with_email(event)
    run_worker()
    assert f"{SITE}/e/{event.slug}/me/{row.token}/confirm/{row.confirm_code}/" in plain_text(mail.outbox[0])
    row.email = "bo@example.org"
    assert row.confirm_code not in plain_text(mail.outbox[0])


def test_a_registration_that_is_rolled_back_sends_nothing(event):
    register_with_email(event, "Ada", "ada@example.org")
    with pytest.raises(RuleViolation):
        register_with_email(event, "Ada", "other@example.org")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        register_with_email(event, "Bo", "bo@example.org")
        1 / 0  # noqa: B018
    run_worker()
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]


def test_task_arguments_are_row_ids(event):
    set_registration(event, ME, replace(MANY_PLACES, email=REQUIRED))
    register_with_email(event)
    arguments = [task.args_kwargs for task in mail_tasks()]
    assert all(isinstance(value, int) for one in arguments for value in one["args"]) and len(arguments) == 2
    assert not any(one["kwargs"] for one in arguments)


def test_hostile_names_add_no_header_line_or_markup(event):
    hostile = "Ada\r\nBcc: all@example.org\n\nPay <script>alert(1)</script> & http://evil.example"
    row = register_with_email(event)
    Event.objects.update(name=hostile, place=hostile)
    Registration.objects.update(name=hostile, email_confirmed_at=timezone.now())
    run_worker()
    (message,) = mail.outbox
    assert message.message()["Bcc"] is None and message.recipients() == [row.email]
    assert "\n" not in message.subject and "Bcc:" in message.subject
    assert not any(line.startswith(("Bcc", "Pay")) for line in plain_text(message).splitlines())
    assert "<script>" not in html(message) and "&lt;script&gt;" in html(message)


def test_an_address_that_is_not_confirmed_gets_no_text_of_the_person_who_entered_it(event):
    register_with_email(event, "Cheap watches")
    run_worker()
    assert "Cheap watches" not in plain_text(mail.outbox[0]) + html(mail.outbox[0])


def test_a_mail_is_in_the_language_of_the_registration(event):
    Event.objects.update(starts_at=datetime(2026, 11, 28, 9, tzinfo=UTC))
    register_with_email(event, "Ada", language="de")
    register_with_email(event, "Bo", "bo@example.org", language="en")
    run_worker()
    german, english = mail.outbox
    assert 'lang="de"' in html(german) and "Samstag" in plain_text(german)
    assert 'lang="en"' in html(english) and "Saturday" in plain_text(english)


def test_a_mail_that_no_longer_fits_is_not_sent(event):
    row = register_with_email(event)
    entries.withdraw(reload_event(event), Actor("Ada", source=PHONE), row.token)
    run_worker()
    assert mail.outbox == [] and not Mail.objects.exists()


def test_visitors_cause_three_mails_an_hour_to_an_address_and_the_desk_any_number(event):
    row, now = register_with_email(event), timezone.now()
    queued = [store_mail(row, kind, now) for kind in (Mail.LINK, Mail.LINK, Mail.WAITING, Mail.PENDING)]
    assert queued == [True, True, True, False] and Mail.objects.count() == MAX_VISITOR_MAILS_PER_HOUR
    row.email = "ADA@example.org"
    assert not store_mail(row, Mail.MOVED_UP, now)
    assert store_mail(row, Mail.DECLINED, now, DESK)
    Mail.objects.update(sent_at=now)
    assert store_mail(row, Mail.LINK, now + timedelta(minutes=61))


def test_without_a_mail_server_nothing_is_queued(event, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    register_with_email(event)
    assert not Mail.objects.exists() and not mail_tasks().exists()


def test_many_mails_go_through_a_real_mail_server(event, real_server):
    with smtp_server(real_server) as inbox:
        for number in range(MANY_MAILS):
            row = Registration(event=event, state=Registration.WAITING, order=number, site_url=SITE)
            row.name, row.email, row.at = f"Player {number}", f"p{number}@example.org", timezone.now()
            row.save()
            store_mail(row, Mail.WAITING, timezone.now())
        assert get_mail_queue(event, timezone.now()).waiting == MANY_MAILS
        run_worker()
    assert inbox.recipients == [f"p{number}@example.org" for number in range(MANY_MAILS)]
    assert {part.get_content_type() for part in inbox.mails[0].walk()} == {
        *("multipart/alternative", "text/plain", "text/html")
    }
    assert "State: number 1 on the waitlist" in inbox.mails[0].get_body(("plain",)).get_content()
    assert get_mail_queue(event, timezone.now()).waiting == 0


def test_a_mail_waits_while_the_server_is_down_and_is_sent_when_it_is_up_again(event, real_server):
    register_with_email(event)
    for attempts, minutes in enumerate((0, 1, 5, 15), 1):
        run_worker_after(minutes)
        row = Mail.objects.get()
        assert (row.attempts, row.error, row.sent_at) == (attempts, "Connection refused", None)
    queue = get_mail_queue(event, timezone.now() + timedelta(minutes=2))
    assert (queue.waiting, queue.error, queue.is_late) == (1, "Connection refused", True)
    with smtp_server(real_server) as inbox:
        run_worker_after(59)
        assert inbox.mails == []
        run_worker_after(60)
    assert inbox.recipients == ["ada@example.org"]
    assert Mail.objects.get().sent_at and Mail.objects.get().error == ""
    assert Mail.objects.count_late(event, timezone.now() + timedelta(minutes=2)) == 0


def test_a_refused_address_is_noted_and_not_tried_again(event, real_server):
    with smtp_server(real_server):
        register_with_email(event, "Ada", "ada@refused.example")
        run_worker()
    row = Mail.objects.get()
    assert (row.refused, row.attempts, row.error) == (True, 1, "550 5.1.1 No such user")
    assert not mail_tasks().filter(status="READY").exists()
    queue = get_mail_queue(event, timezone.now())
    assert (queue.waiting, queue.refused) == (0, ["Ada"])


def test_an_error_in_a_mail_does_not_lose_it(event):
    register_with_email(event)
    Event.objects.update(timezone="Nowhere/Town", starts_at=timezone.now())
    run_worker()
    row = Mail.objects.get()
    assert row.sent_at is None and "Nowhere/Town" in row.error and mail.outbox == []
    Event.objects.update(timezone="UTC")
    run_worker_after(1)
    assert Mail.objects.get().sent_at and len(mail.outbox) == 1


def test_without_a_worker_players_register_and_the_desk_counts_what_waits(event):
    for name in ("Ada", "Bo", "Cleo"):
        register_with_email(event, name, f"{name}@example.org", now=timezone.now() - timedelta(minutes=2))
    assert Registration.objects.filter(state=Registration.REGISTERED).count() == 3
    assert Mail.objects.count_late(event, timezone.now()) == 3
