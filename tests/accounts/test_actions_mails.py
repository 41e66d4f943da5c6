"""Mails to the owners of accounts: stored, tried again, and without a secret in any row."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.support.services import free_port
from tests.support.smtp_server import smtp_server
from tests.support.worker import run_worker, run_worker_after
from tournaments.accounts.actions import change_email
from tournaments.models import AccountMail, SentMail


@pytest.fixture
def ann(db):
    return User.objects.create_user("ann", "ann@topcut.example", "an empty hall")


@pytest.fixture
def server_port(settings):
    """The port of a mail server that does not run yet."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    return settings.EMAIL_PORT


def request_reset(email):
    return Client().post(reverse("password_reset"), {"email": email})


def token_in(text):
    return re.search(r"/accounts/reset/[^/]+/([^/]+)/", text)[1]


def test_a_reset_mail_waits_while_the_server_is_down_and_is_sent_when_it_is_up_again(ann, server_port):
    request_reset("Ann@topcut.example")
    run_worker()
    row = AccountMail.objects.get()
    assert (row.attempts, row.error, row.sent_at) == (1, "Connection refused", None)
    with smtp_server(server_port) as inbox:
        run_worker_after(1)
    assert inbox.recipients == ["ann@topcut.example"] and AccountMail.objects.get().sent_at
    assert token_in(inbox.mails[0].get_content())


def test_no_row_holds_the_token_or_the_address(ann):
    request_reset("ann@topcut.example")
    run_worker()
    token = token_in(mail.outbox[0].body)
    rows = [*AccountMail.objects.values_list(), *DBTaskResult.objects.values_list()]
    assert len(rows) == 3 and not any(secret in str(rows) for secret in (token, "ann@topcut.example"))


def test_the_link_works_for_an_hour_from_sending_not_from_asking(ann, server_port, monkeypatch):
    request_reset("ann@topcut.example")
    run_worker()
    monkeypatch.setattr("django.contrib.auth.tokens.PasswordResetTokenGenerator._now", two_hours_later)
    with smtp_server(server_port) as inbox:
        run_worker_after(1)
    link = re.search(r"http://testserver(/\S+)", inbox.mails[0].get_content())[1]
    assert "no longer works" not in Client().get(link, follow=True).content.decode()


def two_hours_later(_generator):
    return timezone.now().replace(tzinfo=None) + timedelta(hours=2)


def test_an_account_gets_four_reset_mails_an_hour(ann):
    for number in range(6):
        # A limit of the requests counts in the memory of each process.
        values = {"email": "ann@topcut.example"}
        Client(REMOTE_ADDR=f"192.0.2.{number}").post(reverse("password_reset"), values)
    caches["limits"].clear()
    request_reset("ann@topcut.example")
    run_worker()
    assert len(mail.outbox) == 4


def test_an_address_of_many_accounts_gets_four_reset_mails_an_hour(db):
    for number in range(6):
        User.objects.create_user(f"ann{number}", "ann@topcut.example", "an empty hall")
    request_reset("ann@topcut.example")
    run_worker()
    assert len(mail.outbox) == 4


def test_an_address_changed_to_and_fro_gets_few_notices(ann):
    for number in range(12):
        change_email(ann, f"{('victim', 'own')[number % 2]}@topcut.example", "en")
    run_worker()
    assert len(mail.outbox) == 4


def test_a_notice_to_a_former_address_forgets_it_once_it_is_sent(ann, server_port):
    change_email(ann, "new@topcut.example", "en")
    run_worker()
    assert AccountMail.objects.get().address == "ann@topcut.example"
    with smtp_server(server_port) as inbox:
        run_worker_after(1)
    assert inbox.recipients == ["ann@topcut.example"] and AccountMail.objects.get().address == ""


def test_sent_mails_are_deleted_after_a_day(ann):
    request_reset("ann@topcut.example")
    run_worker()
    AccountMail.objects.update(at=timezone.now() - timedelta(days=1))
    request_reset("ann@topcut.example")
    run_worker()
    assert AccountMail.objects.count() == 1


def test_the_daily_command_deletes_refused_mails_with_former_addresses_and_old_counts(ann):
    a_day_ago = timezone.now() - timedelta(days=1)
    kind = AccountMail.FORMER_ADDRESS
    for facts in ({"at": a_day_ago, "refused": True}, {"at": a_day_ago}, {"at": timezone.now()}):
        AccountMail.objects.create(user=ann, kind=kind, address="old@topcut.example", **facts)
    SentMail.objects.create(mail_pk=1, at=a_day_ago, kind="link", address_hash="1", event_pk=1)
    call_command("delete_contact_data")
    assert AccountMail.objects.count() == 2 and not AccountMail.objects.filter(refused=True).exists()
    assert not SentMail.objects.exists()


def test_an_account_that_cannot_sign_in_gets_no_mail(ann):
    ann.is_active = False
    ann.save()
    request_reset("ann@topcut.example")
    run_worker()
    assert mail.outbox == []
