"""The site's front page, and an event's public pages."""

from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events import lists, overview
from ...queries.events.front_page import get_event_home
from ...queries.registration.offer import CLOSED, get_offer, registration_moment
from ...queries.rounds.neighbours import find_neighbours
from ..http.jinja import render_template
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout
from ..http.service_worker import store_offline
from ..http.turns import take_turn

MAX_SEARCH_LENGTH = 60
LISTS = ("mine", "running", "upcoming", "past")


@require_safe
def home(request):
    """Show running, upcoming and past events, with a search."""
    text = search_text(request, "q")
    pages = {name: request.GET.get(name) for name in LISTS}
    listed, mine = access.listed_events_filter(request.user), access.managed_events_filter(request.user)
    event_lists = lists.list_events(timezone.now(), text, pages, listed, mine)
    return render(request, "events/home.jinja", {"lists": event_lists, "q": text})


@require_safe
@store_offline
def event_page(request, slug):
    """Show the seats before the event, the pairings during it, the winners after it."""
    return front_page(request, access.get_visible_event(request, slug), None)


def front_page(request, event, phase):
    """Show the first page of an event or of one of its phases; `find` filters by name."""
    order, find = order_of(request, "name"), search_text(request, "find")
    moment = registration_moment(event)

    def fragment_context():
        event_home = get_event_home(event, phase)
        if event_home is None:
            raise Http404
        return {
            "event": event,
            "home": event_home,
            "facts": overview.get_event_facts(event),
            "round": event_home.round,
            "by": order,
            "phase": phase,
            "offer": get_offer(event) if moment != CLOSED else None,
        }

    def page_context(event_status):
        return {
            "layout": get_page_layout(request, event, "pairings", event_status),
            "event": event,
            "by": order,
            "find": find,
            "phase": phase,
            **search_context(event, find, fragment_context),
        }

    return render_live_page(
        request,
        event,
        "events/page.jinja",
        {"now": "events/_current_round.jinja", "offer": "registration/_offer.jinja"},
        fragment_context,
        page_context,
        params={"phase": phase, "by": order, "registration": moment},
    )


@require_safe
def about_page(request, slug):
    """Show the rulebook with its numbers, pairing, cut, place and time."""
    event = access.get_visible_event(request, slug)
    context = {
        "layout": get_page_layout(request, event, "about"),
        "event": event,
        "about": overview.get_event_overview(event),
        "offer": get_offer(event),
    }
    return render(request, "events/about.jinja", context)


def search_context(event, find, fragment_context):
    """Return the context of the players that match the search; empty without a search."""
    if not find:
        return {}
    with take_turn(event):
        context = fragment_context()
        round_ = context["round"]
        seatings = round_.search(find) if round_ else ()
    tables = {seating.table for seating in seatings}
    neighbours = find_neighbours(round_.tables, *tables) if len(tables) == 1 else None
    context = context | {"seatings": seatings, "find": find, "neighbours": neighbours}
    return {"search_results": render_template("players/_search_results.jinja", context)}


def search_text(request, name):
    return request.GET.get(name, "").replace("\x00", "").strip()[:MAX_SEARCH_LENGTH]


def order_of(request, default):
    """Return how a round's tables are listed: by table or by name."""
    order = request.GET.get("by")
    return order if order in ("table", "name") else default
