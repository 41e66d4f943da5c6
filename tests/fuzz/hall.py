"""Events in every state and people in every role, for whoever tries what they can do."""

from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.actions.action_states import STATES
from tests.conftest import PASSWORD
from tests.journeys.everyone.hall import whole_hall
from tournaments.models import Event, Staff
from tournaments.rules import finals, rulebooks
from tournaments.rules.tiebreakers import TIEBREAKERS

EVENTS = ("busy", "ended", "double", "drafted", "pods", "wargame", *STATES)
NOBODY, STRANGER, SUPERUSER = "nobody", "stranger", "superuser"
ROLES = tuple(role for role, _words in Staff.ROLES)
EVERYBODY = (*ROLES, SUPERUSER, STRANGER, NOBODY)
# Of every browser, so that a form of one can be sent by another.
SECRET = "a" * 32


class Hall:
    """Makes an event, an account or a browser when it is first asked for, and keeps it."""

    def __init__(self, users):
        self.users, self.events, self.clients = users, {}, {}
        self.boss = users.objects.create_superuser(SUPERUSER, password=PASSWORD)

    def event(self, state) -> Event:
        if state not in self.events:
            (event,) = whole_hall(self.boss, {state}).values()
            for role in ROLES:
                Staff.objects.create(event=event, user=self.user(role), role=role)
            self.events[state] = event.pk
        return Event.objects.get(pk=self.events[state])

    def user(self, name):
        known = self.users.objects.filter(username=name).first()
        return known or self.users.objects.create_user(name, f"{name}@topcut.example", PASSWORD)

    def client(self, role) -> Client:
        if role not in self.clients:
            self.clients[role] = Client(enforce_csrf_checks=True)
            if role != NOBODY:
                self.clients[role].force_login(self.user(role))
            self.clients[role].cookies["csrftoken"] = SECRET
        # What was said to somebody before is forgotten: each walk begins alike.
        self.clients[role].cookies.pop("messages", None)
        return self.clients[role]


def patterns(resolver=None, converters=()):
    """(name, ((argument, what it converts to), …)) of each of the site's addresses, the admin's left out."""
    for entry in (resolver or get_resolver()).url_patterns:
        taken = {**dict(converters), **entry.pattern.converters}
        if isinstance(entry, URLPattern):
            yield entry.name, tuple((name, type(converter).__name__) for name, converter in taken.items())
        elif entry.namespace is None:
            yield from patterns(entry, taken)


def arguments(event, name) -> dict:
    """argument → the values that could stand in this address of the event."""
    players = list(event.players.values_list("key", "token"))
    keys = [key for key, _token in players]
    if name.startswith("help_"):
        keys = [*TIEBREAKERS, *rulebooks.RULEBOOKS, *finals.FINALS]
    elif name == "sheet":
        keys = [
            "names",
            "tables",
            "standings",
            "slips",
            "pods",
            "bracket",
            "pack",
            "players",
            "cards",
            "blanks",
            "poster",
        ]
    tokens = [token for _key, token in players]
    return {"slug": [event.slug], "key": keys or ["p1"], "token": tokens or ["none"]}


def address(chance, event, name, taken) -> str:
    """One address of that name, as it could be meant."""
    known = arguments(event, name)
    usual = {"IntConverter": [1, 1, 2, 3]}
    values = {argument: known.get(argument) or usual.get(kind, ["none"]) for argument, kind in taken}
    return reverse(name, kwargs={argument: chance.choice(those) for argument, those in values.items()})
