"""The front page, and an event's own: its first page and what is played there."""

from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events import front_page as fronts
from ...queries.events import lists, overview
from ...queries.rounds import round_page
from ...queries.rounds.neighbours import beside
from ..http.jinja import render_template
from ..http.live import render_live_page
from ..http.page_frame import frame_for
from ..http.service_worker import kept_offline

LONGEST_SEARCH = 60
LISTS = ("running", "upcoming", "past")


@require_safe
def home(request):
    """Events running now, upcoming and past, and a search among them."""
    text = search_text(request, "q")
    pages = {name: request.GET.get(name) for name in LISTS}
    listed = lists.home(timezone.now(), text, pages, access.listed_for(request.user))
    return render(request, "events/home.html", {"home": listed, "q": text})


@require_safe
@kept_offline
def event_page(request, slug):
    """Where do I sit, against whom? Before the first round: what comes next. After the last: who won."""
    event = access.event_to_see(request, slug)
    return front_page(request, event, None)


def front_page(request, event, phase):
    """The first page of an event, or of one of its phases; `find` shows those of a name in place of all."""
    order, find = order_of(request, "name"), search_text(request, "find")

    def fragment_context():
        front = fronts.front_of(event, phase)
        if front is None:
            raise Http404
        return {"event": event, "front": front, "shown": front.round, "by": order, "phase": phase}

    def page_context(facts):
        frame = frame_for(request, event, "pairings", facts)
        return {
            "frame": frame,
            "event": event,
            "by": order,
            "find": find,
            "phase": phase,
            **found(find, fragment_context),
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
    """What is played: rulebook, numbers, pairing, cut, place and time."""
    event = access.event_to_see(request, slug)
    context = {"frame": frame_for(request, event, "about"), "event": event, "about": overview.about(event)}
    return render(request, "events/about.html", context)


def found(find, fragment_context):
    """The players looked for in the round that `fragment_context()` shows; nothing without a search."""
    if not find:
        return {}
    known = fragment_context()
    shown = known["shown"]
    who = round_page.matching(shown, find) if shown else ()
    tables = {one.table for one in who}
    near = beside(shown.tables, *tables) if len(tables) == 1 else None
    return {
        "found": render_template("rounds/_found.jinja", known | {"found": who, "find": find, "beside": near})
    }


def search_text(request, name):
    return request.GET.get(name, "").replace("\x00", "").strip()[:LONGEST_SEARCH]


def order_of(request, usual):
    """How a round's tables are listed: by table or by name."""
    asked = request.GET.get("by")
    return asked if asked in ("table", "name") else usual
