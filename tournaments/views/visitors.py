"""Who asks: their address behind proxies, and when their session was last seen."""

import ipaddress

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.utils import timezone

# A session is written again so seldom: what it is seen by is a page, not each poll.
SEEN, EVERY = "seen", 600


def behind_proxies(get_response):
    """A middleware: REMOTE_ADDR is whom the first of our own proxies has seen, as a database takes addresses.

    Only as many of the addresses in X-Forwarded-For are believed as there are proxies (PROXIES): those before
    them may be anybody's invention.
    """

    def answer(request):
        # Within one network IPv6 names the way, too, as in fe80::1%eth0, which is none of the address.
        address = request.META.get("REMOTE_ADDR", "").partition("%")[0]
        if settings.PROXIES:
            address = first_seen(request.META.get("HTTP_X_FORWARDED_FOR", "").split(","), address)
        request.META["REMOTE_ADDR"] = address
        return get_response(request)

    return answer


def first_seen(told: list[str], usual: str) -> str:
    """The address that the outermost of the proxies has added; `usual` where it is none."""
    try:
        return str(ipaddress.ip_address(told[-settings.PROXIES].strip().partition("%")[0]))
    except (IndexError, ValueError):
        return usual


def address_of(request) -> str | None:
    """The visitor's address; None where there is none, as behind a socket of the system."""
    return request.META.get("REMOTE_ADDR") or None


def seen(get_response):
    """A middleware: a session that is used says when, at most every ten minutes, which also prolongs it."""

    def answer(request):
        response = get_response(request)
        session = request.session
        # A request that never looked at its session has asked the database nothing, and shall not begin to.
        if session.accessed and SESSION_KEY in session:
            now = int(timezone.now().timestamp())
            if now - session.get(SEEN, 0) >= EVERY:
                session[SEEN] = now
        return response

    return answer
