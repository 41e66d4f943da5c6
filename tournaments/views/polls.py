"""Polls after which nothing has changed: answered before the rest of the site wakes for them."""

import re
from dataclasses import dataclass

from django.core.cache import caches
from django.http import HttpResponseNotModified
from django.utils.translation import override

from ..access import newest_seen
from ..models import Event
from ..queries.links import player_at
from ..queries.own_history import print_of
from ..queries.seen import version_at
from . import live, me, opened, outages

# All that the answer to a poll depends on, beside its address, what it names and the event's version.
ASKED = ("QUERY_STRING", "HTTP_HOST", "HTTP_COOKIE", "HTTP_ACCEPT_LANGUAGE")
# A player's own page, whose secret address says who.
OWN = re.compile("(/e/[^/]+/me/)([^/]+)/")
# In an ETag: the newest version that who asks may have seen (live.etag_of).
NEWEST = re.compile(r"(?<=\.)\d+(?=\")")


@dataclass(frozen=True)
class Answered:
    """The headers of a 304 as a view gave it, of an event as (its row id, its version) was."""

    slug: str
    visibility: str
    found: tuple[int, int]
    headers: dict[str, str]


def unchanged(get_response):
    """A middleware: whoever was answered 304 by a view is answered so again, word for word, as long as the
    event has the same version; and so are all players of an event as one of them was, as long as their own
    page would show the same: at the cost of one indexed row at most, a fifth of what the view takes."""
    kept = caches["phones"]

    def answer(request):
        etags = request.META.get("HTTP_IF_NONE_MATCH")
        if not etags or request.method != "GET" or outages.is_out():
            return get_response(request)
        own = OWN.fullmatch(request.path)
        page = [own[1]] if own else [request.path, NEWEST.sub("", etags)]
        key = f"poll:{opened.asked(request, page, ASKED)}"
        before = kept.get(key)
        headers = before and outages.unless_out(
            lambda: own_still(request, before, own[2]) if own else still(request, before)
        )
        if headers:
            return HttpResponseNotModified(headers=headers)
        response = get_response(request)
        if response.status_code == 304 and hasattr(response, "of_event"):
            kept.set(key, Answered(**response.of_event, headers=dict(response.items())))
        return response

    return answer


def still(request, before: Answered) -> dict | None:
    """The headers of the same answer; None where another one may be due."""
    return before.headers if version_at(before.slug, newest_seen(request)) == before.found else None


def own_still(request, before: Answered, token: str) -> dict | None:
    """The same for the player of this secret address, where another of the event was answered so."""
    with override(before.headers["Content-Language"]):
        player = player_at(before.slug, token, newest_seen(request))
        if player is None or player.event.visibility != before.visibility:
            return None
        try:
            viewer, until = print_of(player.event, player)
        except Event.DoesNotExist:
            return None
        named = live.name_of(player.event, me.TEMPLATE, me.PART, None, viewer)
    if not live.has(request, named):
        return None
    return before.headers | {"ETag": live.etag_of(named, max(player.event.version, until))}
