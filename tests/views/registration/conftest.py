"""An event that takes registrations, and players who register on its page."""

import pytest
from django.test import Client

from tests.views.desk_events import actor_of, fresh, friday
from tournaments.models import Registration
from tournaments.registration.actions.acceptance import set_registration
from tournaments.rules.history.players import RegistrationSettings


@pytest.fixture
def event(organiser):
    """An event without players and with two places."""
    return open_registration(friday(organiser, names=[]), organiser, cap=2)


@pytest.fixture
def without_mail(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"


def open_registration(event, organiser, **settings):
    options = {"open": True, "email": "optional"} | settings
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings(**options))
    return fresh(event)


def register(event, name, client=None, **values):
    """Send the form of the page, from a phone of its own."""
    values = {"name": name, "key": f"page.{name}"} | values
    return (client or Client()).post(f"/e/{event.slug}/register/", values)


def entry_of(event, name):
    return Registration.objects.filter(event=event, name=name).latest("id")


def address_of(event, name, more=""):
    return f"/e/{event.slug}/me/{entry_of(event, name).token}/{more}"
