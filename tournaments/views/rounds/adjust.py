"""Manual changes of a round, with a preview of what each costs."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.rounds import adjustments
from ...queries.rounds.adjustments import get_adjustable_round, preview_adjustment
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, run_action
from ..http.numbers import parse_whole_number
from ..http.page_frame import get_page_layout
from .adjust_request import read_adjustment


@access.requires(access.MANAGE)
def adjust(request, event):
    """The current round for changes: GET previews a change, POST makes it."""
    adjustment = read_adjustment(request.POST if request.method == "POST" else request.GET)
    typed = request.POST.get("reason", "")
    if request.method == "POST":
        place = [parse_whole_number(request.POST.get(name, "")) or 0 for name in ("phase", "round")]
        fingerprint = request.POST.get("shown", "")[:64]
        stored = run_action(
            request,
            adjustments.adjust_round,
            event,
            get_actor(request),
            *place,
            adjustment.kind,
            reason=typed,
            shown=fingerprint,
            **adjustment.options,
        )
        if stored:
            done(request, event, gettext("Changed"), "adjust_round")
            return redirect("adjust_round", event.slug)
        event.refresh_from_db()
    round_, history = get_adjustable_round(event)
    if round_ is None:
        if request.method == "GET":
            messages.error(request, gettext("No drawn round is open: there is nothing to adjust."))
        return redirect("desk_round", event.slug)
    outcome = (
        preview_adjustment(history, round_.phase, round_.number, adjustment.kind, **adjustment.options)
        if adjustment.kind
        else None
    )
    picked = round_.seat(adjustment.picks[0]) if adjustment.picks and not outcome else None
    context = {
        "frame": get_page_layout(request, event, "round"),
        "event": event,
        "round": round_,
        "gone": ", ".join(seat.name for seat in round_.dropped),
        "wanted": adjustment,
        "outcome": outcome,
        "picked": picked,
        "picked_row": round_.row(picked.key) if picked else None,
        "typed": typed,
        "key": new_idempotency_key(),
    }
    return render(request, "desk/adjust.html", context, status=422 if request.method == "POST" else 200)
