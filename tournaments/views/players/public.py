"""The public list of players, and each player's page."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.history.cache import load_history
from ...queries.players import profile
from ...queries.players.entry_list import get_player_list
from ..events.public import search_text
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout


@require_safe
def players_page(request, slug):
    """List all players with record and points; `find` filters them."""
    event = access.get_visible_event(request, slug)
    find = search_text(request, "find")

    def fragment_context():
        roster = get_player_list(event)
        listed = roster.matching(find) if find else roster.players
        return {"event": event, "roster": roster, "find": find, "listed": listed}

    def page_context(event_status):
        return {
            "layout": get_page_layout(request, event, "players", event_status),
            "event": event,
            "find": find,
        }

    return render_live_page(
        request,
        event,
        "players/list.jinja",
        {"list": "players/_list.jinja", "head": "players/_head.jinja"},
        fragment_context,
        page_context,
        params={"find": find},
        cached=not find,
    )


@require_safe
def player_page(request, slug, key):
    """Show a player's record and rounds."""
    event = access.get_visible_event(request, slug)

    def fragment_context():
        player = profile.get_player_profile(event, key)
        if player is None:
            raise Http404
        return {"event": event, "player": player}

    def page_context(event_status):
        name = load_history(event).names.get(key)
        if name is None:
            raise Http404
        layout = get_page_layout(request, event, "players", event_status)
        return {"layout": layout, "event": event, "name": name}

    return render_live_page(
        request,
        event,
        "players/page.jinja",
        {"player": "players/_profile.jinja"},
        fragment_context,
        page_context,
        params={"player": key},
        # An event has thousands of players.
        cached=False,
    )
