"""Limits of mails: they are counted when they are sent, to the address that they are sent to."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from tests.support.pages import source_of
from tests.support.played_events import ME, make, reload_event
from tests.support.registrations import MANY_PLACES, register_with_email
from tests.support.worker import run_worker, run_worker_after
from tournaments.changes.change import Actor, record_action
from tournaments.models import AccountTrust, Mail, Registration, SentMail, Staff
from tournaments.models.registration import hash_address
from tournaments.models.staff import find_owner, is_trusted, limits_of
from tournaments.players.actions.erasure import erase_player
from tournaments.registration.actions.entries import withdraw
from tournaments.registration.actions.entry_desk import (
    accept_registrations,
    enter_registration,
    import_registrations,
    set_registration,
    withdraw_registrations,
)
from tournaments.registration.actions.mails import find_and_send, queue_mails, store_mail
from tournaments.registration.pages.entries import can_resend, get_mail_note
from tournaments.registration.pages.entry_desk import get_mail_queue
from tournaments.rules.history import DESK, PHONE
from tournaments.rules.history.players import REQUIRED
from tournaments.rules.registration import RegistrationEntry

VICTIM = "victim@example.org"


@pytest.fixture
def event(db):
    return new_event()


def new_event(owner=None):
    event = make(0)
    set_registration(event, ME, MANY_PLACES)
    if owner:
        Staff.objects.create(event=event, user=owner, role=Staff.OWNER)
    return reload_event(event)


@pytest.fixture
def stranger(db, settings):
    """An account of a site where everybody can sign up."""
    settings.SIGN_UP = "open"
    return User.objects.create_user("stranger")


def enter_many(event, count, first=0):
    lines = [
        (number, RegistrationEntry(f"Player {number}", email=f"p{number}@example.org"))
        for number in range(first, first + count)
    ]
    import_registrations(reload_event(event), ME, lines)


def pass_time(minutes):
    SentMail.objects.update(at=F("at") - timedelta(minutes=minutes))
    Mail.objects.exclude(waits_until=None).update(waits_until=F("waits_until") - timedelta(minutes=minutes))
    run_worker_after(minutes)


def queue(event):
    return get_mail_queue(event, timezone.now())


def reload(row):
    return Registration.objects.get(pk=row.pk)


def kinds_sent():
    return list(Mail.objects.exclude(sent_at=None).order_by("id").values_list("kind", flat=True))


def test_a_mail_goes_to_the_address_that_it_was_counted_for_or_to_nobody(event):
    row = register_with_email(event)
    Registration.objects.filter(pk=row.pk).update(email=VICTIM)
    run_worker()
    assert mail.outbox == [] and queue(event).misaddressed == ["Ada"]


def test_a_mail_to_a_former_address_is_deleted_if_the_new_one_has_a_mail(event):
    row = register_with_email(event)
    Registration.objects.filter(pk=row.pk).update(email=VICTIM)
    store_mail(reload(row), Mail.REGISTERED, timezone.now(), DESK)
    run_worker()
    assert [message.to for message in mail.outbox] == [[VICTIM]]
    assert Mail.objects.count() == 1 and not queue(event).misaddressed


def test_the_desk_shows_the_mails_that_a_changed_secret_key_keeps_back(event, settings, organiser, client):
    register_with_email(event)
    settings.SECRET_KEY = "another key"
    run_worker()
    assert mail.outbox == [] and not queue(event).waiting and not queue(event).refused
    Staff.objects.create(event=event, user=organiser, role=Staff.OWNER)
    client.force_login(organiser)
    page = source_of(client.get(f"/e/{event.slug}/desk/registration/"))
    assert "Mails to these players were not sent" in page and ": Ada." in page


def test_a_mail_that_an_earlier_release_restored_goes_to_the_address_of_its_entry(event):
    row = register_with_email(event)
    Mail.objects.update(address_hash="")
    run_worker()
    assert [message.to for message in mail.outbox] == [[row.email]]
    assert SentMail.objects.get().address_hash == hash_address(row.email)


def test_mails_that_were_never_sent_use_nothing_up(event):
    for name in ("Bot 1", "Bot 2", "Bot 3"):
        row = register_with_email(event, name, VICTIM)
        withdraw(reload_event(event), Actor(name, source=PHONE), row.token)
        run_worker()
    assert mail.outbox == []
    register_with_email(event, "Vic", VICTIM)
    run_worker()
    assert [message.to for message in mail.outbox] == [[VICTIM]]


def test_erased_entries_make_no_room_for_more_mails_to_an_address(db):
    # PostgreSQL numbers mails anew when an event is copied from a prepared one.
    for number, event in enumerate([new_event() for _ in range(4)]):
        row = register_with_email(event, "Bot", VICTIM)
        run_worker()
        assert row.is_unmailed == (number == 3)
        erase_player(reload_event(event), ME, event.players.get().public_id, "Bot")
    assert len(mail.outbox) == 3


def test_a_player_who_got_no_mail_is_named_at_the_desk_until_one_is_queued(event):
    for number in range(3):
        register_with_email(new_event(), f"Bot {number}", VICTIM)
    run_worker()
    row = register_with_email(event, "Vic", VICTIM)
    assert row.is_unmailed and queue(event).unmailed == ["Vic"]
    assert store_mail(row, Mail.REGISTERED, timezone.now(), DESK) and queue(event).unmailed == []


def test_a_mail_for_the_same_state_waits_for_an_hour_and_tells_the_last_state(event):
    row = enter_registration(event, ME, RegistrationEntry("Vic", email=VICTIM))
    run_worker()
    for _turn in range(19):
        withdraw_registrations(reload_event(event), ME, [row.pk])
        run_worker()
        accept_registrations(reload_event(event), ME, [row.pk])
        run_worker()
    assert kinds_sent() == ["registered", "withdrawn"]
    pass_time(60)
    assert kinds_sent() == ["registered", "withdrawn", "registered"] and not queue(event).waiting


def test_an_entry_gets_at_most_ten_mails(event):
    row = enter_registration(event, ME, RegistrationEntry("Vic", email=VICTIM))
    for _turn in range(6):
        withdraw_registrations(reload_event(event), ME, [row.pk])
        pass_time(61)
        accept_registrations(reload_event(event), ME, [row.pk])
        pass_time(61)
    assert len(mail.outbox) == 10 and queue(event).unmailed == ["Vic"]


def test_links_that_strangers_ask_for_use_up_none_of_the_mails_of_an_entry(event):
    set_registration(event, ME, replace(MANY_PLACES, email=REQUIRED))
    row = register_with_email(event, "Vic", VICTIM)
    for kind in (Mail.CONFIRM, Mail.LINK):
        Mail.objects.bulk_create(
            Mail(event=event, registration=row, kind=kind, at=row.at, sent_at=row.at) for _number in range(10)
        )
    later = timezone.now() + timedelta(hours=2)
    assert store_mail(row, Mail.MOVED_UP, later) and store_mail(row, Mail.LINK, later)
    with record_action(reload_event(event), ME, withdraw.action) as change:
        queue_mails(change, [row], Mail.DECLINED)
    assert Mail.objects.filter(kind=Mail.DECLINED).exists() and not reload(row).is_unmailed


def test_a_link_does_not_clear_the_warning_that_another_mail_was_not_sent(event):
    row = register_with_email(event, "Vic", VICTIM)
    Registration.objects.update(is_unmailed=True)
    find_and_send.func(event.pk, hash_address(VICTIM), "https://topcut.example")
    run_worker()
    assert kinds_sent() == ["registered", "link"]
    assert reload(row).is_unmailed and queue(event).unmailed == ["Vic"]


def test_a_player_reads_which_limit_their_mail_is_over(event):
    row = register_with_email(event, "Vic", VICTIM)
    Registration.objects.update(is_unmailed=True)
    row = reload(row)
    assert "Ask for it again in an hour" in get_mail_note(row, row.state) and can_resend(row)
    facts = {"event": event, "registration": row, "at": row.at, "sent_at": row.at}
    Mail.objects.bulk_create(Mail(kind=Mail.WAITING, **facts) for _number in range(10))
    note = get_mail_note(row, row.state)
    assert "this registration has had too many" in note and "hour" not in note and not can_resend(row)


def test_the_mails_of_an_event_are_limited_by_hour_and_the_rest_waits_its_turn(event, settings):
    settings.MAILS_PER_HOUR, settings.MAILS_PER_DAY = 3, 8
    enter_many(event, 10)
    run_worker()
    assert len(mail.outbox) == 3
    waiting = queue(event)
    assert (waiting.waiting, waiting.limited, waiting.is_late) == (7, 7, False) and waiting.next_time
    turns = Mail.objects.exclude(waits_until=None).values_list("waits_until", flat=True).distinct()
    assert turns.count() == 3, "three an hour, eight a day"
    sent = []
    for _hour in range(4):
        pass_time(60)
        sent.append(len(mail.outbox))
    assert sent == [6, 8, 8, 8]
    pass_time(20 * 60)
    pass_time(60)
    assert len(mail.outbox) == 10 and not queue(event).waiting


def test_the_inbox_and_the_page_registration_agree_which_mails_are_late(event, settings):
    settings.MAILS_PER_HOUR = 1
    enter_many(event, 3)
    run_worker()
    moments = [timezone.now() + timedelta(minutes=minutes) for minutes in (2, 60.5, 62, 122)]
    assert [Mail.objects.count_late(event, now) for now in moments] == [0, 0, 1, 2]
    assert [get_mail_queue(event, now).is_late for now in moments] == [False, False, True, True]


def test_an_account_s_events_share_its_limit_and_a_deleted_one_makes_no_room(stranger, settings):
    settings.UNTRUSTED_MAILS_PER_HOUR = 3
    first, second = new_event(stranger), new_event(stranger)
    enter_many(first, 2)
    run_worker()
    first.delete()
    enter_many(second, 2)
    run_worker()
    assert len(mail.outbox) == 3 and queue(second).limited == 1


def test_the_admin_gives_an_account_limits_of_its_own(stranger):
    AccountTrust.objects.create(user=stranger, mails_per_hour=1, mails_per_day=1)
    event = new_event(stranger)
    enter_many(event, 2)
    run_worker()
    assert len(mail.outbox) == 1
    AccountTrust.objects.update(mails_per_hour=None, mails_per_day=None)
    pass_time(24 * 60)
    assert len(mail.outbox) == 2


def test_mails_that_wait_are_sent_once_an_administrator_trusts_the_account(stranger, admin_client, settings):
    settings.UNTRUSTED_MAILS_PER_HOUR = settings.UNTRUSTED_MAILS_PER_DAY = 1
    enter_many(new_event(stranger), 3)
    run_worker()
    assert len(mail.outbox) == 1
    values = {"user": stranger.pk, "is_trusted": "True", "mails_per_hour": "", "mails_per_day": ""}
    assert admin_client.post(reverse("admin:tournaments_accounttrust_add"), values).status_code == 302
    run_worker()
    assert len(mail.outbox) == 3


def test_after_the_clock_was_set_back_mails_of_the_future_hold_nothing_back(stranger, settings):
    settings.UNTRUSTED_MAILS_PER_HOUR = 1
    event = new_event(stranger)
    enter_many(event, 1)
    run_worker()
    SentMail.objects.update(at=timezone.now() + timedelta(days=365))
    register_with_email(event, "Bo", "bo@example.org")
    run_worker()
    assert len(mail.outbox) == 2


def test_the_subject_names_the_event_only_if_its_owner_is_trusted(stranger, settings):
    event = new_event(stranger)
    register_with_email(event)
    run_worker()
    assert mail.outbox[0].subject == "You are registered"
    AccountTrust.objects.create(user=stranger, is_trusted=True)
    register_with_email(event, "Bo", "bo@example.org")
    settings.SIGN_UP = "invitation"
    AccountTrust.objects.all().delete()
    register_with_email(event, "Cleo", "cleo@example.org")
    run_worker()
    assert {message.subject for message in mail.outbox[1:]} == {"You are registered: Friday night"}


def test_limits_of_its_own_do_not_make_an_account_trusted(stranger, settings):
    AccountTrust.objects.create(user=stranger, mails_per_hour=1)
    assert not is_trusted(stranger)
    settings.SIGN_UP = "invitation"
    assert is_trusted(User.objects.get())


def test_an_event_is_not_trusted_once_its_owner_s_account_is_deleted(stranger, settings):
    event = new_event(stranger)
    Staff.objects.all().delete()
    stranger.delete()
    assert not is_trusted(find_owner(event))
    assert limits_of(find_owner(event)).per_hour == settings.UNTRUSTED_MAILS_PER_HOUR
    settings.SIGN_UP = "invitation"
    assert is_trusted(find_owner(event))


def test_an_address_gets_ten_mails_an_hour_whoever_causes_them(event):
    for number in range(11):
        enter_registration(new_event(), ME, RegistrationEntry(f"Bot {number}", email=VICTIM))
    run_worker()
    assert len(mail.outbox) == 10


def test_a_mail_whose_worker_died_before_sending_it_does_not_wait_for_itself(event):
    row = register_with_email(event)
    waiting = Mail.objects.get()
    SentMail.objects.create(
        mail_pk=waiting.pk,
        at=timezone.now(),
        kind=waiting.kind,
        address_hash=waiting.address_hash,
        event_pk=event.pk,
    )
    run_worker()
    assert [message.to for message in mail.outbox] == [[row.email]]
