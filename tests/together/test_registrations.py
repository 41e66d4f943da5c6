"""Players who register at the same moment: never over the cap, no error, in order of arrival."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.support.repetitions import count
from tests.together.interleaving import Statements, run, run_at_once, run_interleaved
from tournaments.changes.change import Actor
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.models import Event, Registration
from tournaments.registration.actions import entries
from tournaments.registration.actions.entry_desk import set_registration
from tournaments.rules.history import PHONE, EventHistory, PhaseRecord
from tournaments.rules.history.players import RegistrationSettings
from tournaments.rules.registration import RegistrationEntry

PHONES, PLACES = count(40, 200), count(30, 150)
# The threads of `make run`.
CONNECTIONS = 8
pytestmark = pytest.mark.django_db(transaction=True)


def open_event(cap: int) -> Event:
    history = EventHistory("Saturday", "magic", phases=(PhaseRecord(overrides={"rounds": 3}),))
    event = create_event(Actor("organiser"), history)
    set_registration(event, Actor("organiser"), RegistrationSettings(open=True, cap=cap))
    return Event.objects.get(pk=event.pk)


def players(event) -> list[str]:
    return [player.name for player in load_history(Event.objects.get(pk=event.pk)).players]


def register_by_phone(event, number: int) -> int:
    """Open the page and send the form from an address of its own; return the status."""
    try:
        client = Client(REMOTE_ADDR=f"10.0.{number // 250}.{number % 250 + 1}")
        page, mail = reverse("register", args=[event.slug]), f"p{number}@example.org" if number % 2 else ""
        assert client.get(page).status_code == 200
        form = {"name": f"Player {number}", "email": mail, "key": f"phone{number}.key"}
        response = client.post(page, form)
        assert response.status_code == 302, response.content.decode()
        return client.get(response.url).status_code
    finally:
        connections.close_all()


def test_registrations_at_once_fill_the_places_and_the_waitlist_in_order_of_arrival():
    event = open_event(PLACES)
    with ThreadPoolExecutor(CONNECTIONS) as phones:
        statuses = list(phones.map(lambda number: register_by_phone(event, number), range(PHONES)))
    assert statuses == [200] * PHONES
    rows = list(Registration.objects.filter(event=event).order_by("order"))
    assert [row.order for row in rows] == list(range(1, PHONES + 1))
    assert [row.state for row in rows] == ["registered"] * PLACES + ["waiting"] * (PHONES - PLACES)
    assert players(event) == [row.name for row in rows[:PLACES]]
    assert [row.at for row in rows] == sorted(row.at for row in rows)
    arrivals = event.log.filter(action="register").order_by("id").values_list("who", flat=True)
    assert list(arrivals) == [row.name for row in rows]


def register(event, name):
    """Return the registration of a player as a callable, as a form that is already open."""
    actor = Actor(name, key=f"{name}.key", source=PHONE)
    return lambda: entries.register(Event.objects.get(pk=event.pk), actor, RegistrationEntry(name))


def check_last_place(event):
    """One of the two has the place, the other is first on the waitlist."""
    first, second = Registration.objects.filter(event=event).order_by("order")
    assert (first.state, second.state) == ("registered", "waiting")
    assert players(event) == [first.name]


def test_of_two_who_take_the_last_place_one_gets_it_and_the_other_waits():
    for _repetition in range(count(3, 20)):
        event = open_event(1)
        run_at_once(register(event, "Ada"), register(event, "Bo"))
        check_last_place(event)


def test_of_two_who_take_the_last_place_one_waits_wherever_the_other_stands():
    event, counted = open_event(1), Statements()
    run(register(event, "Ada"), counted)
    statements = range(1, counted.count + 1)
    for at in Random(1).sample(statements, min(count(3, 40), len(statements))):
        event = open_event(1)
        run_interleaved(register(event, "Ada"), register(event, "Bo"), at)
        check_last_place(event)


def test_of_two_places_that_become_free_at_once_both_go_to_the_waitlist():
    for _repetition in range(count(2, 20)):
        event = open_event(2)
        rows = [register(event, name)() for name in ("Ada", "Bo", "Cleo", "Dan", "Eve")]
        leave = [
            partial(entries.withdraw, event, Actor(row.name, source=PHONE), row.token) for row in rows[:2]
        ]
        run_at_once(*leave, register(event, "Finn"))
        active = [player.name for player in load_history(Event.objects.get(pk=event.pk)).players]
        waiting = Registration.objects.filter(event=event, state="waiting").order_by("order")
        assert active[2:] == ["Cleo", "Dan"]
        assert [row.name for row in waiting] == ["Eve", "Finn"]
