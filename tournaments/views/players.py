"""The players of an event, and the page of each."""

from django.http import Http404
from django.views.decorators.http import require_safe

from .. import access
from ..queries import players
from ..queries.history.cache import history_of
from ..queries.player_list import player_list
from .events import search_text
from .frames import frame_for
from .http.live import render_live_page


@require_safe
def players_page(request, slug):
    """Everybody who entered, with record and points; `find` narrows the list."""
    event = access.event_to_see(request, slug)
    find = search_text(request, "find")

    def fragment_context():
        roster = player_list(event)
        listed = roster.matching(find) if find else roster.players
        return {"event": event, "roster": roster, "find": find, "listed": listed}

    def page_context(facts):
        return {"frame": frame_for(request, event, "players", facts), "event": event, "find": find}

    return render_live_page(
        request,
        event,
        "players/list.html",
        {"list": "players/_list.jinja", "head": "players/_head.html"},
        fragment_context,
        page_context,
        params={"find": find},
        # Anybody can search for anything: that is not kept.
        shared=not find,
    )


@require_safe
def player_page(request, slug, key):
    """One player: record, and a line for each round."""
    event = access.event_to_see(request, slug)

    def fragment_context():
        shown = players.player_shown(event, key)
        if shown is None:
            raise Http404
        return {"event": event, "player": shown}

    def page_context(facts):
        name = history_of(event).names.get(key)
        if name is None:
            raise Http404
        return {"frame": frame_for(request, event, "players", facts), "event": event, "name": name}

    return render_live_page(
        request,
        event,
        "players/page.html",
        {"player": "players/_player_page.html"},
        fragment_context,
        page_context,
        params={"player": key},
    )
