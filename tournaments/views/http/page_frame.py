"""The layout of every page of one event: name, status, tabs."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ... import access
from ...queries.events import status
from ...queries.events.status import EventStatus
from ...queries.history.cache import get_displayed_version
from .live import LiveFragment, poll_seconds, version_text


@dataclass(frozen=True)
class Tab:
    key: str
    label: str
    url: str
    note: str | None
    current: bool


@dataclass(frozen=True)
class EventPage:
    """The context of templates/events/_frame.html; also has the attributes of its facts.

    `tabs` are the event's or the desk's, `may` the user's permissions of access.POLICY.
    """

    event: object
    facts: EventStatus
    date_text: str
    tabs: tuple[Tab, ...]
    at_desk: bool
    may: frozenset[str]

    @property
    def may_look(self) -> bool:
        return access.VIEW_DESK in self.may

    def status_fragment(self) -> LiveFragment:
        """Return an empty fragment that brings the event's status, for pages without a live fragment."""
        name = "desk" if self.at_desk else "quiet"
        return LiveFragment(
            f"live-{name}",
            "",
            url=f"{reverse('hall', args=[self.event.slug])}?part={name}",
            seconds=poll_seconds(self.facts),
            version=version_text(self.event, get_displayed_version(self.event)),
        )

    def __getattr__(self, name):
        return getattr(self.facts, name)


# (key, label, URL name) of the tabs on every page; the desk's also have the permission they need.
TABS = (
    ("pairings", gettext_noop("Pairings"), "event"),
    ("standings", gettext_noop("Standings"), "standings"),
    ("bracket", gettext_noop("Bracket"), "bracket"),
    ("players", gettext_noop("Players"), "players"),
    ("about", gettext_noop("About"), "about"),
)
DESK_TABS = (
    ("desk", gettext_noop("Desk"), "desk", access.VIEW_DESK),
    ("results", gettext_noop("Results"), "desk_results", access.VIEW_DESK),
    ("desk_players", gettext_noop("Players"), "desk_players", access.RESULTS),
    ("round", gettext_noop("Round"), "desk_round", access.MANAGE),
    ("settings", gettext_noop("Settings"), "desk_settings", access.MANAGE),
    ("log", gettext_noop("Log"), "desk_log", access.MANAGE),
)


def get_page_layout(request, event, current: str, facts: EventStatus | None = None) -> EventPage:
    """Return the layout of a page; `current` is the key of its tab, `facts` are those of its fragments."""
    at_desk, may = any(tab[0] == current for tab in DESK_TABS), access.get_permissions(request, event)
    table = [tab[:3] for tab in DESK_TABS if tab[3] in may] if at_desk else TABS
    facts = facts or (status.get_desk_status if at_desk else status.facts_of)(event)
    return EventPage(
        event=event,
        facts=facts,
        date_text=status.date_text(event),
        tabs=tabs(table, event, current, facts.tab_notes),
        at_desk=at_desk,
        may=may,
    )


def tabs(table, event, current, notes):
    return tuple(
        Tab(key, _(label), reverse(name, args=[event.slug]), notes.get(key), key == current)
        for key, label, name in table
    )
