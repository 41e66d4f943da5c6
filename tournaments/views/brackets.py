"""The bracket: drawn from its finals table, whatever it is."""

from django.http import Http404
from django.views.decorators.http import require_safe

from .. import access
from ..queries import brackets, title_odds
from ..queries.histories import as_shown, history_of
from . import live
from .events import is_running
from .frames import frame_for
from .numbers import whole

TEMPLATE = "bracket/page.html"


@require_safe
def bracket_page(request, slug, phase=None):
    """The whole picture, live; `player=ID` follows one player's way, `round=N` a round on a phone,
    `odds=no` leaves the odds out, `odds=rated` counts them by rating."""
    event = access.event_to_see(request, slug)
    picked = request.GET.get("player", "")[:200]
    shown_round = request.GET.get("round", "")[:3]
    odds = request.GET.get("odds", "")
    odds = odds if odds in title_odds.SHOWN else ""
    params = {"phase": phase, "player": picked, "round": shown_round, "odds": odds}

    def context():
        told = as_shown(history_of(event))
        number = brackets.phase_number(told, phase)
        if number is None and phase is not None:
            raise Http404
        page = brackets.bracket_page(told, number, picked, odds) if number else None
        last = len(page.drawing.rounds) if page else 0
        asked = whole(shown_round) or 0
        return {
            "page": page,
            "event": event,
            "odds": odds,
            "shown_round": asked if 1 <= asked <= last else page and page.current,
        }

    def shell():
        return {"frame": frame_for(request, event, "bracket")}

    polls = is_running(request, event)
    return live.answer(request, event, TEMPLATE, ("bracket",), context, shell, params=params, polls=polls)
