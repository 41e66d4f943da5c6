"""Renders the pages of a club's desk."""

from datetime import tzinfo
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from ..access.clubs import MANAGE_CLUB, SEE_CLUB, get_club_permissions
from ..models import Club
from .answers import idempotency_key, new_idempotency_key, status_of

# (key, label, URL name, permission) of the tabs of a club's desk.
TABS = (
    ("events", gettext_noop("Events"), "club_desk", SEE_CLUB),
    ("people", gettext_noop("People"), "club_people", MANAGE_CLUB),
    ("series", gettext_noop("Series"), "club_series", MANAGE_CLUB),
    ("staff", gettext_noop("Staff"), "club_staff", SEE_CLUB),
    ("settings", gettext_noop("Settings"), "club_settings", MANAGE_CLUB),
    ("log", gettext_noop("Log"), "club_log", MANAGE_CLUB),
)


def time_zone_of(club: Club) -> tzinfo:
    """Return the time zone of the club's desk: that of its newest event unless the club has one."""
    name = club.timezone or club.events.order_by("-id").values_list("timezone", flat=True).first()
    return ZoneInfo(name) if name else timezone.get_current_timezone()


def say_done_with_undo(request, club: Club, text: str):
    """Show a message that something is done, with Undo if this request's form has changed the club."""
    key = idempotency_key(request)
    entry = club.log.filter(key=key).first() if key else None
    address = reverse("undo_club_entry", args=[club.slug, entry.pk]) if entry and entry.changes else ""
    messages.success(request, text, extra_tags=address)


def render_club_desk(request, club: Club, current: str, template: str, context=None, status=None):
    """Return a page of a club's desk; `current` is the key of its tab."""
    permissions = get_club_permissions(request, club)
    page = {
        "club": club,
        "permissions": permissions,
        "tabs": [
            (gettext(label), reverse(url_name, args=[club.slug]), key == current)
            for key, label, url_name, permission in TABS
            if permission in permissions
        ],
        "guide": current if current in ("people", "series") else "clubs",
        "key": new_idempotency_key(),
        "keys": new_idempotency_key,
    }
    # Times are the club's, as those of an event are the event's.
    with timezone.override(time_zone_of(club)):
        return render(request, template, page | (context or {}), status=status or status_of(request))
