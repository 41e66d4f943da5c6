"""Players who register, in actions and on the page."""

from datetime import UTC, datetime

from django.test import Client
from django.utils import timezone

from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of, fresh
from tests.support.played_events import reload_event, reload_history
from tournaments.changes.change import Actor
from tournaments.models import Mail, Registration
from tournaments.registration.actions import entries
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rules.history import PHONE
from tournaments.rules.history.players import RegistrationSettings
from tournaments.rules.registration import RegistrationEntry

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


OPEN = RegistrationSettings(open=True, cap=2)


def register(event, name, email="", now=NOON, **answers):
    entry = RegistrationEntry(name, email=email, answers=answers)
    return entries.register(reload_event(event), Actor(name, source=PHONE, now=now), entry)


def act(action, event, *args, now=NOON, **options):
    return action(reload_event(event), Actor("Ada", source=PHONE, now=now), *args, **options)


def states(event):
    return [row.state for row in Registration.objects.filter(event=event).order_by("id")]


def active_names(event):
    return [player.name for player in reload_history(event).players if not player.has_left]


def mails(event):
    return list(Mail.objects.filter(event=event).order_by("id").values_list("kind", "registration__name"))


SITE = "https://topcut.example"


MANY_PLACES = RegistrationSettings(open=True, cap=300)


def register_with_email(event, name="Ada", email="ada@example.org", language="", now=None):
    actor = Actor(name, source=PHONE, now=now or timezone.now())
    entry = RegistrationEntry(name, email=email)
    return entries.register(reload_event(event), actor, entry, site_url=SITE, language=language)


@cached_state
def open_registration(event, organiser, **settings):
    options = {"open": True, "email": "optional"} | settings
    set_registration(fresh(event), actor_of(organiser), RegistrationSettings(**options))
    return fresh(event)


def register_online(event, name, client=None, **values):
    """Send the form of the page, from a phone of its own."""
    values = {"name": name, "key": f"page.{name}"} | values
    return (client or Client()).post(f"/e/{event.slug}/register/", values)


def entry_of(event, name):
    return Registration.objects.filter(event=event, name=name).latest("id")


def address_of(event, name, more=""):
    return f"/e/{event.slug}/me/{entry_of(event, name).token}/{more}"
