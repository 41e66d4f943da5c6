"""Who may see and do what: the whole policy on one page."""

from functools import wraps
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django_htmx.http import HttpResponseClientRedirect

from .models import Event, Invitation, Staff
from .queries.seen import event_at, player_at


def event_to_see(request, slug) -> Event:
    """Every event may be looked at by everybody; 404 where there is none."""
    event = event_at(slug)
    if event is None:
        raise Http404
    return event


def event_to_run(request, slug) -> Event:
    """Who made an event runs it, with those it was shared with; PermissionDenied for others."""
    event = event_to_see(request, slug)
    if not may_run(request.user, event):
        raise PermissionDenied
    return event


def may_run(user, event: Event) -> bool:
    return user.is_authenticated and (
        user.is_superuser or Staff.objects.filter(event=event, user=user).exists()
    )


def sees_hidden(request, event) -> bool:
    """Points and results that are hidden until the last round is over are for who runs the event."""
    return may_run(request.user, event)


def with_link(view):
    """A view of a player's own page, `view(request, event, player, …)`: whoever knows its secret address is
    that player. For an address that is nobody's a
    sentence that helps, and 404."""

    # The secret address is what lets somebody in, not a cookie that another site could send along; and what a
    # phone has kept without a network must still be taken hours later, when no token of a form is good.
    @csrf_exempt
    @wraps(view)
    def checked(request, slug, token, **named):
        player = player_at(slug, token)
        if player is None:
            return render(request, "me/unknown.html", {"event": event_to_see(request, slug)}, status=404)
        return view(request, player.event, player, **named)

    return checked


def at_desk(view):
    """A view of the desk, `view(request, event, …)`: for those who run the event; strangers sign in first."""

    @wraps(view)
    def checked(request, slug, **named):
        if not request.user.is_authenticated:
            return to_sign_in(request, reverse("desk", args=[slug]))
        return view(request, event_to_run(request, slug), **named)

    return checked


def with_account(view):
    """A view for whoever may make events, which is everybody with an account; strangers sign in first."""

    @wraps(view)
    def checked(request, **named):
        if not request.user.is_authenticated:
            return to_sign_in(request, request.path)
        return view(request, **named)

    return checked


def may_sign_up(wanted: str) -> bool:
    """Whether somebody who is on the way to this address of the site may make an account: everybody, nobody,
    or who comes by an invitation that is still good, as the site is set (SIGN_UP)."""
    if settings.SIGN_UP != "invitation":
        return settings.SIGN_UP == "open"
    try:
        token = resolve(urlsplit(wanted).path).kwargs.get("token")
    except Http404:
        return False
    good = Invitation.objects.filter(taken_at=None, expires_at__gt=timezone.now())
    return bool(token) and good.filter(token=token).exists()


def for_administrators(view):
    """A view for those who run the site, not an event alone; strangers sign in first."""

    @with_account
    @wraps(view)
    def checked(request, **named):
        if not request.user.is_superuser:
            raise PermissionDenied
        return view(request, **named)

    return checked


def to_sign_in(request, instead: str):
    """The way to the sign-in page and back again; after a POST, or for a part of a page, to `instead`."""
    wanted = request.get_full_path() if request.method == "GET" and not request.htmx else instead
    way = redirect_to_login(wanted)
    return HttpResponseClientRedirect(way.url) if request.htmx else way
