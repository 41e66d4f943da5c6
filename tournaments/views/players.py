"""The players of an event, and the page of each."""

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .. import access
from ..queries import players
from ..queries.player_list import player_list
from .events import search_text
from .frames import frame_for


@require_safe
def players_page(request, slug):
    """Everybody who entered, with record and points; `find` narrows the list."""
    event = access.event_to_see(request, slug)
    roster, find = player_list(event), search_text(request, "find")
    context = {
        "frame": frame_for(request, event, "players"),
        "event": event,
        "roster": roster,
        "find": find,
        "listed": roster.matching(find) if find else roster.players,
    }
    return render(request, "players/list.html", context)


@require_safe
def player_page(request, slug, key):
    """One player: record, and a line for each round."""
    event = access.event_to_see(request, slug)
    shown = players.player_shown(event, key)
    if shown is None:
        raise Http404
    return render(
        request,
        "players/page.html",
        {"frame": frame_for(request, event, "players"), "event": event, "player": shown},
    )
