"""Polls after which nothing has changed: answered before the rest of the site wakes for them."""

import hashlib
import re
from dataclasses import dataclass, replace

from django.core.cache import caches
from django.http import HttpResponseNotModified
from django.utils.translation import override

from ..access import newest_seen
from ..queries.links import player_at
from ..queries.own_history import print_of
from ..queries.seen import version_at
from . import outages

# All that the answer to a poll depends on, beside its address, what it names and the event's version.
ASKED = ("HTTP_COOKIE", "HTTP_ACCEPT_LANGUAGE")
# In an ETag: the newest version that who asks may have seen (live.etag_of).
NEWEST = re.compile(r"(?<=\.)\d+(?=\")")


@dataclass(frozen=True)
class Answered:
    """A 304 as a view gave it: of an event as (its row id, its version) was; on a player's own page by which
    secret address, and what named all that it shows."""

    slug: str
    found: tuple[int, int]
    headers: dict[str, str]
    token: str = ""
    viewer: str = ""


def unchanged(get_response):
    """A middleware: whoever was answered 304 by a view is answered so again, word for word, as long as the
    event has the same version, or their own page would show the same: at the cost of one indexed row at most,
    a fifth of what the view takes."""
    kept = caches["phones"]

    def answer(request):
        etags = request.META.get("HTTP_IF_NONE_MATCH")
        if not etags or request.method != "GET" or outages.is_out():
            return get_response(request)
        told = request.get_full_path(), NEWEST.sub("", etags), *(request.META.get(name, "") for name in ASKED)
        key = "poll:" + hashlib.sha256("\n".join(told).encode()).hexdigest()
        before = kept.get(key)
        now = before and still(request, before)
        if now:
            if now is not before:
                kept.set(key, now)
            return HttpResponseNotModified(headers=now.headers)
        response = get_response(request)
        if response.status_code == 304 and hasattr(response, "of_event"):
            kept.set(key, Answered(**response.of_event, headers=dict(response.items())))
        return response

    return answer


def still(request, kept: Answered) -> Answered | None:
    """The same answer as it is now; None where another one may be due."""
    seen = newest_seen(request)
    if version_at(kept.slug, seen) == kept.found:
        return kept
    if not kept.token:
        return None
    with override(kept.headers["Content-Language"]):
        player = player_at(kept.slug, kept.token, seen)
        viewer, until = print_of(player.event, player) if player else ("", 0)
    if viewer != kept.viewer:
        return None
    found = player.event.pk, player.event.version
    etag = NEWEST.sub(str(max(player.event.version, until)), kept.headers["ETag"])
    return replace(kept, found=found, headers=kept.headers | {"ETag": etag})
