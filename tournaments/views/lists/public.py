"""The players' lists for everyone, once the event's settings show them."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ... import access
from ...queries.lists.public_lists import (
    are_lists_public,
    find_public_version,
    get_public_list,
    list_players,
)
from ...queries.wording.lists import list_noun_plural
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout


@require_safe
def lists_page(request, slug):
    """List the players whose lists can be read."""
    event = access.get_visible_event(request, slug)
    if not are_lists_public(event):
        raise Http404

    def page_context(event_status):
        layout = get_page_layout(request, event, "players", event_status)
        return {"layout": layout, "event": event, "plural": list_noun_plural(event.rulebook)}

    return render_live_page(
        request,
        event,
        "lists/index.jinja",
        {"list": "lists/_index.jinja"},
        lambda: {"event": event, "players": list_players(event)},
        page_context,
    )


@require_safe
def list_page(request, slug, key):
    """Show a player's list."""
    event = access.get_visible_event(request, slug)
    public_list = get_public_list(event, key)
    if public_list is None:
        raise Http404
    context = {
        "layout": get_page_layout(request, event, "players"),
        "event": event,
        "key": key,
        "list": public_list,
    }
    return render(request, "lists/list.jinja", context)


@require_safe
def list_text(request, slug, key):
    """Download a player's list as plain text."""
    event = access.get_visible_event(request, slug)
    row = find_public_version(event, key)
    if row is None:
        raise Http404
    response = HttpResponse(row.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-list.txt"'
    return response
