"""What the bar of selected players does."""

from django.shortcuts import redirect
from django.utils.translation import ngettext

from ... import access
from ...web.answers import require_form_post, respond_done, run_action
from ...web.layout import render_page
from ..actions.several import MAX_SELECTED, check_in_players, drop_players
from ..pages.drops import get_departures
from .roster import list_address, list_choices, render_roster


@access.requires(check_in_players.permission)
@require_form_post
def check_in(request, event):
    """Check in the selected players."""
    outcome = run_action(request, check_in_players, event, request.POST.getlist("player"))
    if not outcome:
        return render_roster(request, event)
    count = outcome.result or 0
    text = ngettext("{count} player checked in", "{count} players checked in", count)
    return respond(request, event, outcome, text)


@access.requires(drop_players.permission)
def drop(request, event):
    """Drop the selected players; a page first asks."""
    keys = (request.POST or request.GET).getlist("player")
    if "sure" not in request.POST and len(keys) <= MAX_SELECTED:
        departures = get_departures(event, keys)
        back = list_address(request, event)
        if not departures.players:
            return redirect(back)
        context = {"departures": departures, "choices": list_choices(request), "back": back}
        return render_page(request, event, "desk_players", "players/drop_several.jinja", context, 200)
    outcome = run_action(request, drop_players, event, keys)
    if not outcome:
        return render_roster(request, event)
    count = outcome.result or 0
    return respond(
        request, event, outcome, ngettext("{count} player dropped", "{count} players dropped", count)
    )


def respond(request, event, outcome, text: str):
    """Go back to the list; if something was done, with its message and Undo."""
    address = list_address(request, event)
    if outcome.is_repeated:
        return redirect(address)
    return respond_done(request, event, text.format(count=outcome.result), "desk_players", address)
