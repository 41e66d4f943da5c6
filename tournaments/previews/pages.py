"""What the pictures of link previews show, and what the head of a page says of them."""

import json
from dataclasses import asdict, replace
from datetime import datetime
from hashlib import sha256
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ..events.pages.catalogue import MAX_WINNERS, find_first_places, has_ended
from ..history.load import public_history
from ..models import Club, Preview
from ..rules.history import EventHistory
from ..rules.players.participation import list_participants
from .picture import Card, drawable_text

# Another number lets every picture be drawn again: the drawing itself has changed.
DRAWING = 1


def get_event_card(history: EventHistory, club: Club | None) -> tuple[Card, bool]:
    """Return the card of an event that is not private, and whether it names people.

    `club` is its published club with the logo. It depends on nothing but these: not on the clock, because
    chats keep a picture for weeks.
    """
    visible = public_history(history)
    event = with_club(Card(title=history.name, facts=(start_text(history), history.place)), club)
    if history.cancelled:
        return replace(event, state=gettext("Cancelled")), False
    if not has_ended(visible):
        return replace(event, state=state_text(visible)), False
    names = find_first_places(visible)
    title = ", ".join(names)
    if not 0 < len(names) <= MAX_WINNERS or not drawable_text(title):
        return replace(event, state=gettext("Finished")), False
    players = len(list_participants(visible))
    winner = replace(
        event,
        title=title,
        label=ngettext("Champion", "Champions", len(names)),
        facts=(history.name, start_text(history)),
        state=ngettext("{count} player", "{count} players", players).format(count=players),
    )
    return winner, True


def get_club_card(club: Club) -> Card:
    """Return the card of a published club."""
    return replace(with_club(Card(title=club.name, facts=(club.place,)), club), club="")


def with_club(card: Card, club: Club | None) -> Card:
    return replace(card, club=club.name, logo=club.logo and bytes(club.logo)) if club else card


def start_text(history: EventHistory) -> str:
    """Return “Friday 4 December 2026, 19:00” in the event's time zone; empty without a date."""
    if not history.starts_at:
        return ""
    at = datetime.fromisoformat(history.starts_at).astimezone(ZoneInfo(history.timezone))
    return date_format(at, "l j F Y, H:i")


def state_text(history: EventHistory) -> str:
    """Return what visitors can do: register, from or until a day, or follow the rounds."""
    if any(phase.begun for phase in history.phases):
        return gettext("Live")
    settings, zone = history.registration, history.timezone
    if not settings.open:
        return ""
    if settings.closes_at:
        return gettext("Register by {day}").format(day=day_text(settings.closes_at, zone))
    if settings.opens_at:
        return gettext("Register from {day}").format(day=day_text(settings.opens_at, zone))
    return gettext("Registration open")


def day_text(iso_time: str, zone: str) -> str:
    return date_format(datetime.fromisoformat(iso_time).astimezone(ZoneInfo(zone)), "j M")


def hash_of(card: Card) -> str:
    """Return 16 hexadecimal digits that are the same for the same picture."""
    values = asdict(replace(card, logo=None)) | {"logo": sha256(card.logo or b"").hexdigest()}
    return sha256(json.dumps([DRAWING, values], sort_keys=True).encode()).hexdigest()[:16]


def get_club_preview(club: Club) -> str:
    """Return the hash of the picture for links to a published club; empty without one."""
    return Preview.objects.filter(club=club).values_list("hash", flat=True).first() or ""
