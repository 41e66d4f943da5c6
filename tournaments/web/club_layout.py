"""Renders the pages of a club's desk."""

from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from ..access.clubs import MANAGE_CLUB, SEE_CLUB, get_club_permissions
from ..models import Club
from .answers import new_idempotency_key, status_of

# (key, label, URL name, permission) of the tabs of a club's desk.
TABS = (
    ("events", gettext_noop("Events"), "club_desk", SEE_CLUB),
    ("staff", gettext_noop("Staff"), "club_staff", SEE_CLUB),
    ("settings", gettext_noop("Settings"), "club_settings", MANAGE_CLUB),
    ("log", gettext_noop("Log"), "club_log", MANAGE_CLUB),
)


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
        "key": new_idempotency_key(),
        "keys": new_idempotency_key,
    }
    # Times are the club's, as those of an event are the event's.
    with timezone.override(club.timezone or timezone.get_current_timezone()):
        return render(request, template, page | (context or {}), status=status or status_of(request))
