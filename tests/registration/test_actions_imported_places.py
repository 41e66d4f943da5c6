"""An imported event frees the places that it holds for players who do not confirm in time."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.database_states import cached_state
from tests.support.played_events import ME, make, reload_event
from tests.support.registrations import OPEN, active_names
from tests.support.worker import run_worker, run_worker_after
from tournaments.changes.change import Actor
from tournaments.events.actions.events import import_event
from tournaments.history import load
from tournaments.models import Registration
from tournaments.registration.actions import entries
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.registration.actions.places import free_expired_places
from tournaments.rules.history import PHONE
from tournaments.rules.history.players import REQUIRED
from tournaments.rules.registration import RegistrationEntry


def register(event, name, minutes_ago):
    actor = Actor(name, source=PHONE, now=timezone.now() - timedelta(minutes=minutes_ago))
    return entries.register(
        reload_event(event), actor, RegistrationEntry(name, email=f"{name.lower()}@example.org")
    )


@pytest.fixture
@cached_state
def imported(db):
    """A file without a log: Ada's place was held until now, Bo's for half an hour more; two others wait."""
    event = make(0)
    set_registration(event, ME, replace(OPEN, cap=2, email=REQUIRED))
    for name, minutes_ago in (("Ada", 60), ("Bo", 30), ("Cleo", 20), ("Dan", 10)):
        register(event, name, minutes_ago)
    event = reload_event(event)
    file = load.add_registrations(event, load.read_history_from_db(event))
    event.delete()
    event = import_event(replace(file, log=()))
    Registration.objects.filter(state=Registration.WAITING).update(email_confirmed_at=timezone.now())
    return event


def test_the_worker_frees_each_place_when_its_time_is_over(imported):
    run_worker()
    assert active_names(imported) == ["Cleo"]
    run_worker_after(29)
    assert active_names(imported) == ["Cleo"]
    Registration.objects.filter(name="Bo").update(held_until=timezone.now())
    run_worker_after(31)
    assert active_names(imported) == ["Cleo", "Dan"]


def test_places_of_an_event_with_an_empty_log_are_freed(imported):
    assert not imported.log.exists()
    free_expired_places(reload_event(imported), timezone.now())
    assert active_names(imported) == ["Cleo"]
