"""Prizes at the desk: the pot, the prizes, and a preview of the payout."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.prizes.prizes import set_prizes
from ...forms.prizes.prize import PrizesForm
from ...queries.prizes.plan import get_prize_settings, plan_of
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, run_action
from ..http.page_frame import get_page_layout

TEMPLATE = "desk/prizes.html"


@access.requires(access.MANAGE)
def prizes_page(request, event):
    """The form and its payout; POST stores it, or with `look` previews it."""
    to_set = get_prize_settings(event)
    form = PrizesForm(request.POST if request.method == "POST" else None, to_set=to_set)
    if request.method != "POST":
        return show(request, event, to_set, form)
    is_valid = form.is_valid()
    if "look" in request.POST:
        if request.htmx:
            # Half-typed input is no error yet: the fragment shows the messages, with status 200.
            return render(
                request, "desk/_prize_plan.html", {**plan_for(form, to_set), "form": form, "alone": True}
            )
        return show(request, event, to_set, form, status=200 if is_valid else 422)
    if is_valid and run_action(
        request, set_prizes, event, get_actor(request), form.pot, form.tables, form=form
    ):
        done(request, event, gettext("Prizes stored"), "desk_prizes")
        return redirect("desk_prizes", event.slug)
    event.refresh_from_db()
    return show(request, event, to_set, form, status=422)


def show(request, event, to_set, form, status=200):
    context = {
        "frame": get_page_layout(request, event, "settings"),
        "event": event,
        "form": form,
        "version": to_set.version,
        "key": new_idempotency_key(),
        **plan_for(form, to_set),
    }
    return render(request, TEMPLATE, context, status=status)


def plan_for(form, to_set):
    """Return the payout plan of the form as far as it is valid, or of what is stored."""
    history = form.changed if form.is_bound else to_set.history
    return {"plan": plan_of(history) if history else None}
