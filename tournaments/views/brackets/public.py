"""The bracket page."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.brackets import bracket_page as bracket_queries
from ...queries.brackets import odds as title_odds
from ...queries.history.cache import load_history
from ...queries.history.load import public_history
from ..http.live import render_live_page
from ..http.numbers import parse_whole_number
from ..http.page_frame import get_page_layout

TEMPLATE = "bracket/page.html"
FRAGMENTS = {"bracket": "bracket/_bracket.html"}


@require_safe
def bracket_page(request, slug, phase=None):
    """The whole bracket, live.

    `player=ID` highlights a player's path, `round=N` selects a round on phones, `odds=no` hides the odds,
    `odds=rated` computes them by rating.
    """
    event = access.get_visible_event(request, slug)
    picked = request.GET.get("player", "")[:200]
    picked = picked if picked and picked in load_history(event).names else ""
    shown_round = parse_whole_number(request.GET.get("round", ""), digits=3) or 0
    odds = request.GET.get("odds", "")
    odds = odds if odds in title_odds.SHOWN else ""
    params = {"phase": phase, "player": picked, "round": shown_round, "odds": odds}

    def fragment_context():
        history = public_history(load_history(event))
        number = bracket_queries.phase_number(history, phase)
        if number is None and phase is not None:
            raise Http404
        page = bracket_queries.bracket_page(history, number, picked, odds) if number else None
        last = len(page.drawing.rounds) if page else 0
        return {
            "page": page,
            "event": event,
            "odds": odds,
            "shown_round": shown_round if 1 <= shown_round <= last else page and page.current,
        }

    def page_context(facts):
        return {"frame": get_page_layout(request, event, "bracket", facts)}

    return render_live_page(
        request, event, TEMPLATE, FRAGMENTS, fragment_context, page_context, params=params
    )
