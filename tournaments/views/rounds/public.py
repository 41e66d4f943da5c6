"""The public pages of rounds: pairings, results and the verification of the draw."""

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ... import access
from ...queries.rounds import draw_proof
from ...queries.rounds.round_page import get_round_page
from ..events.public import front_page, order_of, search_context, search_text
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout
from ..http.service_worker import store_offline
from ..http.turns import take_turn


@require_safe
@store_offline
def round_page(request, slug, number, phase=None):
    """One round: its tables by number or by name."""
    event = access.get_visible_event(request, slug)
    order, find = order_of(request, "table"), search_text(request, "find")

    def fragment_context():
        round_ = get_round_page(event, phase, number) if number else None
        if round_ is None:
            raise Http404
        return {"event": event, "round": round_, "by": order}

    def page_context(event_status):
        layout = get_page_layout(request, event, "pairings", event_status)
        return {
            "layout": layout,
            "event": event,
            "number": number,
            "by": order,
            "find": find,
            **search_context(event, find, fragment_context),
        }

    return render_live_page(
        request,
        event,
        "rounds/page.jinja",
        {"tables": "rounds/_tables.jinja", "head": "rounds/_head.jinja"},
        fragment_context,
        page_context,
        params={"phase": phase, "number": number, "by": order},
    )


@require_safe
def draw_page(request, slug, number, phase=None):
    """A round drawn again from its seed, for anyone to check."""
    event = access.get_visible_event(request, slug)
    with take_turn(event):
        proof = draw_proof.get_draw_page(event, phase, number)
    if proof is None:
        raise Http404
    context = {"layout": get_page_layout(request, event, "pairings"), "event": event, "draw": proof}
    return render(request, "rounds/draw.jinja", context)


@require_safe
@store_offline
def phase_page(request, slug, phase):
    """One phase: its current or last round, with links to its standings and bracket."""
    return front_page(request, access.get_visible_event(request, slug), phase)
