"""The bracket: drawn from its finals table, whatever it is."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.brackets import bracket_page as brackets
from ...queries.brackets import odds as title_odds
from ...queries.history.cache import history_of
from ...queries.history.load import as_shown
from ..http.live import render_live_page
from ..http.numbers import whole
from ..http.page_frame import frame_for

TEMPLATE = "bracket/page.html"
FRAGMENTS = {"bracket": "bracket/_bracket.html"}


@require_safe
def bracket_page(request, slug, phase=None):
    """The whole picture, live; `player=ID` follows one player's way, `round=N` a round on a phone,
    `odds=no` leaves the odds out, `odds=rated` counts them by rating."""
    event = access.event_to_see(request, slug)
    picked = request.GET.get("player", "")[:200]
    picked = picked if picked and picked in history_of(event).names else ""
    shown_round = whole(request.GET.get("round", ""), digits=3) or 0
    odds = request.GET.get("odds", "")
    odds = odds if odds in title_odds.SHOWN else ""
    params = {"phase": phase, "player": picked, "round": shown_round, "odds": odds}

    def fragment_context():
        history = as_shown(history_of(event))
        number = brackets.phase_number(history, phase)
        if number is None and phase is not None:
            raise Http404
        page = brackets.bracket_page(history, number, picked, odds) if number else None
        last = len(page.drawing.rounds) if page else 0
        return {
            "page": page,
            "event": event,
            "odds": odds,
            "shown_round": shown_round if 1 <= shown_round <= last else page and page.current,
        }

    def page_context(facts):
        return {"frame": frame_for(request, event, "bracket", facts)}

    return render_live_page(
        request, event, TEMPLATE, FRAGMENTS, fragment_context, page_context, params=params
    )
