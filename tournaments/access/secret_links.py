"""Addresses that hold a secret: a player's own page, a picked name, the venue's QR code and screens."""

import re
from functools import wraps

from django.core.signing import Signer
from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from ..models import Event, Pick, Player, Registration
from ..models.player import new_token
from ..rules.history import PRIVATE
from . import PLAYER_LINK_COOKIE, find_event, get_visible_event, set_request_event

PLAYER_LINK_DAYS = 60


def requires_player_link(view):
    """Decorate a player's own page, `view(request, event, player, …)`, found by its secret address.

    An unknown link gets a page with help, status 404.
    """

    # Another site cannot know the address, so CSRF protection adds nothing; and a report that a phone stored
    # while offline must be accepted hours later, when the form's token has expired.
    @csrf_exempt
    @wraps(view)
    def wrapper(request, slug, token, **kwargs):
        player = get_player_by_link(slug, token)
        if player is None:
            return render(
                request, "players/unknown_link.jinja", {"event": get_visible_event(request, slug)}, status=404
            )
        response = view(request, set_request_event(request, player.event), player, **kwargs)
        if player.event.visibility == PRIVATE:
            set_player_link_cookie(request, response, player.event, token)
        return response

    return wrapper


def get_player_by_link(slug: str, token: str) -> Player | None:
    """Return the player with this secret link, with the event, in one query; None for an unknown link."""
    return Player.objects.find_by_link(slug, token) if token.isprintable() else None


def requires_personal_link(view):
    """Decorate a page, `view(request, event, player, row, …)`, of a player or an entry: they share a link.

    The registration `row` is read, in a query of its own, only if the `player` is None or has left. An
    unknown link gets a page with help, status 404.
    """

    # As in requires_player_link.
    @csrf_exempt
    @wraps(view)
    def wrapper(request, slug, token, **kwargs):
        player, row = get_player_by_link(slug, token), None
        if player is None or player.dropped_after is not None:
            row = get_registration_by_link(slug, token)
        if player is None and row is None:
            return render(
                request, "players/unknown_link.jinja", {"event": get_visible_event(request, slug)}, status=404
            )
        event = set_request_event(request, (player or row).event)
        response = view(request, event, player, row, **kwargs)
        if event.visibility == PRIVATE:
            set_player_link_cookie(request, response, event, token)
        return response

    return wrapper


def get_registration_by_link(slug: str, token: str) -> Registration | None:
    """Return the entry with this secret link, with the event, in one query; None for an unknown link."""
    if not token.isprintable():
        return None
    rows = Registration.objects.select_related("event", "player")
    return rows.filter(event__slug=slug, token=token).first()


def set_player_link_cookie(request, response, event, token):
    """Let this device see the other pages of a private event while the link is valid."""
    if request.get_signed_cookie(PLAYER_LINK_COOKIE, "", salt=event.slug) == token:
        return
    options = cookie_options(request, event, PLAYER_LINK_DAYS * 86_400)
    response.set_signed_cookie(PLAYER_LINK_COOKIE, token, salt=event.slug, **options)


def cookie_options(request, event: Event, seconds: int) -> dict:
    """Return the options of a cookie for the event's pages; other sites cannot send it along."""
    return {
        "max_age": seconds,
        "path": reverse("event", args=[event.slug]),
        "secure": request.is_secure(),
        "httponly": True,
        "samesite": "Lax",
    }


def screen_code(event: Event) -> str:
    """Return the code in the link of the venue's screens, signed with its number."""
    return Signer(salt="screen").signature(f"{event.pk}:{event.screen_link}")


def get_event_by_screen_code(request, slug: str, code: str) -> Event:
    """Return the event for its screens only. Http404 if this is not the current code of its screens' link."""
    event = find_event(slug)
    if not constant_time_compare(code, screen_code(event)):
        raise Http404
    return set_request_event(request, event)


# Holds the code of the venue's QR code that this device came through; a new code ends it. Printed codes and
# phones hold the word “hall”, so that it stays here and in the address.
VENUE_COOKIE = "hall"
# Holds this device's secret from the scan on, which becomes that of the name that it picks: a device whose
# answer was lost gets its pick again.
PICK_COOKIE = "pick"
# Names the pick that this device contested last, signed: it contests one at a time.
CONTEST_COOKIE = "contest"
PHONE_COOKIE_SECONDS = 2 * 86_400


def venue_code(event: Event) -> str:
    """Return the code in the venue's QR code, signed with its number."""
    return Signer(salt="hall").signature(f"{event.pk}:{event.venue_link}")


def is_venue_code(event: Event, code: str) -> bool:
    """Return whether this is the event's current code."""
    return constant_time_compare(code, venue_code(event))


def came_through_venue_code(request, event: Event) -> bool:
    """Return whether this device came through the venue's current QR code."""
    code = request.COOKIES.get(VENUE_COOKIE)
    return code is not None and is_venue_code(event, code)


def set_phone_cookie(request, response, event: Event, name: str, value: str):
    """Store a secret of this device for the event's pages."""
    response.set_cookie(name, value, **cookie_options(request, event, PHONE_COOKIE_SECONDS))


def get_pick(event: Event, token: str) -> Pick | None:
    """Return the pick with this secret, with its player, in one query; None if it was freed or replaced."""
    if not token.isprintable():
        return None
    return (
        Pick.objects.select_related("player__event").filter(event=event, token=token, by_link=False).first()
    )


def get_contested_pick(request, event: Event) -> Pick | None:
    """Return the pick that this device contests, with its player; None once the desk has decided."""
    pk = request.get_signed_cookie(CONTEST_COOKIE, None, salt=f"contest:{event.pk}")
    picks = Pick.objects.select_related("player").filter(event=event, pk=pk)
    return picks.exclude(contested_at=None).first()


def set_contest_cookie(request, response, event: Event, pick: Pick):
    """Remember the pick that this device contests."""
    options = cookie_options(request, event, PHONE_COOKIE_SECONDS)
    response.set_signed_cookie(CONTEST_COOKIE, pick.pk, salt=f"contest:{event.pk}", **options)


def pick_secret(request) -> str:
    """Return this device's secret; a new one if it has none."""
    secret = request.COOKIES.get(PICK_COOKIE, "")
    return secret if re.fullmatch(r"[\w-]{16}", secret, re.ASCII) else new_token()


def requires_pick(view):
    """Decorate a page of a picked name, `view(request, event, pick, …)`, found by its secret address.

    An unknown, freed or replaced pick gets a page with help, status 404; private events hide it too.
    """

    # As in requires_player_link.
    @csrf_exempt
    @wraps(view)
    def wrapper(request, slug, token, **kwargs):
        event = get_visible_event(request, slug)
        pick = get_pick(event, token)
        if pick is None:
            return render(request, "players/unknown_pick.jinja", {"event": event}, status=404)
        return view(request, event, pick, **kwargs)

    return wrapper


def requires_venue_code(view):
    """Decorate a view, `view(request, event, …)`, for devices that came through the venue's QR code.

    Others get a page with help, status 403. The cookie is SameSite=Lax, so that no other site can post.
    """

    @csrf_exempt
    @wraps(view)
    def wrapper(request, slug, **kwargs):
        event = get_visible_event(request, slug)
        if not came_through_venue_code(request, event):
            return render(request, "players/old_code.jinja", {"event": event}, status=403)
        return view(request, event, **kwargs)

    return wrapper
