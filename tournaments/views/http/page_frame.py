"""What surrounds every page of one event: its name, where it stands, its tabs."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ... import access
from ...queries.events import status
from ...queries.events.status import Facts
from ...queries.history.cache import shown_version
from .live import LiveFragment, poll_seconds, version_text


@dataclass(frozen=True)
class Tab:
    key: str
    label: str
    url: str
    note: str | None
    current: bool


@dataclass(frozen=True)
class Frame:
    """What templates/events/_frame.html shows: also the facts by their names. `tabs` are the event's, at the
    desk the desk's. `may`: what who looks may do, of access.POLICY."""

    event: object
    facts: Facts
    date_text: str
    tabs: tuple[Tab, ...]
    at_desk: bool
    may: frozenset[str]

    @property
    def may_look(self) -> bool:
        return access.LOOK in self.may

    def status_fragment(self) -> LiveFragment:
        """An empty fragment for pages without one of their own: it brings the event's status along."""
        name = "desk" if self.at_desk else "quiet"
        return LiveFragment(
            f"live-{name}",
            "",
            url=f"{reverse('hall', args=[self.event.slug])}?part={name}",
            seconds=poll_seconds(self.facts),
            version=version_text(self.event, shown_version(self.event)),
        )

    def __getattr__(self, name):
        return getattr(self.facts, name)


# (key, label, name of the address): the five tabs, the same on every page; and the desk's own, with the right
# that each takes.
TABS = (
    ("pairings", gettext_noop("Pairings"), "event"),
    ("standings", gettext_noop("Standings"), "standings"),
    ("bracket", gettext_noop("Bracket"), "bracket"),
    ("players", gettext_noop("Players"), "players"),
    ("about", gettext_noop("About"), "about"),
)
DESK_TABS = (
    ("desk", gettext_noop("Desk"), "desk", access.LOOK),
    ("results", gettext_noop("Results"), "desk_results", access.LOOK),
    ("desk_players", gettext_noop("Players"), "desk_players", access.RESULTS),
    ("round", gettext_noop("Round"), "desk_round", access.COURSE),
    ("settings", gettext_noop("Settings"), "desk_settings", access.COURSE),
    ("log", gettext_noop("Log"), "desk_log", access.COURSE),
)


def frame_for(request, event, current: str, facts: Facts | None = None) -> Frame:
    """The frame of a page; `current` is the key of its tab, `facts` are those that its fragments show."""
    at_desk, may = any(tab[0] == current for tab in DESK_TABS), access.rights(request, event)
    table = [tab[:3] for tab in DESK_TABS if tab[3] in may] if at_desk else TABS
    facts = facts or (status.desk_facts_of if at_desk else status.facts_of)(event)
    return Frame(
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
