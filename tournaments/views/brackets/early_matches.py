"""Finals at the desk: starting matches early, and choosing an opponent."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.brackets import early_matches
from ...queries.brackets.early_matches import chooser_of
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, require_form_post, run_action
from ..http.page_layout import get_page_layout


@access.requires(early_matches.open_matches.permission)
@require_form_post
def open_matches(request, event):
    """Start every match of the finals whose sides are known."""
    if run_action(request, early_matches.open_matches, event, get_actor(request)):
        done(request, event, gettext("Matches started."), "desk")
    return redirect("desk", event.slug)


@access.requires(early_matches.call_opponent.permission)
def call(request, event):
    """Show the page on which a player chooses an opponent; POST stores the choice."""
    if request.method == "POST":
        player = request.POST.get("player", "")[:200]
        if run_action(request, early_matches.call_opponent, event, get_actor(request), player):
            done(request, event, gettext("Opponent chosen."), "desk")
            return redirect("desk", event.slug)
        event.refresh_from_db()
    chooser = chooser_of(event)
    if chooser is None:
        if request.method == "GET":
            messages.error(request, gettext("There is no opponent to choose right now."))
        return redirect("desk", event.slug)
    context = {
        "layout": get_page_layout(request, event, "round"),
        "event": event,
        "chooser": chooser,
        "key": new_idempotency_key(),
    }
    return render(
        request, "brackets/opponent_choice.jinja", context, status=422 if request.method == "POST" else 200
    )
