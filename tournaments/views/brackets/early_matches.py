"""Finals at the desk: matches opened early, and an opponent chosen."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.brackets import early_matches
from ...queries.brackets.early_matches import chooser_of
from ..desk.messages import done
from ..http.forms import attempt, by, new_key, posted
from ..http.page_frame import frame_for


@access.may(access.COURSE)
@posted
def open_matches(request, event):
    """Put every match of the finals under way whose sides are known."""
    if attempt(request, early_matches.open_matches, event, by(request)):
        done(request, event, gettext("Opened: what was ready is under way"), "desk")
    return redirect("desk", event.slug)


@access.may(access.COURSE)
def call(request, event):
    """Who has the call chooses: a button for each who can be met."""
    if request.method == "POST":
        player = request.POST.get("player", "")[:200]
        if attempt(request, early_matches.call_opponent, event, by(request), player):
            done(request, event, gettext("The call is made"), "desk")
            return redirect("desk", event.slug)
        event.refresh_from_db()
    chooser = chooser_of(event)
    if chooser is None:
        if request.method == "GET":
            messages.error(request, gettext("Nobody chooses an opponent now."))
        return redirect("desk", event.slug)
    context = {
        "frame": frame_for(request, event, "round"),
        "event": event,
        "chooser": chooser,
        "key": new_key(),
    }
    return render(request, "desk/call.html", context, status=422 if request.method == "POST" else 200)
