"""Actions on registrations: of the staff and of players."""

from tournaments.registration.actions.entries import (
    confirm_email,
    edit_registration,
    register,
    register_again,
    withdraw,
)
from tournaments.registration.actions.entry_desk import (
    FIRST,
    accept_registrations,
    change_registration,
    decline_registrations,
    enter_registration,
    import_registrations,
    move_in_waitlist,
    move_to_waitlist,
    set_registration,
    withdraw_registrations,
)
from tournaments.rules.history.players import RegistrationField, RegistrationSettings
from tournaments.rules.registration import RegistrationEntry

SHIRT = RegistrationField("f1", "T-shirt", choices=("S", "L"))


def pk_of(event, name):
    return event.registrations.get(name=name).pk


def token_of(event, name):
    return event.registrations.get(name=name).token


REGISTRATION_ACTIONS = {
    "set_registration": (
        "running",
        lambda e, actor: set_registration(e, actor, RegistrationSettings(open=True, cap=20, fields=(SHIRT,))),
    ),
    "accept_registrations": (
        "with_a_waitlist",
        lambda e, actor: accept_registrations(e, actor, [pk_of(e, "Dan"), pk_of(e, "Finn")], exceed=True),
    ),
    "move_to_waitlist": (
        "with_a_waitlist",
        lambda e, actor: move_to_waitlist(e, actor, [pk_of(e, "Ada")]),
    ),
    "withdraw_registrations": (
        "with_a_waitlist",
        lambda e, actor: withdraw_registrations(e, actor, [pk_of(e, "Ada"), pk_of(e, "Dan")]),
    ),
    "enter_registration": (
        "with_a_waitlist",
        lambda e, actor: enter_registration(
            e, actor, RegistrationEntry("Zoe", email="zoe@example.org"), exceed=True
        ),
    ),
    "change_registration": (
        "with_a_waitlist",
        lambda e, actor: change_registration(
            e,
            actor,
            e.registrations.get(order=1).pk,
            RegistrationEntry("Ada L.", "Paris", email="ada@example.net"),
        ),
    ),
    "import_registrations": (
        "with_a_waitlist",
        lambda e, actor: import_registrations(
            e, actor, [(2, RegistrationEntry("Zoe")), (3, RegistrationEntry("Ada", "Paris"))], exceed=True
        ),
    ),
}

# Actions on entries, which are not in the history, and of players for themselves, which are outside undo.
REGISTRATION_ROW_ACTIONS = {
    "decline_registrations": (
        "with_a_waitlist",
        lambda e, actor: decline_registrations(e, actor, [pk_of(e, "Dan")]),
    ),
    "move_in_waitlist": (
        "with_a_waitlist",
        lambda e, actor: move_in_waitlist(e, actor, pk_of(e, "Eve"), FIRST),
    ),
    "register": (
        "with_a_waitlist",
        lambda e, actor: register(e, actor, RegistrationEntry("Zoe", email="zoe@example.org")),
    ),
    "register_again": (
        "with_a_waitlist",
        lambda e, actor: register_again(e, actor, token_of(e, "Finn")),
    ),
    "confirm_email": (
        "with_a_waitlist",
        lambda e, actor: confirm_email(e, actor, token_of(e, "Ada")),
    ),
    "edit_registration": (
        "with_a_waitlist",
        lambda e, actor: edit_registration(
            e, actor, token_of(e, "Ada"), RegistrationEntry("Ada", "Paris", email="Ada@example.org")
        ),
    ),
    "withdraw": ("with_a_waitlist", lambda e, actor: withdraw(e, actor, token_of(e, "Ada"))),
}
