"""Picked names at the desk: free and confirm them, make a new code for the venue's QR code."""

import re

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext

from ... import access
from ...actions.players import picks
from ..http.forms import get_actor, require_form_post, run_action


@access.requires(picks.free_pick.permission)
@require_form_post
def free(request, event, pk):
    """Free a picked name."""
    run_action(request, picks.free_pick, event, get_actor(request), pk, done=gettext("Name freed"))
    return redirect("desk", event.slug)


@access.requires(picks.confirm_pick.permission)
@require_form_post
def confirm(request, event, pk):
    """Decide that a contested pick is the player's."""
    run_action(request, picks.confirm_pick, event, get_actor(request), pk, done=gettext("Name confirmed"))
    return redirect("desk", event.slug)


@access.requires(picks.accept_origin.permission)
@require_form_post
def accept_origin(request, event):
    """Decide that many names picked from one address with one browser come from several phones."""
    done = gettext("Names accepted as picked by several phones")
    run_action(request, picks.accept_origin, event, get_actor(request), posted_origin(request), done=done)
    return redirect("desk", event.slug)


@access.requires(picks.free_origin.permission)
@require_form_post
def free_origin(request, event):
    """Free the names that one phone may have picked."""
    done = gettext("Names freed")
    run_action(request, picks.free_origin, event, get_actor(request), posted_origin(request), done=done)
    return redirect("desk", event.slug)


def posted_origin(request) -> str:
    """Return the hash in the form. Http404 for anything that cannot be one."""
    origin = request.POST.get("origin", "")
    if not re.fullmatch("[0-9a-f]{64}", origin):
        raise Http404
    return origin


@access.requires(picks.renew_venue_code.permission)
@require_form_post
def renew_code(request, event):
    """Make a new code for the venue's QR code; posters with the old one no longer let phones pick a name."""
    done = gettext("New QR code made. Print the poster again.")
    run_action(request, picks.renew_venue_code, event, get_actor(request), done=done)
    return redirect("sheet", event.slug, "poster")
