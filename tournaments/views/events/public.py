"""The site's front page, and an event's public pages."""

from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events import lists, overview
from ...queries.events.front_page import get_event_home
from ...queries.rounds import round_page
from ...queries.rounds.neighbours import find_neighbours
from ..http.jinja import render_template
from ..http.live import render_live_page
from ..http.page_frame import get_page_layout
from ..http.service_worker import store_offline

MAX_SEARCH_LENGTH = 60
LISTS = ("running", "upcoming", "past")


@require_safe
def home(request):
    """Running, upcoming and past events, with a search."""
    text = search_text(request, "q")
    pages = {name: request.GET.get(name) for name in LISTS}
    listed = lists.home(timezone.now(), text, pages, access.listed_events_filter(request.user))
    return render(request, "events/home.html", {"home": listed, "q": text})


@require_safe
@store_offline
def event_page(request, slug):
    """The player's first page: seat and opponent, before round 1 what comes next, at the end the winner."""
    event = access.get_visible_event(request, slug)
    return front_page(request, event, None)


def front_page(request, event, phase):
    """The first page of an event or of one of its phases; `find` filters by name."""
    order, find = order_of(request, "name"), search_text(request, "find")

    def fragment_context():
        front = get_event_home(event, phase)
        if front is None:
            raise Http404
        return {"event": event, "front": front, "round": front.round, "by": order, "phase": phase}

    def page_context(facts):
        frame = get_page_layout(request, event, "pairings", facts)
        return {
            "frame": frame,
            "event": event,
            "by": order,
            "find": find,
            "phase": phase,
            **search_context(find, fragment_context),
        }

    return render_live_page(
        request,
        event,
        "events/page.html",
        {"now": "events/_now.jinja"},
        fragment_context,
        page_context,
        params={"phase": phase, "by": order},
    )


@require_safe
def about_page(request, slug):
    """Rulebook, numbers, pairing, cut, place and time."""
    event = access.get_visible_event(request, slug)
    context = {
        "frame": get_page_layout(request, event, "about"),
        "event": event,
        "about": overview.about(event),
    }
    return render(request, "events/about.html", context)


def search_context(find, fragment_context):
    """Return the context of the players that match the search; empty without a search."""
    if not find:
        return {}
    context = fragment_context()
    round_ = context["round"]
    players = round_page.matching(round_, find) if round_ else ()
    tables = {one.table for one in players}
    neighbours = find_neighbours(round_.tables, *tables) if len(tables) == 1 else None
    return {
        "found": render_template(
            "rounds/_found.jinja", context | {"found": players, "find": find, "beside": neighbours}
        )
    }


def search_text(request, name):
    return request.GET.get(name, "").replace("\x00", "").strip()[:MAX_SEARCH_LENGTH]


def order_of(request, default):
    """Return how a round's tables are listed: by table or by name."""
    order = request.GET.get("by")
    return order if order in ("table", "name") else default
