"""Events in every state and people in every role, and addresses of their pages."""

from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.journeys.accessibility.event_states import build_events
from tests.support.accounts import PASSWORD
from tests.support.action_states import STATES
from tournaments.help.pages.topics import GUIDES
from tournaments.models import Event, Staff
from tournaments.models.player import SECRET as PLAYER_SECRET
from tournaments.rules import finals, rulebooks
from tournaments.rules.tiebreakers import TIEBREAKERS

EVENTS = ("busy", "ended", "double", "drafted", "pods", "wargame", *STATES)
ANONYMOUS, STRANGER, SUPERUSER = "nobody", "stranger", "superuser"
ROLES = tuple(role for role, _label in Staff.ROLES)
ALL_ROLES = (*ROLES, SUPERUSER, STRANGER, ANONYMOUS)
SHEETS = "names tables standings slips pods bracket pack players cards blanks poster"
# The CSRF token of all browsers, so that each can send forms of the others.
SECRET = "a" * 32


class Venue:
    """Creates events, accounts and browsers on demand."""

    def __init__(self, users):
        self.users, self.events, self.clients = users, {}, {}
        self.superuser = users.objects.create_superuser(SUPERUSER, password=PASSWORD)

    def event(self, state) -> Event:
        if state not in self.events:
            (event,) = build_events(self.superuser, {state}).values()
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
            if role != ANONYMOUS:
                self.clients[role].force_login(self.user(role))
            self.clients[role].cookies["csrftoken"] = SECRET
        # Each run starts without messages.
        self.clients[role].cookies.pop("messages", None)
        return self.clients[role]


def patterns(resolver=None, converters=()):
    """Yield (name, ((argument, name of its converter), …)) of each address except the admin's."""
    for entry in (resolver or get_resolver()).url_patterns:
        known = {**dict(converters), **entry.pattern.converters}
        if isinstance(entry, URLPattern):
            yield entry.name, tuple((name, type(converter).__name__) for name, converter in known.items())
        elif entry.namespace is None:
            yield from patterns(entry, known)


def arguments(event, name) -> dict:
    """Return argument → valid values in this address of the event."""
    players = list(event.players.values_list("public_id", PLAYER_SECRET))
    keys = [key for key, _token in players]
    if name.startswith("help_"):
        keys = [*GUIDES, *TIEBREAKERS, *rulebooks.RULEBOOKS, *finals.FINALS]
    elif name == "sheet":
        keys = SHEETS.split()
    tokens = [token for _key, token in players]
    return {"slug": [event.slug], "key": keys or ["p1"], "token": tokens or ["none"]}


def address(random, event, name, converters) -> str:
    """Return a random address of this name."""
    known = arguments(event, name)
    usual = {"IntConverter": [1, 1, 2, 3]}
    values = {argument: known.get(argument) or usual.get(kind, ["none"]) for argument, kind in converters}
    return reverse(name, kwargs={argument: random.choice(choices) for argument, choices in values.items()})
