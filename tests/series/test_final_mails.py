"""Mails about invitations to a final: to the address that a person lets the club remember, and no other."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from tests.support.desk_events import fresh
from tests.support.series_finals import answer, invite, series_of
from tests.support.worker import run_worker
from tournaments.models import Event, Mail, Person, Registration
from tournaments.models.keys import hash_for_people
from tournaments.registration.actions.invitations import decline_invitation


@pytest.fixture
def series(organiser):
    return series_of(organiser, 60, 50, 40)


def remember(series, name, address):
    """Let the club remember an address of a person."""
    people = Person.objects.filter(club=series.club, name=name)
    people.update(address_hash=hash_for_people(address), remembered_at=timezone.now())


def entry(series, name, address, confirmed=True, days=1):
    """Store the entry of a person in an earlier event."""
    event = Event.objects.create(club=series.club, slug=f"night-{days}-{name}".lower(), name="Night")
    at = timezone.now() - timedelta(days=days)
    person = Person.objects.get(name=name)
    facts = {"email": address, "email_confirmed_at": at if confirmed else None, "language": "en"}
    Registration.objects.create(
        event=event, person=person, name=name, state="registered", order=1, at=at, **facts
    )


def test_one_mail_goes_to_the_confirmed_address_that_the_club_may_remember(series, organiser):
    remember(series, "Anna", "anna@example.org")
    entry(series, "Anna", "anna@old.example", days=1)
    entry(series, "Anna", "Anna@example.org", days=9)
    event = invite(series, organiser, seats=2, site_url="https://topcut.example")
    run_worker()
    (sent,) = mail.outbox
    row = event.registrations.get(name="Anna")
    assert sent.to == ["Anna@example.org"] and sent.subject.startswith("You are invited")
    assert (
        "Hello Anna," in sent.body and f"https://topcut.example/e/{event.slug}/me/{row.token}/" in sent.body
    )
    assert "remembers you by this address" in sent.body


def test_no_mail_goes_to_old_unconfirmed_or_forgotten_addresses(series, organiser):
    remember(series, "Anna", "anna@new.example")
    entry(series, "Anna", "anna@old.example")
    remember(series, "Ben", "ben@example.org")
    entry(series, "Ben", "ben@example.org", confirmed=False)
    # Whom the club does not remember.
    entry(series, "Cleo", "cleo@example.org")
    event = invite(series, organiser, seats=3)
    assert not Mail.objects.exists()
    assert not event.registrations.exclude(email="").exists()


def test_who_has_answered_before_it_is_sent_gets_no_mail(series, organiser):
    remember(series, "Anna", "anna@example.org")
    entry(series, "Anna", "anna@example.org")
    event = invite(series, organiser, seats=2)
    answer(fresh(event), decline_invitation, "Anna")
    run_worker()
    assert not mail.outbox
