"""The rounds of an event: who sits where, and the results as they come in."""

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ... import access
from ...queries.rounds import draw_proof
from ...queries.rounds import round_page as rounds
from ..events.public import found, front_page, order_of, search_text
from ..http.live import render_live_page
from ..http.page_frame import frame_for
from ..http.service_worker import kept_offline


@require_safe
@kept_offline
def round_page(request, slug, number, phase=None):
    """One round: its tables by number or by name."""
    event = access.event_to_see(request, slug)
    order, find = order_of(request, "table"), search_text(request, "find")

    def fragment_context():
        shown = rounds.round_shown(event, phase, number) if number else None
        if shown is None:
            raise Http404
        return {"event": event, "shown": shown, "by": order}

    def page_context(facts):
        frame = frame_for(request, event, "pairings", facts)
        return {
            "frame": frame,
            "event": event,
            "number": number,
            "by": order,
            "find": find,
            **found(find, fragment_context),
        }

    return render_live_page(
        request,
        event,
        "rounds/page.html",
        {"tables": "rounds/_tables.jinja", "head": "rounds/_head.jinja"},
        fragment_context,
        page_context,
        params={"phase": phase, "number": number, "by": order},
    )


@require_safe
def draw_page(request, slug, number, phase=None):
    """A round drawn again from its seed, for everybody to check."""
    event = access.event_to_see(request, slug)
    shown = draw_proof.draw_of(event, phase, number)
    if shown is None:
        raise Http404
    context = {"frame": frame_for(request, event, "pairings"), "event": event, "draw": shown}
    return render(request, "rounds/draw.html", context)


@require_safe
@kept_offline
def phase_page(request, slug, phase):
    """One phase: its current or last round, with the way to its standings and bracket."""
    return front_page(request, access.event_to_see(request, slug), phase)
