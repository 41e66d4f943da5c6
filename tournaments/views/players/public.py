"""The public list of players, and each player's page."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.history.cache import load_history
from ...queries.players import profile
from ...queries.players.entry_list import player_list
from ..events.public import search_text
from ..http.live import render_live_page
from ..http.page_frame import get_page_layout


@require_safe
def players_page(request, slug):
    """All players with record and points; `find` filters them."""
    event = access.get_visible_event(request, slug)
    find = search_text(request, "find")

    def fragment_context():
        roster = player_list(event)
        listed = roster.matching(find) if find else roster.players
        return {"event": event, "roster": roster, "find": find, "listed": listed}

    def page_context(facts):
        return {"frame": get_page_layout(request, event, "players", facts), "event": event, "find": find}

    return render_live_page(
        request,
        event,
        "players/list.html",
        {"list": "players/_list.jinja", "head": "players/_head.html"},
        fragment_context,
        page_context,
        params={"find": find},
        # Searches would fill the cache.
        shared=not find,
    )


@require_safe
def player_page(request, slug, key):
    """One player: record and rounds."""
    event = access.get_visible_event(request, slug)

    def fragment_context():
        player = profile.get_player_profile(event, key)
        if player is None:
            raise Http404
        return {"event": event, "player": player}

    def page_context(facts):
        name = load_history(event).names.get(key)
        if name is None:
            raise Http404
        layout = get_page_layout(request, event, "players", facts)
        return {"frame": layout, "event": event, "name": name}

    return render_live_page(
        request,
        event,
        "players/page.html",
        {"player": "players/_player_page.html"},
        fragment_context,
        page_context,
        params={"player": key},
    )
