"""Rounds changed by hand, with what each change costs shown before it is made."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.rounds import adjustments
from ...queries.rounds.adjustments import adjusting_of, outcome_of
from ..desk.messages import done
from ..http.forms import attempt, by, new_key
from ..http.numbers import whole
from ..http.page_frame import frame_for
from .adjust_request import asked


@access.may(access.COURSE)
def adjust(request, event):
    """The current round to be changed: GET shows what a change would do, POST makes it."""
    wanted = asked(request.POST if request.method == "POST" else request.GET)
    typed = request.POST.get("reason", "")
    if request.method == "POST":
        place = [whole(request.POST.get(name, "")) or 0 for name in ("phase", "round")]
        shown = request.POST.get("shown", "")[:64]
        stored = attempt(
            request,
            adjustments.adjust_round,
            event,
            by(request),
            *place,
            wanted.kind,
            reason=typed,
            shown=shown,
            **wanted.said,
        )
        if stored:
            done(request, event, gettext("Changed"), "adjust_round")
            return redirect("adjust_round", event.slug)
        event.refresh_from_db()
    round_, told = adjusting_of(event)
    if round_ is None:
        if request.method == "GET":
            messages.error(request, gettext("No drawn round is open: there is nothing to adjust."))
        return redirect("desk_round", event.slug)
    outcome = (
        outcome_of(told, round_.phase, round_.number, wanted.kind, **wanted.said) if wanted.kind else None
    )
    picked = round_.chair(wanted.picks[0]) if wanted.picks and not outcome else None
    context = {
        "frame": frame_for(request, event, "round"),
        "event": event,
        "round": round_,
        "gone": ", ".join(chair.name for chair in round_.gone),
        "wanted": wanted,
        "outcome": outcome,
        "picked": picked,
        "picked_row": round_.row(picked.key) if picked else None,
        "typed": typed,
        "key": new_key(),
    }
    return render(request, "desk/adjust.html", context, status=422 if request.method == "POST" else 200)
