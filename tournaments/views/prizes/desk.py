"""Prizes at the desk: the pot and a line for each prize, and what they come to."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.prizes.prizes import set_prizes
from ...forms.prizes.prize import PrizesForm
from ...queries.prizes.plan import plan_of, prizes_to_set
from ..desk.messages import done
from ..http.forms import attempt, by, new_key
from ..http.page_frame import frame_for

TEMPLATE = "desk/prizes.html"


@access.may(access.COURSE)
def prizes_page(request, event):
    """The form and what it comes to; POST stores it, or with `look` shows what it would come to."""
    to_set = prizes_to_set(event)
    form = PrizesForm(request.POST if request.method == "POST" else None, to_set=to_set)
    if request.method != "POST":
        return show(request, event, to_set, form)
    is_valid = form.is_valid()
    if "look" in request.POST:
        if request.htmx:
            # What is typed half is no fault yet: its words stand in the part, which is an answer like any.
            return render(
                request, "desk/_prize_plan.html", {**plan_for(form, to_set), "form": form, "alone": True}
            )
        return show(request, event, to_set, form, status=200 if is_valid else 422)
    if is_valid and attempt(request, set_prizes, event, by(request), form.pot, form.tables, form=form):
        done(request, event, gettext("Prizes stored"), "desk_prizes")
        return redirect("desk_prizes", event.slug)
    event.refresh_from_db()
    return show(request, event, to_set, form, status=422)


def show(request, event, to_set, form, status=200):
    context = {
        "frame": frame_for(request, event, "settings"),
        "event": event,
        "form": form,
        "version": to_set.version,
        "key": new_key(),
        **plan_for(form, to_set),
    }
    return render(request, TEMPLATE, context, status=status)


def plan_for(form, to_set):
    """What the form comes to as far as it can be read; what is stored where nothing was sent."""
    told = form.changed if form.is_bound else to_set.told
    return {"plan": plan_of(told) if told else None}
