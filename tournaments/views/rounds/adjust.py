"""Manual changes of a round, with a preview of what each costs."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.rounds import adjustments
from ...queries.rounds.adjustments import get_adjustable_round, preview_adjustment
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number, run_action
from ..http.page_layout import get_page_layout
from .adjust_request import read_adjustment


@access.requires(adjustments.adjust_round.permission)
def adjust(request, event):
    """Show the current round to adjust: GET previews a change, POST makes it."""
    is_post = request.method == "POST"
    adjustment = read_adjustment(request.POST if is_post else request.GET)
    reason = request.POST.get("reason", "")
    if is_post:
        place = [parse_whole_number(request.POST.get(name, "")) or 0 for name in ("phase", "round")]
        stored = run_action(
            request,
            adjustments.adjust_round,
            event,
            get_actor(request),
            *place,
            adjustment.kind,
            reason=reason,
            fingerprint=request.POST.get("fingerprint", "")[:64],
            **adjustment.options,
        )
        if stored:
            done(request, event, gettext("Changed"), "adjust_round")
            return redirect("adjust_round", event.slug)
        event.refresh_from_db()
    round_, history = get_adjustable_round(event)
    if round_ is None:
        if not is_post:
            messages.error(request, gettext("No round is in progress, so there is nothing to adjust."))
        return redirect("desk_round", event.slug)
    preview, selected = None, None
    if adjustment.kind:
        preview = preview_adjustment(
            history.phase(round_.phase), round_.number, adjustment.kind, **adjustment.options
        )
    elif adjustment.selected:
        selected = round_.find_seat(adjustment.selected[0])
    context = {
        "layout": get_page_layout(request, event, "round"),
        "event": event,
        "round": round_,
        "dropped_names": ", ".join(seat.name for seat in round_.dropped),
        "adjustment": adjustment,
        "preview": preview,
        "selected": selected,
        "selected_table": round_.find_table_of(selected.key) if selected else None,
        "reason": reason,
        "key": new_idempotency_key(),
    }
    return render(request, "rounds/desk/adjust.jinja", context, status=422 if is_post else 200)
