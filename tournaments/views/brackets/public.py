"""The bracket page."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.brackets import bracket_page as bracket_queries
from ...queries.brackets import odds as title_odds
from ...queries.history.cache import load_history
from ...queries.history.load import public_history
from ..http.forms import parse_whole_number
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout

TEMPLATE = "brackets/page.jinja"
# More than any finals have.
MAX_ROUND = 20
FRAGMENTS = {"bracket": "brackets/_bracket.jinja"}


@require_safe
def bracket_page(request, slug, phase=None):
    """Show the whole bracket.

    `player=ID` highlights a player's path, `round=N` selects a round on phones, `odds=no` hides the odds,
    `odds=rated` calculates them by rating.
    """
    event = access.get_visible_event(request, slug)
    picked = request.GET.get("player", "")[:200]
    if picked not in load_history(event).names:
        picked = ""
    shown_round = parse_whole_number(request.GET.get("round", ""), digits=3) or 0
    shown_round = shown_round if shown_round <= MAX_ROUND else 0
    odds = request.GET.get("odds", "")
    odds = odds if odds in title_odds.MODES else ""
    params = {"phase": phase, "player": picked, "round": shown_round, "odds": odds}

    def fragment_context():
        history = public_history(load_history(event))
        bracket = bracket_queries.find_bracket(history, phase)
        if bracket is None and phase is not None:
            raise Http404
        page = bracket_queries.bracket_page(bracket, picked, odds) if bracket else None
        last = len(page.drawing.rounds) if page else 0
        return {
            "page": page,
            "event": event,
            "odds": odds,
            "shown_round": shown_round if 1 <= shown_round <= last else page and page.current,
        }

    def page_context(event_status):
        return {"layout": get_page_layout(request, event, "bracket", event_status)}

    return render_live_page(
        request,
        event,
        TEMPLATE,
        FRAGMENTS,
        fragment_context,
        page_context,
        params=params,
        cached=not picked,
    )
