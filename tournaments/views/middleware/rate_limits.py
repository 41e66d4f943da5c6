"""How often somebody may ask for what costs something: one table, counted in the cache.

By account or a player's link; by address only where there is neither, and then wide enough for a hall of
2,000 phones behind one address. What phones poll is not counted at all. Without CACHE_URL each process counts
for itself, so that the site as a whole takes as many times more as it has processes.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import caches

from ... import access
from ..accounts.accounts import HERE, has_been_here, safe_next
from . import errors
from .client_ip import client_ip

MINUTE, HOUR = 60, 3600
DESK = "e/<slug:slug>/desk/"


def address(request, named) -> str:
    return f"address {client_ip(request)}"


def account(request, named) -> str:
    """Who is signed in; without an account where they ask from."""
    return f"account {request.user.pk}" if request.user.is_authenticated else address(request, named)


def browser(request, named) -> str:
    """One that has signed in with the name before, which no stranger behind the same address shall keep out;
    without that where they ask from."""
    known = has_been_here(request, {"username": request.POST.get("username")})
    return f"browser {request.COOKIES[HERE]}" if known else address(request, named)


def invitation(request, named) -> str:
    """The invitation by which an account is made; where none is asked for, or none is good, where they ask
    from."""
    wanted = safe_next(request)
    is_asked = settings.SIGN_UP == "invitation" and access.may_sign_up(wanted)
    return f"invitation {urlsplit(wanted).path}" if is_asked else address(request, named)


def link(request, named) -> str:
    """A player's own secret link."""
    return f"link {named.get('token')}"


def mailbox(request, named) -> str:
    """The mail address that was typed in, whether it is anybody's or not."""
    return f"mail {request.POST.get('email', '').strip().casefold()}"


@dataclass(frozen=True)
class Limit:
    """At most `times` in so many `seconds`, for each one that `of(request, what the address names)` tells."""

    times: int
    seconds: int
    of: Callable


FILES = Limit(120, 10 * MINUTE, account)
PASSWORDS = Limit(20, 10 * MINUTE, account)
AT_DESK = (Limit(1500, MINUTE, account),)
# By the name of an address. What is sent to the desk is under AT_DESK where it is not named here.
POSTED = {
    "login": (Limit(30, MINUTE, browser),),
    "sign_up": (Limit(30, HOUR, invitation),),
    "password_reset": (Limit(20, HOUR, address), Limit(4, HOUR, mailbox)),
    "password_reset_confirm": (Limit(30, HOUR, address),),
    "change_email": (PASSWORDS,),
    "change_password": (PASSWORDS,),
    "new_event": (Limit(600, HOUR, account),),
    "import_event": (FILES,),
    "claim_result": (Limit(30, MINUTE, link),),
    "call_judge": (Limit(30, MINUTE, link),),
}
# Backups, and pages worked out for whoever asks, which a phone of the hall opens a few times an event.
LOOKED_AT = {
    "event_backup": (FILES,),
    "all_backup": (FILES,),
    "forecast": (Limit(2400, MINUTE, address),),
    "compare": (Limit(600, MINUTE, address),),
    "help_rounds": (Limit(600, MINUTE, address),),
}


def limits_of(request) -> tuple[Limit, ...]:
    found = request.resolver_match
    if request.method in ("GET", "HEAD"):
        return LOOKED_AT.get(found.url_name, ())
    return POSTED.get(found.url_name) or (AT_DESK if found.route.startswith(DESK) else ())


def held(get_response):
    """A middleware: whoever asks too often is told so, and how long to wait; nothing is done then."""

    def answer(request):
        return get_response(request)

    def before(request, view, args, named):
        waits = [wait_of(limit, request, named) for limit in limits_of(request)]
        longest = max(waits, default=0)
        return errors.too_often(request, longest) if longest else None

    answer.process_view = before
    return answer


def wait_of(limit: Limit, request, named) -> float:
    """Count this request; the seconds until one more is taken, 0 where this one is."""
    kept = caches["limits"]
    now = time.time()
    window = int(now // limit.seconds)
    told = f"{request.resolver_match.url_name} {limit.seconds} {limit.of(request, named)}"
    key = f"{hashlib.sha256(told.encode()).hexdigest()}:{window}"
    kept.add(key, 0, limit.seconds + 1)
    try:
        times = kept.incr(key) or 1  # a cache that is gone counts nothing
    except ValueError:  # it was dropped between the two lines
        times = 1
    return (window + 1) * limit.seconds - now if times > limit.times else 0
