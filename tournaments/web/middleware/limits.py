"""Limits requests: methods, and how many from one address."""

import hashlib
import ipaddress
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import caches
from django.http import HttpResponseNotAllowed
from django.utils.crypto import constant_time_compare, salted_hmac

from ... import access
from ..links import safe_next
from .errors import is_poll, refused_poll, too_many_requests


class ClientIPMiddleware:
    """Sets REMOTE_ADDR to the client's address as the outermost trusted proxy reports it.

    django-ipware does not count trusted proxies from the right: a forged address would win.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        # A link-local IPv6 address may name its interface, as in fe80::1%eth0. Databases do not take that.
        address = request.META.get("REMOTE_ADDR", "").partition("%")[0]
        if settings.PROXIES:
            address = forwarded_address(request.META.get("HTTP_X_FORWARDED_FOR", "")) or address
        request.META["REMOTE_ADDR"] = address
        return self.get_response(request)


def forwarded_address(header: str) -> str | None:
    """Return the address that the outermost of PROXIES trusted proxies added to X-Forwarded-For."""
    try:
        address = header.split(",")[-settings.PROXIES].strip().partition("%")[0]
        return str(ipaddress.ip_address(address))
    except (IndexError, ValueError):
        return None


def client_ip(request) -> str | None:
    """Return the client's address, or None behind a Unix socket."""
    return request.META.get("REMOTE_ADDR") or None


# A poll that has waited so many seconds is refused. nginx gives up after eight: an older one was at another
# service before, or the clocks of two machines differ.
MIN_LATE_SECONDS, MAX_LATE_SECONDS = 4, 8
REQUEST_START = re.compile(r"t=(\d{1,12}\.\d{3})")
MINUTE, HOUR, DAY = 60, 3600, 86_400
DESK = "e/<slug:slug>/desk/"


def address(request, kwargs) -> str:
    return f"address {client_ip(request)}"


def account(request, kwargs) -> str:
    """Return the signed-in account, or else the IP address."""
    return f"account {request.user.pk}" if request.user.is_authenticated else address(request, kwargs)


def browser(request, kwargs) -> str:
    """Return the browser if it has signed in with this name before, or else the IP address.

    So a stranger behind the same address cannot lock the user out.
    """
    if is_known_browser(request, {"username": request.POST.get("username")}):
        return f"browser {request.COOKIES[KNOWN_BROWSER_COOKIE]}"
    return address(request, kwargs)


def invitation(request, kwargs) -> str:
    """Return the valid invitation that an account is created with, or else the IP address."""
    next_url = safe_next(request)
    if settings.SIGN_UP == "invitation" and access.can_sign_up(next_url):
        return f"invitation {urlsplit(next_url).path}"
    return address(request, kwargs)


def link(request, kwargs) -> str:
    """Return the player's secret link."""
    return f"link {kwargs.get('token')}"


def mailbox(request, kwargs) -> str:
    """Return the mail address in the form, whether an account has it or not."""
    return f"mail {request.POST.get('email', '').strip().casefold()}"


@dataclass(frozen=True)
class Limit:
    """At most `times` per `seconds` for each client, which `client_of(request, kwargs of the URL)` names.

    Requests are counted by URL name, or by `name`, which several URLs can share.
    """

    times: int
    seconds: int
    client_of: Callable
    name: str = ""


FILES = Limit(120, 10 * MINUTE, account)
PASSWORDS = Limit(20, 10 * MINUTE, account)
AT_DESK = (Limit(1500, MINUTE, account),)
# URL name → limits of POST requests. AT_DESK limits all other POST requests to the desk.
POSTED = {
    "login": (Limit(30, MINUTE, browser),),
    "sign_up": (Limit(30, HOUR, invitation),),
    "password_reset": (Limit(20, HOUR, address), Limit(4, HOUR, mailbox)),
    "password_reset_confirm": (Limit(30, HOUR, address),),
    "change_email": (PASSWORDS,),
    "change_password": (PASSWORDS,),
    "new_event": (Limit(600, HOUR, account),),
    "import_event": (FILES,),
    "report_own": (Limit(30, MINUTE, link),),
    "call_judge": (Limit(30, MINUTE, link),),
    "drop_myself": (Limit(30, MINUTE, link),),
    "check_in_myself": (Limit(30, MINUTE, link),),
    "dispute_result": (Limit(30, MINUTE, link),),
    "own_list": (Limit(30, MINUTE, link),),
    "push_own": (Limit(30, MINUTE, link),),
    # Each event also limits its registrations by IP address: see registration.views.entries.
    "register": (Limit(1000, MINUTE, address),),
    "lost_link": (Limit(60, HOUR, address), Limit(4, HOUR, mailbox)),
    # Changing the email address has the limits of registering: see registration.views.entries.
    "edit_registration": (Limit(1000, MINUTE, address), Limit(30, MINUTE, link)),
    "withdraw": (Limit(30, MINUTE, link),),
    "register_again": (Limit(30, MINUTE, link),),
    "confirm_email": (Limit(30, MINUTE, link),),
    "own_club_pages": (Limit(60, HOUR, address), Limit(4, HOUR, mailbox)),
    "own_club_settings": (Limit(30, MINUTE, link),),
    "own_club_address": (Limit(5, DAY, link), Limit(4, HOUR, mailbox)),
    "register_at_club": (Limit(30, MINUTE, link),),
    "push_person": (Limit(30, MINUTE, link),),
    "confirm_club_address": (Limit(30, MINUTE, link),),
    "report_picked": (Limit(30, MINUTE, link),),
    "judge_picked": (Limit(30, MINUTE, link),),
    "push_picked": (Limit(30, MINUTE, link),),
    "pick": (Limit(1000, MINUTE, address),),
    "contest_pick": (Limit(60, MINUTE, address),),
}
# URL name → limits of GET requests: backups, and pages that are computed for each request.
VIEWED = {
    "event_backup": (FILES,),
    "all_backup": (FILES,),
    "forecast": (Limit(2400, MINUTE, address),),
    "club_profile": (Limit(500, MINUTE, address),),
    "own_club_data": (Limit(6, HOUR, link),),
    "compare": (Limit(600, MINUTE, address),),
    "help": (Limit(600, MINUTE, address),),
    "help_rounds": (Limit(600, MINUTE, address),),
}


def limits_of(request) -> tuple[Limit, ...]:
    match = request.resolver_match
    if request.method in ("GET", "HEAD"):
        return VIEWED.get(match.url_name, ())
    return POSTED.get(match.url_name) or (AT_DESK if match.route.startswith(DESK) else ())


class OverloadMiddleware:
    """Refuses polls that have waited too long for a thread, before anything else is done for them.

    nginx names the time at which a request began to wait, only to the public service: the desk refuses none.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if is_poll(request) and MIN_LATE_SECONDS < seconds_waited(request) < MAX_LATE_SECONDS:
            return refused_poll()
        return self.get_response(request)


def seconds_waited(request) -> float:
    """Return the seconds since the request reached nginx, 0 if nginx has not said when."""
    started = REQUEST_START.fullmatch(request.META.get("HTTP_X_REQUEST_START", ""))
    return time.time() - float(started[1]) if started else 0


class RateLimitMiddleware:
    """Answers 429 with the seconds to wait once a limit is exceeded."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        seconds = max((retry_after(limit, request, kwargs) for limit in limits_of(request)), default=0)
        return too_many_requests(request, seconds) if seconds else None


def retry_after(limit: Limit, request, kwargs) -> float:
    """Count the request; return the seconds until the next one is accepted, 0 if this one is."""
    cache = caches["limits"]
    now = time.time()
    window = int(now // limit.seconds)
    client = (
        f"{limit.name or request.resolver_match.url_name} {limit.seconds} {limit.client_of(request, kwargs)}"
    )
    key = f"{hashlib.sha256(client.encode()).hexdigest()}:{window}"
    cache.add(key, 0, limit.seconds + 1)
    try:
        times = cache.incr(key) or 1  # None if the cache is down
    except ValueError:  # the key has just expired
        times = 1
    return (window + 1) * limit.seconds - now if times > limit.times else 0


ALLOWED_METHODS = ("GET", "HEAD", "POST")


class AllowedMethodsMiddleware:
    """Answers 405 to every other method."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.method not in ALLOWED_METHODS:
            return HttpResponseNotAllowed(ALLOWED_METHODS)
        return self.get_response(request)


class HeadMiddleware:
    """Removes the body of answers to HEAD. Django leaves this to the server, and gunicorn logs a warning."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if request.method == "HEAD" and not response.streaming:
            response.content = b""
        return response


# Marks a browser that has signed in with a name, so that wrong guesses of others do not lock it out.
KNOWN_BROWSER_COOKIE, YEAR_SECONDS = "been_here", 31_536_000


def hash_username(name) -> str:
    return salted_hmac("tournaments.been_here", name).hexdigest()


def is_known_browser(request, credentials) -> bool:
    """Return whether this browser has signed in with the name before, so django-axes never locks it out."""
    cookie = request.COOKIES.get(KNOWN_BROWSER_COOKIE, "")
    return constant_time_compare(cookie, hash_username(credentials.get("username") or ""))
