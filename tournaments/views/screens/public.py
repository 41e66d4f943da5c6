"""Screens for the hall: pairings, standings and the bracket in letters that read from ten metres."""

from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlencode

from django.views.decorators.http import require_safe

from ... import access
from ...queries.history.cache import history_of
from ...queries.history.load import as_shown
from ...queries.screens.screens_page import CLOCK, PARTS, screen_of
from ..http.live import render_live_page
from ..http.numbers import whole

SHOWN = (*PARTS, CLOCK)
MOST_SCREENS = 12
LEAST_SECONDS, USUAL_SECONDS, MOST_SECONDS = 2, 8, 60


@dataclass(frozen=True)
class Wanted:
    """What an address asks of a screen: the parts, which `screen` of how many, `seconds` a page stays."""

    show: tuple[str, ...]
    screen: int
    of: int
    seconds: int

    @property
    def params(self):
        return {"show": self.show, "screen": self.screen, "of": self.of}

    def at(self, screen: int):
        """What the address of another one of these screens asks."""
        return replace(self, screen=screen)

    @property
    def query(self):
        """The same as an address says it, what is usual left out."""
        said = {"show": ",".join(self.show)} if self.show else {}
        said |= {"screen": self.screen, "of": self.of} if self.of > 1 else {}
        said |= {"seconds": self.seconds} if self.seconds != USUAL_SECONDS else {}
        return f"?{urlencode(said, safe=',')}" if said else ""


def wanted(asked, show: list[str]) -> Wanted:
    """What was asked for, each within its bounds: a word or number that is none is left out."""
    of = whole(asked.get("of", "")) or 1
    of = of if of <= MOST_SCREENS else 1
    screen = whole(asked.get("screen", "")) or 1
    seconds = whole(asked.get("seconds", "")) or USUAL_SECONDS
    return Wanted(
        show=tuple(name for name in SHOWN if name in show),
        screen=screen if screen <= of else 1,
        of=of,
        seconds=min(max(seconds, LEAST_SECONDS), MOST_SECONDS),
    )


@require_safe
def screen_page(request, slug):
    """One screen; `show=names,clock` says what stands on it, `screen=2&of=3` which part of its lists."""
    event = access.event_to_see(request, slug)
    asked = wanted(request.GET, request.GET.get("show", "").split(","))

    @cache
    def fragment_context():
        history = as_shown(history_of(event))
        return {"screen": screen_of(event, history, asked.show, asked.screen, asked.of)}

    def page_context(facts):
        return {
            "event": event,
            "facts": facts,
            "asked": asked,
            "has_clock": not asked.show or CLOCK in asked.show,
            "only_clock": asked.show == (CLOCK,),
            **fragment_context(),
        }

    return render_live_page(
        request,
        event,
        "screens/page.html",
        {"lists": "screens/_lists.html"},
        fragment_context,
        page_context,
        params=asked.params,
    )
