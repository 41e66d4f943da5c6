"""The personal links of all players: on a page, as CSV, and replaced by new ones."""

import csv

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ... import access
from ...actions.players import players
from ...queries.players import roster
from ...queries.wording.csv import escape_formula
from ..http.forms import get_actor, new_idempotency_key, require_form_post, run_action
from ..http.page_layout import get_page_layout
from ..http.urls import absolute_url, is_local_only


@require_safe
@never_cache
@access.requires(access.MANAGE)
def links_page(request, event):
    """Show every player's name and personal link, to copy, print or download (`format=csv`)."""
    rows = [
        (name, absolute_url(request, reverse("me", args=[event.slug, token])))
        for name, token in roster.names_and_tokens(event)
    ]
    if request.GET.get("format") == "csv":
        return csv_response(event, rows)
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "links": rows,
        "is_local_only": is_local_only(request),
        "key": new_idempotency_key(),
    }
    return render(request, "players/links.jinja", context)


def csv_response(event, rows):
    """Return the names and links as a file."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-links.csv"'
    writer = csv.writer(response)
    writer.writerow([gettext("Player"), gettext("Link")])
    writer.writerows([escape_formula(name), link] for name, link in rows)
    return response


@access.requires(players.renew_links.permission)
@require_form_post
def renew_links(request, event):
    """Give every player a new secret link."""
    message = gettext("Every player has a new link.")
    run_action(request, players.renew_links, event, get_actor(request), done=message)
    return redirect("player_links", event.slug)
