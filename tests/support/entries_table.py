"""Further cases of actions on registrations: with places left, with approval, unconfirmed, erased."""

from dataclasses import replace

from tests.support.played_events import ME, make, reload_event, state
from tournaments.models import Registration
from tournaments.players.actions import erasure
from tournaments.registration.actions import entries
from tournaments.registration.actions.entry_desk import (
    accept_registrations,
    change_registration,
    set_registration,
)
from tournaments.rules.history.players import REQUIRED, RegistrationField, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry

OPEN = RegistrationSettings(open=True, cap=8, fields=(RegistrationField("f1", "Army"),))


def register(event, name, email="", **answers):
    return entries.register(reload_event(event), ME, RegistrationEntry(name, email=email, answers=answers))


def pk_of(event, name):
    """Return the row id of an entry; 0 if it is erased."""
    return event.registrations.filter(name=name).values_list("pk", flat=True).first() or 0


@state
def with_places_left():
    """Ada and Bo are registered, Cleo has withdrawn; there are places left."""
    event = make(0)
    set_registration(event, ME, OPEN)
    register(event, "Ada", "ada@example.org", f1="Elves")
    register(event, "Bo", "bo@example.org")
    entries.withdraw(reload_event(event), ME, register(event, "Cleo").token)
    return reload_event(event)


@state
def with_approval():
    """Ada and Bo wait for approval."""
    event = make(0)
    set_registration(event, ME, replace(OPEN, approval=True))
    for name in ("Ada", "Bo"):
        register(event, name)
    return reload_event(event)


@state
def unconfirmed():
    """Ada has not confirmed the email address that the event requires."""
    event = make(0)
    set_registration(event, ME, replace(OPEN, email=REQUIRED))
    register(event, "Ada", "ada@example.org")
    until = event.created_at.replace(year=9000)
    Registration.objects.update(state=Registration.UNCONFIRMED, held_until=until)
    return reload_event(event)


ENTRY_ACTIONS = {
    "accept_registrations that wait for approval": (
        "with_approval",
        lambda e, actor: accept_registrations(e, actor, [pk_of(e, "Ada")]),
    ),
    "accept_registrations of a withdrawn player": (
        "with_places_left",
        lambda e, actor: accept_registrations(e, actor, [pk_of(e, "Cleo")]),
    ),
}
ENTRY_ROW_ACTIONS = {
    "register with a place": (
        "with_places_left",
        lambda e, actor: entries.register(e, actor, RegistrationEntry("Dan")),
    ),
    "register_again with a place": (
        "with_places_left",
        lambda e, actor: entries.register_again(e, actor, e.registrations.get(name="Cleo").token),
    ),
    "edit_registration with another name": (
        "with_places_left",
        lambda e, actor: entries.edit_registration(
            e, actor, e.registrations.get(order=1).token, RegistrationEntry("Ada L.", answers={"f1": "Orcs"})
        ),
    ),
    "change_registration of an entry without a player": (
        "with_a_waitlist",
        lambda e, actor: change_registration(
            e, actor, pk_of(e, "Dan"), RegistrationEntry("Dan", email="dan@example.net")
        ),
    ),
    "confirm_email that takes the place": (
        "unconfirmed",
        lambda e, actor: entries.confirm_email(e, actor, e.registrations.get().token),
    ),
    "withdraw from the waitlist": (
        "with_a_waitlist",
        lambda e, actor: entries.withdraw(e, actor, e.registrations.get(name="Dan").token),
    ),
    "erase_registration": (
        "with_a_waitlist",
        lambda e, actor: erasure.erase_registration(e, actor, pk_of(e, "Dan"), "Dan"),
    ),
}
